import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export interface DayCount {
  /** YYYY-MM-DD in UTC. */
  day: string;
  count: number;
}

const days = sql`
  select (date_trunc('day', now() at time zone 'utc') - n * interval '1 day') as day
  from generate_series(0, 29) as n`;

const start = sql`(date_trunc('day', now() at time zone 'utc') - interval '29 days') at time zone 'utc'`;

/** The last 30 days, oldest first, including days without views. */
export const viewsPerDay = async (db: Db): Promise<DayCount[]> => {
  const { rows } = await sql<DayCount>`
    with counted as (
      select date_trunc('day', hour at time zone 'utc') as day, sum(views)::bigint as count
      from hourly_view_totals where hour >= ${start} group by 1)
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(count, 0) as count
    from (${days}) as days left join counted using (day) order by days.day`.execute(db);
  return rows;
};

/** One range scan of the publication index per day: cheaper than computing the day of every video. */
export const videosPerDay = async (db: Db): Promise<DayCount[]> => {
  const { rows } = await sql<DayCount>`
    select to_char(day, 'YYYY-MM-DD') as day, (
      select count(*) from videos
      where published_at >= day at time zone 'utc' and published_at < (day + interval '1 day') at time zone 'utc'
        and deleted_at is null and state = 'published') as count
    from (${days}) as days order by days.day`.execute(db);
  return rows;
};
