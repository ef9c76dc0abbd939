import type { Db } from '#db/database.ts';
import type { UsedToken } from '#domain/accounts/api-tokens.ts';
import type { StoredVideo } from '#domain/catalogue/stored-videos.ts';

/** Whether it came by this token or, for a network's token, by any of the network's: tokens are replaced. */
export const isOwnDraft = async (db: Db, token: UsedToken, { id, state }: StoredVideo): Promise<boolean> => {
  if (state !== 'draft') return false;
  const pushed = await db
    .selectFrom('pushed_posts')
    .select(['token_id', 'partner_id'])
    .where('video_id', '=', id)
    .executeTakeFirst();
  if (!pushed) return false;
  return token.partnerId === null ? pushed.token_id === token.id : pushed.partner_id === token.partnerId;
};
