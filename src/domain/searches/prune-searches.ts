import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

const retentionDays = 90;

/** Deletes the keys and hashes of days that are over, and counts that are too old to be shown. */
export const pruneSearches = async (db: Db, now = new Date()): Promise<void> => {
  const today = sql<Date>`(${now}::timestamptz at time zone 'utc')::date`;
  // The hashes go with their key.
  await db.deleteFrom('search_log_keys').where('day', '<', today).execute();
  await db.deleteFrom('search_counts').where('day', '<', sql<Date>`${today} - ${retentionDays}::integer`).execute();
};
