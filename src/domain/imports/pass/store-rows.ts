import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Tx } from '#db/database.ts';
import type { ImportCounts } from '../import-counts.ts';
import type { ClassifiedRow } from './outcomes.ts';

/** More new rows are not read by anybody. */
const listedNew = 1000;
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
    const max = row.outcome === 'new' ? listedNew : importLimits.listedRows;
    return before[row.outcome]++ < max;
  });
  if (listed.length === 0) return;
  const text = (pick: (row: Listed) => string) => sql`${sql.val(listed.map(pick))}::text[]`;
  await sql`insert into import_rows (import_id, outcome, number, reason, title, link, video_id)
    select ${importId}::bigint, * from unnest(${text(({ outcome }) => outcome)},
      ${sql.val(listed.map(({ number }) => number))}::bigint[], ${text((row) => (row.outcome === 'new' ? '' : row.reason))},
      ${text(({ title }) => title.slice(0, maxTitle).toWellFormed())}, ${text(({ link }) => link)},
      ${sql.val(listed.map(videoOf))}::bigint[])`.execute(tx);
};
