import { sql } from 'kysely';
import { type ResultKind, resultKinds } from '#contract/values/statistics.ts';
import type { Db } from '#db/database.ts';

/** Shorter than the 30 days for which deleted posts, and so their partner and source, are kept. */
const recountedDays = 25;
const retentionMonths = 25;

const posts = {
  partner: sql`
    select partner_id as subject_id, count(*) as n from videos where partner_id is not null group by 1
    union all
    select 0, (select count(*) from videos) - (select count(*) from videos where partner_id is not null)`,
  // The join leaves out items of purged posts, which are kept so that imports don't add those posts again.
  source: sql`
    select i.source_id as subject_id, count(*) as n from import_items i join videos v on v.id = i.video_id group by 1
    union all
    select 0, (select count(*) from videos v where not exists (select from import_items i where i.video_id = v.id))`,
};

/** The id of a post's partner or source, 0 for none. */
const subjectOf = {
  partner: sql`coalesce(v.partner_id, 0)`,
  source: sql`coalesce((select i.source_id from import_items i where i.video_id = v.id limit 1), 0)`,
};

/**
 * Counts today's posts, and those without a living link. Counts all posts with index-only scans, then subtracts the few
 * deleted ones, which is faster than filtering.
 */
const countPosts = (tx: Db, kind: ResultKind, timeZone: string) =>
  sql`
    with posts as (${posts[kind]}),
    deleted as (select ${subjectOf[kind]} as subject_id, count(*) as n from videos v where deleted_at is not null group by 1),
    dead as (
      select ${subjectOf[kind]} as subject_id, count(*) as n from videos v
      where link <> '' and link = any (dead_links) and deleted_at is null group by 1),
    known as (
      select subject_id from posts
      union select subject_id from daily_results where kind = ${kind} and posts > 0)
    insert into daily_results (day, kind, subject_id, posts, dead_posts)
    select (now() at time zone ${timeZone})::date, ${kind}, known.subject_id,
      greatest(coalesce(sum(posts.n), 0) - coalesce(max(deleted.n), 0), 0), coalesce(max(dead.n), 0)
    from known left join posts using (subject_id) left join deleted using (subject_id) left join dead using (subject_id)
    group by known.subject_id order by known.subject_id
    on conflict (day, kind, subject_id) do update set posts = excluded.posts, dead_posts = excluded.dead_posts`.execute(
    tx,
  );

/** Recounts the posts that cases removed on each of the last days, because decisions may have been undone since. */
const countRemoved = async (tx: Db, kind: ResultKind, timeZone: string) => {
  const from = sql`(now() at time zone ${timeZone})::date - ${recountedDays}::integer`;
  await sql`
    with removed as (
      select distinct on (v.id) (u.decided_at at time zone ${timeZone})::date as day, ${subjectOf[kind]} as subject_id
      from case_urls u join videos v on v.id = u.video_id
      where u.decision = 'remove' and (u.decided_at at time zone ${timeZone})::date > ${from}
      order by v.id, u.decided_at),
    counted as (select day, subject_id, count(*) as n from removed group by day, subject_id),
    undone as (
      update daily_results r set removed = 0
      where r.kind = ${kind} and r.day > ${from} and r.removed > 0
        and not exists (select from counted c where c.day = r.day and c.subject_id = r.subject_id))
    insert into daily_results (day, kind, subject_id, removed)
    select day, ${kind}, subject_id, n from counted order by day, subject_id
    on conflict (day, kind, subject_id) do update set removed = excluded.removed`.execute(tx);
};

/**
 * Updates the daily results of partners and sources, and deletes old ones. Slow on a large site, so a job runs it and
 * the screen reads the result.
 */
export const countResults = (db: Db, timeZone: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    for (const kind of resultKinds) {
      await countPosts(tx, kind, timeZone);
      await countRemoved(tx, kind, timeZone);
    }
    await sql`
      delete from daily_results where day < current_date - make_interval(months => ${retentionMonths}::integer)`.execute(
      tx,
    );
  });

interface ResultRange {
  kind: ResultKind;
  /** Up to and including today. */
  days: number;
  timeZone: string;
}

/** The posts and clicks of a partner or import source. */
export interface Result {
  /** Id of the partner or source, 0 for posts without one. */
  subjectId: number;
  /** Null if it was deleted. */
  name: string | null;
  posts: number;
  deadPosts: number;
  /** Total since the oldest stored results. */
  removed: number;
  plays: number;
  otherLinks: number;
  embeds: number;
  visits: number;
  /** Plays, other links, embeds and visits in the preceding period of the same length. */
  clicksBefore: number;
}

export interface ResultDay {
  /** YYYY-MM-DD in the site's time zone. */
  day: string;
  clicks: number;
  /** Null for days on which posts were not counted. */
  posts: number | null;
  deadPosts: number | null;
  removed: number;
  /** Running total up to this day, since the oldest stored results. */
  removedSoFar: number;
}

/** More than any site should have. Beyond that, only those with the most clicks are shown. */
const maxResults = 1000;

const todayIn = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;
const clicks = sql`r.plays + r.other_links + r.embeds + r.visits`;
const names = {
  partner: sql`(select p.name from partners p where p.id = r.subject_id and p.deleted_at is null)`,
  source: sql`(select s.name from import_sources s where s.id = r.subject_id)`,
};

/** Most clicks first. */
export const readResults = async (db: Db, { kind, days, timeZone }: ResultRange): Promise<Result[]> => {
  const { rows } = await sql<Result>`
    with range as (select ${todayIn(timeZone)} - ${days}::integer as start)
    select r.subject_id as "subjectId", ${names[kind]} as name,
      coalesce((array_agg(r.posts order by r.day desc) filter (where r.posts is not null))[1], 0) as posts,
      coalesce((array_agg(r.dead_posts order by r.day desc) filter (where r.dead_posts is not null))[1], 0) as "deadPosts",
      sum(r.removed)::integer as removed,
      coalesce(sum(r.plays) filter (where r.day > range.start), 0)::integer as plays,
      coalesce(sum(r.other_links) filter (where r.day > range.start), 0)::integer as "otherLinks",
      coalesce(sum(r.embeds) filter (where r.day > range.start), 0)::integer as embeds,
      coalesce(sum(r.visits) filter (where r.day > range.start), 0)::integer as visits,
      coalesce(sum(${clicks}) filter (where r.day <= range.start and r.day > range.start - ${days}::integer), 0)::integer
        as "clicksBefore",
      coalesce(sum(${clicks}) filter (where r.day > range.start), 0) as sorted
    from daily_results r, range where r.kind = ${kind}
    group by r.subject_id order by sorted desc, posts desc, r.subject_id limit ${maxResults}`.execute(db);
  // Without recent clicks, list only partners and sources that still exist and have or had posts.
  return rows.filter(({ subjectId, name, posts, removed, plays, otherLinks, embeds, visits }) => {
    const clicks = plays + otherLinks + embeds + visits;
    return clicks > 0 || ((subjectId === 0 || name !== null) && posts + removed > 0);
  });
};

/** One row per day, oldest first, of one partner or source, or of all. */
export const readResultDays = async (
  db: Db,
  { kind, days, timeZone }: ResultRange,
  subjectId?: number,
): Promise<ResultDay[]> => {
  const isSelected = sql`r.kind = ${kind}
    and (${subjectId ?? null}::bigint is null or r.subject_id = ${subjectId ?? null}::bigint)`;
  const { rows } = await sql<ResultDay>`
    with days as (
      select ${todayIn(timeZone)} - n as day from generate_series(0, ${days}::integer - 1) as n),
    earlier as (
      select coalesce(sum(r.removed), 0) as removed from daily_results r
      where ${isSelected} and r.day < (select min(day) from days))
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(${clicks}), 0)::integer as clicks,
      sum(r.posts)::integer as posts, sum(r.dead_posts)::integer as "deadPosts",
      coalesce(sum(r.removed), 0)::integer as removed,
      ((select removed from earlier) + sum(coalesce(sum(r.removed), 0)) over (order by days.day))::integer as "removedSoFar"
    from days left join daily_results r on r.day = days.day and ${isSelected}
    group by days.day order by days.day`.execute(db);
  return rows;
};

export interface ExportedResult
  extends Pick<Result, 'subjectId' | 'name' | 'removed' | 'plays' | 'otherLinks' | 'embeds' | 'visits'> {
  day: string;
  posts: number | null;
  deadPosts: number | null;
}

const exportedDays = 30;

/** All days of all partners or sources, in batches of a month. */
export async function* everyResult(db: Db, { kind, days, timeZone }: ResultRange): AsyncGenerator<ExportedResult[]> {
  for (let from = days; from > 0; from -= exportedDays) {
    const { rows } = await sql<ExportedResult>`
      select to_char(r.day, 'YYYY-MM-DD') as day, r.subject_id as "subjectId", ${names[kind]} as name, r.posts,
        r.dead_posts as "deadPosts", r.removed, r.plays, r.other_links as "otherLinks", r.embeds, r.visits
      from daily_results r where r.kind = ${kind}
        and r.day > ${todayIn(timeZone)} - ${from}::integer
        and r.day <= ${todayIn(timeZone)} - ${Math.max(from - exportedDays, 0)}::integer
      order by r.day, r.subject_id`.execute(db);
    yield rows;
  }
}
