import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export interface MostViewed {
  videos: { id: number; views: number }[];
  tags: { slug: string; views: number }[];
}

const name = 'most_viewed';
const maxListed = 10;

/** 30 days of the site, today included. */
const start = (timeZone: string) =>
  sql`(date_trunc('day', now() at time zone ${timeZone}) - interval '29 days') at time zone ${timeZone}`;

/** Sums up the hourly views of 30 days. Slow on a busy site, so a job runs it and the dashboard reads the result. */
export const refreshMostViewed = (db: Db, timeZone: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    await sql`
      with viewed as materialized (
        select h.video_id, sum(h.views)::bigint as views
        from hourly_views h join videos v on v.id = h.video_id and v.deleted_at is null and v.state = 'published'
        where h.hour >= ${start(timeZone)} group by h.video_id),
      videos as (
        select video_id as id, views from viewed order by views desc, video_id desc limit ${maxListed}),
      tags as (
        select t.slug, s.views from (
          select vt.tag_id, sum(viewed.views)::bigint as views
          from viewed join video_tags vt using (video_id)
          group by vt.tag_id order by 2 desc, 1 limit ${maxListed}) as s
        join tags t on t.id = s.tag_id order by s.views desc, t.slug)
      insert into dashboard_figures (name, value) values (${name}, jsonb_build_object(
        'videos', coalesce((select jsonb_agg(videos) from videos), '[]'),
        'tags', coalesce((select jsonb_agg(tags) from tags), '[]')))
      on conflict (name) do update set value = excluded.value`.execute(tx);
  });

/** The result of the last refresh. */
export const readMostViewed = async (db: Db): Promise<MostViewed> => {
  const row = await db.selectFrom('dashboard_figures').select('value').where('name', '=', name).executeTakeFirst();
  return (row?.value as MostViewed | undefined) ?? { videos: [], tags: [] };
};
