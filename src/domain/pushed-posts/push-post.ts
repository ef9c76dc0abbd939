import type { Db } from '#db/database.ts';
import type { UsedToken } from '#domain/accounts/api-tokens.ts';
import type { Actor } from '#domain/audit-log.ts';
import type { StoredVideo } from '#domain/catalogue/stored-videos.ts';
import { addVideo, type NewVideo } from '#domain/posts/save-video.ts';
import { takeFromDailyLimit } from './daily-limit.ts';
import { assertNewLinks } from './new-links.ts';
import { onlyAsDraft } from './only-as-draft.ts';

/** Adds a post that a script or a partner sends. The same link is never added twice, so sending it again is safe. */
export const pushPost = (db: Db, actor: Actor, token: UsedToken, video: NewVideo): Promise<StoredVideo> =>
  db.transaction().execute(async (tx) => {
    await assertNewLinks(tx, token, video);
    if (!token.draftsOnly) return addVideo(tx, actor, video);
    await takeFromDailyLimit(tx, token, 'posts');
    const draft = await addVideo(tx, actor, { ...video, ...onlyAsDraft(token, video), state: 'draft' });
    await tx
      .insertInto('pushed_posts')
      .values({ video_id: draft.id, token_id: token.id, partner_id: token.partnerId })
      .execute();
    return draft;
  });
