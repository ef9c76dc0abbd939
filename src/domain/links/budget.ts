import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/**
 * Takes requests from the budget of the hour, which is spread over its minutes. Returns whether there were some left. Several
 * processes share it.
 */
export const takeRequest = async (db: Db, requestsPerHour: number, now: Date): Promise<boolean> => {
  const hour = sql`date_trunc('hour', ${now}::timestamptz)`;
  const { rows } = await sql`
    update link_progress
    set hour = ${hour}, requests = case when hour = ${hour} then requests + 1 else 1 end
    where hour is distinct from ${hour} or requests <
      ceil(${requestsPerHour}::numeric * (extract(minute from ${now}::timestamptz) + 1) / 60)
    returning 1`.execute(db);
  return rows.length > 0;
};

/** Counts a request that a probe needs besides its first one. */
export const countRequest = async (db: Db): Promise<void> => {
  await sql`update link_progress set requests = requests + 1`.execute(db);
};

/** Gives one back that was not made. */
export const returnRequest = async (db: Db): Promise<void> => {
  await sql`update link_progress set requests = greatest(requests - 1, 0)`.execute(db);
};
