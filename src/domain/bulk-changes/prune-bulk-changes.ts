import { sql } from 'kysely';
import { undoableDays } from '#contract/values/bulk-changes.ts';
import type { Db } from '#db/database.ts';

const batchSize = 5000;
const historyDays = 365;

/** Removes what was stored to undo bulk changes that can no longer be undone, in small transactions; and long past ones. */
export const pruneBulkChanges = async (db: Db): Promise<number> => {
  let pruned = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from bulk_change_rows where (bulk_change_id, video_id) in (
        select bulk_change_id, video_id from bulk_change_rows
        where bulk_change_id in (
          select id from bulk_changes
          where state not in ('running', 'undoing') and ended_at < now() - ${undoableDays} * interval '1 day')
        limit ${batchSize})`.execute(db);
    pruned += Number(numAffectedRows);
    if (numAffectedRows < batchSize) break;
  }
  await db
    .updateTable('bulk_changes')
    .set({ video_ids: [] })
    .where('state', 'not in', ['running', 'undoing'])
    .where(sql<boolean>`ended_at < now() - ${undoableDays} * interval '1 day' and video_ids <> '{}'`)
    .execute();
  await db
    .deleteFrom('bulk_changes')
    .where('state', 'not in', ['running', 'undoing'])
    .where(sql<boolean>`ended_at < now() - ${historyDays} * interval '1 day'`)
    .execute();
  return pruned;
};
