import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Notice } from './notice.ts';

export const contentHash = ({ kind, name, email, details, urls }: Notice, attempt: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, name, email, details, urls, attempt]))
    .digest();

/**
 * The case of a notice that was sent twice, by a second press on the button or after an answer was lost. Others in the same network
 * may report the same video with the same words and must not learn of it, so the browser's own number of the attempt decides.
 */
export const findSameNotice = async (
  tx: Tx,
  notice: Notice,
  { sender, attempt }: { sender: string; attempt: string },
) => {
  if (attempt === '') return undefined;
  return tx
    .selectFrom('cases')
    .select(['id', 'received_at as receivedAt'])
    .where('sender', '=', sender)
    .where('content_hash', '=', contentHash(notice, attempt))
    .where('kind', '<>', 'dead_link')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
};

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
