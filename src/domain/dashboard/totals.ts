import { sql } from 'kysely';
import type { NameKind } from '#contract/values/name-kinds.ts';
import type { Db } from '#db/database.ts';
import { nameTables } from '#domain/catalogue/stored-names.ts';
import { isWaiting } from '#domain/partners/submissions.ts';

export interface Totals {
  views: number;
  newVideos: number;
  newPerformers: number;
  newTags: number;
  viewsOfLastDay: number;
  waitingSubmissions: number;
}

/** Only names that visitors see count, as in the lists. */
const isUsed = (kind: NameKind) => {
  const { links, link } = nameTables[kind];
  return sql`exists (select from ${sql.table(links)} l join videos v on v.id = l.video_id
    where l.${sql.ref(link)} = n.id and v.deleted_at is null and v.state = 'published')`;
};

/** Each number comes from an index range or a running total, so none of them scans the catalogue. */
export const readTotals = async (db: Db): Promise<Totals> => {
  const { rows } = await sql<Totals>`
    select
      (select views from view_total)
        - (select coalesce(sum(vv.total), 0)::bigint from videos v join video_views vv on vv.video_id = v.id
           where v.deleted_at is not null or (v.deleted_at is null and v.state <> 'published')) as "views",
      (select count(*) from videos
       where published_at >= now() - interval '7 days' and deleted_at is null and state = 'published') as "newVideos",
      (select count(*) from performers n
       where created_at >= now() - interval '7 days' and deleted_at is null and ${isUsed('performer')}) as "newPerformers",
      (select count(*) from tags n where created_at >= now() - interval '7 days' and ${isUsed('tag')}) as "newTags",
      (select coalesce(sum(views), 0)::bigint from hourly_view_totals
       where hour > now() - interval '24 hours') as "viewsOfLastDay",
      (select count(*) from partners where ${isWaiting} and deleted_at is null) as "waitingSubmissions"
  `.execute(db);
  return rows[0] as Totals;
};
