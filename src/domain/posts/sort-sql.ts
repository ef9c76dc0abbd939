import { type RawBuilder, sql } from 'kysely';
import type { PostSort, SortDirection } from '#contract/values/post-filter.ts';

const count = (kind: 'tag' | 'performer') =>
  sql.raw<number>(`(
    select count(*) from video_${kind}s l join ${kind}s n on n.id = l.${kind}_id
    where l.video_id = v.id ${kind === 'performer' ? 'and n.deleted_at is null' : ''})`);

/** Of `videos v`; titles are sorted by words, which SQL does not know: only what breaks their ties is sorted here. */
const keys: Record<PostSort, RawBuilder<unknown>> = {
  added: sql`v.published_at`,
  updated: sql`date_trunc('second', v.updated_at)`,
  publish: sql`coalesce(v.publish_at, v.published_at)`,
  title: sql`v.published_at`,
  number: sql`v.id`,
  views: sql`coalesce((select total from video_views w where w.video_id = v.id), 0)`,
  minutes: sql`coalesce(v.minutes, 0)`,
  category: sql`v.category`,
  stars: count('performer'),
  tags: count('tag'),
  partner: sql`coalesce((select lower(p.name) from partners p where p.id = v.partner_id), '')`,
  host: sql`coalesce(link_host(v.link), '')`,
  by: sql`coalesce((select lower(a.username) from admins a where a.id = v.created_by), '')`,
};

export const sortSql = (sort: PostSort, direction: SortDirection) => {
  const way = sql.raw(direction);
  return sql`${keys[sort]} ${way}, v.published_at ${way}, v.id ${way}`;
};
