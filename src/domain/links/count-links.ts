import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { linksIn } from './link-counts.ts';

/** Long enough for a year to be compared with the last. */
const keptDays = 800;

/** Stores how many links live and are dead today; the last count of a day stays. */
export const countLinks = async (db: Db, now = new Date()): Promise<void> => {
  const day = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  await sql`
    insert into link_days (day, living, suspicious, dead, unknown, unchecked)
    select ${day}, ${linksIn('living', 'ignored')}, ${linksIn('suspicious')}, ${linksIn('dead')}, ${linksIn('unknown')},
      ${linksIn('unchecked')}
    from link_counts
    on conflict (day) do update set living = excluded.living, suspicious = excluded.suspicious, dead = excluded.dead,
      unknown = excluded.unknown, unchecked = excluded.unchecked`.execute(db);
  await sql`delete from link_days where day < ${day} - ${keptDays}::integer`.execute(db);
};
