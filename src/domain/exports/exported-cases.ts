import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type QueueFilter, queueCondition } from '#domain/cases/queue-filter.ts';
import { type QueuedCase, selectCases, withOthers } from '#domain/cases/read-queue.ts';
import { byId } from './in-batches.ts';

/** The cases that match, in the order in which they came, and how many these are. */
export const exportedCases = async (
  db: Db,
  filter: QueueFilter,
): Promise<{ count: number; batches: AsyncGenerator<QueuedCase[]> }> => {
  const condition = await queueCondition(db, filter);
  const { rows } = await sql<{ count: number }>`select count(*) as count from cases c where ${condition}`.execute(db);
  const batches = byId(async (after, limit) => {
    const page = sql`select * from cases c where ${condition} and c.id > ${after}::bigint order by c.id limit ${limit}`;
    return withOthers(db, (await selectCases(page, sql`c.id`).execute(db)).rows);
  });
  return { count: rows[0]?.count ?? 0, batches };
};
