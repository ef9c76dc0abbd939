import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { readTimeZone } from '#domain/settings/settings.ts';
import type { Pass } from './pass.ts';

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

/** How many posts the source may still add today. */
export const readCapLeft = async (db: Db, { sourceId, settings }: Pass): Promise<number> => {
  const { dailyCap } = settings.rules;
  if (dailyCap === null) return Number.POSITIVE_INFINITY;
  const timeZone = await readTimeZone(db);
  const { rows } = await sql<{ used: number }>`
    select case when cap_day = ${today(timeZone)} then cap_used else 0 end as used
    from import_sources where id = ${sourceId}::bigint`.execute(db);
  return Math.max(0, dailyCap - (rows[0]?.used ?? 0));
};

export const chargeCap = async (tx: Tx, { sourceId, settings }: Pass, count: number): Promise<void> => {
  if (settings.rules.dailyCap === null || count === 0) return;
  const timeZone = await readTimeZone(tx);
  await sql`update import_sources set cap_day = ${today(timeZone)},
      cap_used = ${count}::integer + case when cap_day = ${today(timeZone)} then cap_used else 0 end
    where id = ${sourceId}::bigint`.execute(tx);
};

/** When the next day begins on the site. */
export const nextDay = async (db: Db): Promise<Date> => {
  const timeZone = await readTimeZone(db);
  const { rows } = await sql<{ at: Date }>`
    select ((${today(timeZone)} + 1)::timestamp at time zone ${timeZone}) as at`.execute(db);
  return rows[0]?.at ?? new Date();
};
