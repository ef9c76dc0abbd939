import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Tx } from '#db/database.ts';
import type { ImportCounts } from '../import-counts.ts';
import type { Lease } from './lease.ts';
import type { ClassifiedRow, NewRow } from './outcomes.ts';

const maxTitle = 300;

type Listed = Exclude<ClassifiedRow, { outcome: 'same' }>;

const videoOf = (row: Listed) => {
  if (row.outcome === 'new') return null;
  return (row.outcome === 'changed' ? row.item.videoId : row.videoId) ?? null;
};

/** Stores what a dry run says of the rows that are worth reading; `counts` are those of the batches before. */
export const storeRows = async (
  tx: Tx,
  importId: number,
  rows: readonly ClassifiedRow[],
  counts: ImportCounts,
): Promise<void> => {
  const before = { ...counts };
  const listed = rows.filter((row): row is Listed => {
    if (row.outcome === 'same') return false;
    const max = row.outcome === 'new' ? importLimits.listedNewRows : importLimits.listedRows;
    return before[row.outcome]++ < max;
  });
  if (listed.length === 0) return;
  const text = (pick: (row: Listed) => string) => sql`${sql.val(listed.map(pick))}::text[]`;
  await sql`insert into import_rows (import_id, outcome, number, reason, title, link, video_id)
    select ${importId}::bigint, * from unnest(${text(({ outcome }) => outcome)},
      ${sql.val(listed.map(({ number }) => number))}::bigint[], ${text(({ reason }) => reason)},
      ${text(({ title }) => title.slice(0, maxTitle).toWellFormed())}, ${text(({ link }) => link)},
      ${sql.val(listed.map(videoOf))}::bigint[])`.execute(tx);
};

/** Rows of the dry run lead to the posts that they have become. One that the daily cap held back is a new one by now. */
export const linkAddedRows = async (
  tx: Tx,
  { id, passes }: Lease,
  rows: readonly NewRow[],
  added: readonly number[],
  counts: ImportCounts,
): Promise<void> => {
  const isListed = passes > 0 || counts.new < importLimits.listedNewRows;
  if (!isListed || rows.length === 0) return;
  await sql`update import_rows r set outcome = 'new', video_id = given.video_id,
      reason = case when r.outcome = 'new' then r.reason else '' end
    from unnest(${sql.val(rows.map(({ number }) => number))}::bigint[], ${sql.val(added)}::bigint[]) as given(number, video_id)
    where r.import_id = ${id}::bigint and r.outcome in ('new', 'heldBack') and r.number = given.number`.execute(tx);
};
