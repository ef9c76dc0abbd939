import { type RawBuilder, sql } from 'kysely';
import type { PostSort, SortDirection } from '#contract/values/post-filter.ts';

/** Of `videos v`; a name that is missing sorts as an empty one. */
const keys: Record<PostSort, RawBuilder<unknown>> = {
  added: sql`v.published_at`,
  updated: sql`v.updated_at`,
  publish: sql`v.publish_at`,
  title: sql`lower(v.title)`,
  number: sql`v.id`,
  views: sql`coalesce((select total from video_views w where w.video_id = v.id), 0)`,
  minutes: sql`coalesce(v.minutes, 0)`,
  category: sql`v.category`,
  stars: sql`(select count(*) from video_performers vp where vp.video_id = v.id)`,
  tags: sql`(select count(*) from video_tags vt where vt.video_id = v.id)`,
  partner: sql`coalesce((select lower(p.name) from partners p where p.id = v.partner_id), '')`,
  host: sql`coalesce(link_host(v.link), '')`,
  by: sql`coalesce((select lower(a.username) from admins a where a.id = v.created_by), '')`,
};

export const sortSql = (sort: PostSort, direction: SortDirection) => sql`${keys[sort]} ${sql.raw(direction)}`;
