import { sql } from 'kysely';
import type { NameKind } from '#contract/values/names.ts';
import type { Db } from '#db/database.ts';
import { countStillPublic } from '#domain/cases/case-queue.ts';
import { endsSoon, hasEnded, hasEndingCounterNotice, isOverdue } from '#domain/cases/deadlines.ts';
import { nameTables } from '#domain/catalogue/tags-and-performers.ts';
import { countWaitingImports } from '#domain/imports/imports.ts';
import { deadPostCount } from '#domain/links/link-health.ts';
import { notAboutAccounts } from '#domain/mail/outbox.ts';
import { isWaiting } from '#domain/partners/partners.ts';
import { isVisible } from '#domain/visibility.ts';

export interface Waiting {
  submissions: number;
  /** Emails that could not be sent within the last 7 days. */
  mail: number;
  /** Bulk changes of all admins that are running or being undone. */
  bulkChanges: number;
  /** Posts without a working link that wait for a decision, up to `maxCounted`. */
  deadPosts: number;
  /** Imports that wait for confirmation or have failed, and feeds that cannot be fetched. */
  imports: number;
  /** Undecided cases, up to `maxCounted`, and decided ones with a counter-notice whose deadline is near. */
  cases: number;
  overdueCases: number;
  /** Cases that could not hide all their posts, up to 5,000. */
  stillPublic: number;
  /** When the next case becomes overdue. */
  nextCaseDueAt: Date | null;
  /** Counter-notices whose deadline for restoring the posts is near. */
  endingCounterNotices: number;
  overdueCounterNotices: number;
}

/** Counts have a maximum, so that a flood doesn't slow down every screen. */
const maxCounted = 1000;

/** Counts what needs attention, with partial indexes and small tables, because every screen shows it. */
export const readWaiting = async (db: Db, { isMainAdmin }: { isMainAdmin: boolean }): Promise<Waiting> => {
  const { rows } = await sql<Omit<Waiting, 'stillPublic'>>`
    select
      (select count(*)::int from partners where ${isWaiting} and deleted_at is null) as submissions,
      (select count(*)::int from outbox
       where status = 'failed' and created_at > now() - interval '7 days'
         and (${isMainAdmin} or ${notAboutAccounts})) as mail,
      ${deadPostCount(maxCounted)} as "deadPosts",
      (select count(*)::int from bulk_changes where state in ('running', 'undoing')) as "bulkChanges",
      ${countWaitingImports} as imports,
      (select count(*)::int from (select from cases where status <> 'decided' limit ${maxCounted}) c)
        + (select count(*)::int from cases c where c.status = 'decided' and ${hasEndingCounterNotice}) as cases,
      (select count(*)::int from (select from cases where ${isOverdue} limit ${maxCounted}) c) as "overdueCases",
      (select min(due_at) from cases where status <> 'decided' and paused_at is null and due_at > now()) as "nextCaseDueAt",
      (select count(*)::int from counter_notices n where ${endsSoon} and not ${hasEnded}) as "endingCounterNotices",
      (select count(*)::int from counter_notices n where ${hasEnded}) as "overdueCounterNotices"`.execute(db);
  return { ...(rows[0] as Omit<Waiting, 'stillPublic'>), stillPublic: await countStillPublic(db) };
};

export interface Totals {
  views: number;
  newVideos: number;
  newPerformers: number;
  newTags: number;
  viewsOfLastDay: number;
  waitingSubmissions: number;
}

/** Whether visitors see the name. As in lists, only such names are counted. */
const isUsed = (kind: NameKind) => {
  const { links, link } = nameTables[kind];
  return sql`exists (select from ${sql.table(links)} l join videos v on v.id = l.video_id
    where l.${sql.ref(link)} = n.id and ${isVisible('v')})`;
};

/** Each number comes from an index range or a running total, so that none scans the catalogue. */
export const readTotals = async (db: Db): Promise<Totals> => {
  const { rows } = await sql<Totals>`
    select
      (select views from view_total)
        - (select coalesce(sum(vv.total), 0)::bigint from videos v join video_views vv on vv.video_id = v.id
           where v.deleted_at is not null or (v.deleted_at is null and v.state <> 'published')) as "views",
      (select count(*) from videos
       where published_at >= now() - interval '7 days' and ${isVisible()}) as "newVideos",
      (select count(*) from performers n
       where created_at >= now() - interval '7 days' and deleted_at is null and ${isUsed('performer')}) as "newPerformers",
      (select count(*) from tags n where created_at >= now() - interval '7 days' and ${isUsed('tag')}) as "newTags",
      (select coalesce(sum(views), 0)::bigint from hourly_view_totals
       where hour > now() - interval '24 hours') as "viewsOfLastDay",
      (select count(*) from partners where ${isWaiting} and deleted_at is null) as "waitingSubmissions"
  `.execute(db);
  return rows[0] as Totals;
};

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
  /** Oldest first, including days without views. The last one is today. */
  days: DayViews[];
  /** The previous period of the same length, whose last day ends at the current time of day. */
  before: { start: Date; end: Date; views: number };
}

/** Calculates in local time until the last step, so that a day has 23 or 25 hours when the clocks change. */
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

/** Sums hourly totals. An hour belongs to the day on which it begins. */
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

export interface MostViewed {
  videos: { id: number; views: number }[];
  tags: { slug: string; views: number }[];
}

const figureName = 'most_viewed';
const maxListed = 10;

/** The start of the last 30 days, including today, in the site's time zone. */
const periodStart = (timeZone: string) =>
  sql`(date_trunc('day', now() at time zone ${timeZone}) - interval '29 days') at time zone ${timeZone}`;

/** Sums the hourly views of 30 days. Slow on a busy site, so a job does it and the dashboard reads the result. */
export const refreshMostViewed = (db: Db, timeZone: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    await sql`
      with viewed as materialized (
        select h.video_id, sum(h.views)::bigint as views
        from hourly_views h join videos v on v.id = h.video_id and ${isVisible('v')}
        where h.hour >= ${periodStart(timeZone)} group by h.video_id),
      videos as (
        select video_id as id, views from viewed order by views desc, video_id desc limit ${maxListed}),
      tags as (
        select t.slug, s.views from (
          select vt.tag_id, sum(viewed.views)::bigint as views
          from viewed join video_tags vt using (video_id)
          group by vt.tag_id order by 2 desc, 1 limit ${maxListed}) as s
        join tags t on t.id = s.tag_id order by s.views desc, t.slug)
      insert into dashboard_figures (name, value) values (${figureName}, jsonb_build_object(
        'videos', coalesce((select jsonb_agg(videos) from videos), '[]'),
        'tags', coalesce((select jsonb_agg(tags) from tags), '[]')))
      on conflict (name) do update set value = excluded.value`.execute(tx);
  });

const readFigure = async (db: Db): Promise<MostViewed | undefined> => {
  const row = await db
    .selectFrom('dashboard_figures')
    .select('value')
    .where('name', '=', figureName)
    .executeTakeFirst();
  return row?.value as MostViewed | undefined;
};

/** As of the last run of the job. On a new site, which it hasn't run on yet, they are counted now. */
export const readMostViewed = async (db: Db, timeZone: string): Promise<MostViewed> => {
  const counted = await readFigure(db);
  if (counted) return counted;
  await refreshMostViewed(db, timeZone);
  return (await readFigure(db)) ?? { videos: [], tags: [] };
};
