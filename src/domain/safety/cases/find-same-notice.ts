import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Notice } from './notice.ts';

export const contentHash = ({ kind, name, email, details, urls }: Notice): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, name, email, details, urls]))
    .digest();

/**
 * The case of a notice that was sent twice, by a second press on the button or a reload. Everything must be the same, texts and email
 * too: whoever knows all of it may as well be told the status page again.
 */
export const findSameNotice = (tx: Tx, notice: Notice, sender: string) =>
  tx
    .selectFrom('cases')
    .select(['id', 'received_at as receivedAt'])
    .where('sender', '=', sender)
    .where('content_hash', '=', contentHash(notice))
    .where('kind', '<>', 'dead_link')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/**
 * An earlier open case of the same sender and kind that is about all of these posts. The reporter is not told: others may use the
 * same network, and must not learn who has reported what. An operator sees both as one.
 */
export const findEarlierCase = async (
  tx: Tx,
  { kind }: Notice,
  sender: string,
  videoIds: readonly number[],
): Promise<number | null> => {
  if (videoIds.length === 0) return null;
  const { rows } = await sql<{ id: number }>`
    select coalesce(c.repeats, c.id) as id from cases c
    where c.sender = ${sender} and c.kind = ${kind} and c.status <> 'decided'
      and not exists (
        select from unnest(${sql.val(videoIds)}::bigint[]) v(id)
        where not exists (select from case_urls u where u.case_id = c.id and u.video_id = v.id))
    order by c.id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
};
