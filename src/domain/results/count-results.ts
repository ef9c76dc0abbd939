import { sql } from 'kysely';
import { type ResultKind, resultKinds } from '#contract/values/results.ts';
import type { Db } from '#db/database.ts';

/** Deleted posts are kept for 30 days: what was removed is counted while it is known where it came from. */
const recountedDays = 25;
const retentionMonths = 25;

const posts = {
  partner: sql`
    select partner_id as subject_id, count(*) as n from videos where partner_id is not null group by 1
    union all
    select 0, (select count(*) from videos) - (select count(*) from videos where partner_id is not null)`,
  // Items of posts that were removed for good stay, so that these don't return.
  source: sql`
    select i.source_id as subject_id, count(*) as n from import_items i join videos v on v.id = i.video_id group by 1
    union all
    select 0, (select count(*) from videos v where not exists (select from import_items i where i.video_id = v.id))`,
};

/** Where posts come from, by their ids; 0 for those without. */
const subjectOf = {
  partner: sql`coalesce(v.partner_id, 0)`,
  source: sql`coalesce((select i.source_id from import_items i where i.video_id = v.id limit 1), 0)`,
};

/**
 * Counts the posts of today, and those of them that can be watched nowhere. All posts are counted from indexes alone, and the deleted and
 * dead ones, which are few, by themselves.
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

/** Counts what cases have removed on each of the last days, anew: decisions are undone now and then. */
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

/** Counts what partners and sources have, and forgets what is too old. Slow on a large site, so a job runs it and the screen reads the result. */
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
