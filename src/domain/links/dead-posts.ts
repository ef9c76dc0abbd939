import { sql } from 'kysely';
import type { PostState } from '#contract/values/post-filter.ts';
import type { Db } from '#db/database.ts';
import type { Found } from '#domain/paged-search.ts';

/** A post that visitors see and that cannot be watched anywhere. */
export interface DeadPost {
  id: number;
  title: string;
  imageUrl: string;
  state: PostState;
  link: string;
  host: string | null;
  /** How many links it has. */
  links: number;
  /** Since when its link was not found. */
  deadSince: Date | null;
  views: number;
  version: number;
}

/** As the index of these posts has it. */
const isDead = sql`link <> '' and link = any(dead_links)`;
const waits = sql`deleted_at is null and state in ('published', 'scheduled')`;

/** Counted up to a bound: every screen asks for it. */
export const deadPostCount = (max: number) =>
  sql<number>`(select count(*)::int from (select from videos where ${isDead} and ${waits} limit ${max}) d)`;

/** To be decided: those that most visitors want first. */
export const readDeadPosts = async (
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<Found<DeadPost>> => {
  const { rows } = await sql<DeadPost & { total: number }>`
    select v.id, v.title, v.image_url as "imageUrl", v.state, v.link, link_host(v.link) as host,
      greatest(cardinality(v.links), 1) as links, c.first_gone_at as "deadSince", coalesce(w.total, 0) as views, v.version,
      count(*) over ()::integer as total
    from (select * from videos where ${isDead} and ${waits}) v left join video_views w on w.video_id = v.id
      left join link_checks c on md5(c.url) = md5(v.link) and c.url = v.link
    order by coalesce(w.total, 0) desc, v.id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { total: rows[0]?.total ?? 0, records: rows.map(({ total, ...post }) => post) };
};

const maxCounted = 1000;

/** Up to a bound. */
export const countDeadPosts = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ posts: number }>`select ${deadPostCount(maxCounted)} as posts`.execute(db);
  return rows[0]?.posts ?? 0;
};
