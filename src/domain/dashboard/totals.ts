import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isWaiting } from '#domain/partners/submissions.ts';

export interface Totals {
  views: number;
  newVideos: number;
  newPerformers: number;
  newTags: number;
  viewsOfLastDay: number;
  waitingSubmissions: number;
}

/** Each number comes from an index range or a running total, so none of them scans the catalogue. */
export const readTotals = async (db: Db): Promise<Totals> => {
  const { rows } = await sql<Totals>`
    select
      (select views from view_total)
        - (select coalesce(sum(vv.total), 0)::bigint from videos v join video_views vv on vv.video_id = v.id
           where v.deleted_at is not null or (v.deleted_at is null and v.state <> 'published')) as "views",
      (select count(*) from videos
       where published_at >= now() - interval '7 days' and deleted_at is null and state = 'published') as "newVideos",
      (select count(*) from performers
       where created_at >= now() - interval '7 days' and deleted_at is null) as "newPerformers",
      (select count(*) from tags where created_at >= now() - interval '7 days') as "newTags",
      (select coalesce(sum(views), 0)::bigint from hourly_view_totals
       where hour > now() - interval '24 hours') as "viewsOfLastDay",
      (select count(*) from partners where ${isWaiting} and deleted_at is null) as "waitingSubmissions"
  `.execute(db);
  return rows[0] as Totals;
};
