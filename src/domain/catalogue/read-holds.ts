import { sql } from 'kysely';
import { caseNumber } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';

interface Row {
  videoId: number;
  caseId: number | null;
  receivedAt: Date | null;
  blocked: string | null;
}

const labelOf = ({ caseId, receivedAt, blocked }: Row) =>
  caseId !== null && receivedAt ? `case ${caseNumber({ id: caseId, receivedAt })}` : `the block of ${blocked}`;

/** What keeps posts from visitors, as people call it ('case 2026-000123'), the oldest first. */
export const readHolds = async (db: Db, videoIds: readonly number[]): Promise<Map<number, string[]>> => {
  const holds = new Map<number, string[]>();
  if (videoIds.length === 0) return holds;
  const { rows } = await sql<Row>`
    select h.video_id as "videoId", h.case_id as "caseId", c.received_at as "receivedAt", b.name as blocked
    from video_holds h left join cases c on c.id = h.case_id left join blocks b on b.id = h.block_id
    where h.video_id = any(${sql.val(videoIds)}::bigint[])
    order by h.held_at, h.case_id, h.block_id`.execute(db);
  for (const row of rows) holds.set(row.videoId, [...(holds.get(row.videoId) ?? []), labelOf(row)]);
  return holds;
};
