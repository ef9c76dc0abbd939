import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { readTimeZone } from '#domain/settings.ts';

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

interface CapOptions {
  /** Nobody changes the cap before the transaction ends. */
  isLocked?: boolean;
}

/** How many posts the source may still add today, by the cap that it has now: infinitely many without one. */
export const readCapLeft = async (db: Db, sourceId: number, { isLocked = false }: CapOptions = {}): Promise<number> => {
  const { rows: sources } = await sql<{ cap: number | null }>`
    select (settings -> 'rules' ->> 'dailyCap')::integer as cap from import_sources
    where id = ${sourceId}::bigint ${isLocked ? sql`for share` : sql``}`.execute(db);
  const cap = sources[0]?.cap ?? null;
  if (cap === null) return Number.POSITIVE_INFINITY;
  const timeZone = await readTimeZone(db);
  const { rows } = await sql<{ used: number }>`
    select case when cap_day = ${today(timeZone)} then cap_used else 0 end as used
    from import_sources where id = ${sourceId}::bigint`.execute(db);
  return Math.max(0, cap - (rows[0]?.used ?? 0));
};

export const chargeCap = async (tx: Tx, sourceId: number, count: number): Promise<void> => {
  if (count === 0) return;
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
