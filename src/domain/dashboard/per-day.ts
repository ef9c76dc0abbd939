import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A range of days in the site's time zone; today is the last. */
export interface DayRange {
  days: number;
  timeZone: string;
}

export interface Day {
  /** YYYY-MM-DD in the site's time zone. */
  day: string;
  start: Date;
  end: Date;
}

export interface DayViews extends Day {
  views: number;
}

export interface ViewsOfRange {
  /** Oldest first, including days without views. The last one has not ended. */
  days: DayViews[];
  /** The same time before: as many days, and as much of the last one as of today. */
  before: { start: Date; end: Date; views: number };
}

/** Local times until the last step, so that a day has 23 or 25 hours when the clocks change. */
const daysOf = ({ days, timeZone }: DayRange) => sql`
  select to_char(local, 'YYYY-MM-DD') as day, local,
         local at time zone ${timeZone} as start,
         (local + interval '1 day') at time zone ${timeZone} as "end"
  from (select date_trunc('day', now() at time zone ${timeZone}) - n * interval '1 day' as local
        from generate_series(0, ${days}::integer - 1) as n) as n`;

const rangeBefore = ({ days, timeZone }: DayRange) => sql`
  select (date_trunc('day', local) - make_interval(days => ${days}::integer * 2 - 1)) at time zone ${timeZone} as start,
         (local - make_interval(days => ${days}::integer)) at time zone ${timeZone} as "end"
  from (select now() at time zone ${timeZone} as local) as l`;

/** From hourly totals: an hour belongs to the day in which it begins. */
export const viewsOfRange = async (db: Db, range: DayRange): Promise<ViewsOfRange> => {
  const days = await sql<DayViews>`
    with days as materialized (${daysOf(range)}),
    counted as (
      select date_trunc('day', hour at time zone ${range.timeZone}) as local, sum(views)::bigint as views
      from hourly_view_totals where hour >= (select min(start) from days) - interval '1 hour' group by 1)
    select day, start, "end", coalesce(views, 0) as views
    from days left join counted using (local) order by local`.execute(db);
  const before = await sql<ViewsOfRange['before']>`
    with range as materialized (${rangeBefore(range)})
    select start, "end", (
      select coalesce(sum(views), 0)::bigint from hourly_view_totals t
      where t.hour >= range.start and t.hour < range."end") as views
    from range`.execute(db);
  return { days: days.rows, before: before.rows[0] as ViewsOfRange['before'] };
};
