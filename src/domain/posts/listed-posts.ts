import { sql } from 'kysely';
import type { PostState } from '#contract/values/post-filter.ts';
import type { Db } from '#db/database.ts';
import { type StoredVideo, storedVideosByIds } from '#domain/catalogue/stored-videos.ts';

/** A post as the list shows it. */
export interface ListedPost extends StoredVideo {
  updatedAt: Date;
  partnerName: string | null;
  /** Clicks out, as results count them. */
  clicks: number;
}

/** In the order of the given ids, without deleted posts. */
export const listedPostsByIds = async (db: Db, ids: readonly number[]): Promise<ListedPost[]> => {
  const [posts, { rows }] = await Promise.all([
    storedVideosByIds(db, ids),
    sql<{ id: number; updatedAt: Date; partnerName: string | null; clicks: number }>`
      select v.id, v.updated_at as "updatedAt", p.name as "partnerName", coalesce(c.clicks, 0) as clicks
      from videos v left join partners p on p.id = v.partner_id left join video_clicks c on c.video_id = v.id
      where v.id = any(${sql.val(ids)}::bigint[])`.execute(db),
  ]);
  const further = new Map(rows.map(({ id, ...row }) => [id, row]));
  return posts.flatMap((post) => {
    const row = further.get(post.id);
    return row ? { ...post, ...row } : [];
  });
};

export interface PostElsewhere {
  id: number;
  title: string;
  state: PostState;
  deletedAt: Date | null;
  version: number;
}

export const postsElsewhere = async (db: Db, ids: readonly number[]): Promise<PostElsewhere[]> => {
  if (ids.length === 0) return [];
  return db
    .selectFrom('videos')
    .select(['id', 'title', 'state', 'deleted_at as deletedAt', 'version'])
    .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .orderBy('id', 'desc')
    .execute();
};

/** The index counts published posts. */
export const countUnpublished = async (db: Db): Promise<Record<Exclude<PostState, 'published'>, number>> => {
  const { rows } = await sql<{ draft: number; scheduled: number; withheld: number }>`
    select count(*) filter (where state = 'draft')::integer as draft,
      count(*) filter (where state = 'scheduled')::integer as scheduled,
      count(*) filter (where state = 'withheld')::integer as withheld
    from videos where state <> 'published' and deleted_at is null`.execute(db);
  return rows[0] ?? { draft: 0, scheduled: 0, withheld: 0 };
};

const maxOptions = 1_000;

/** What posts can be filtered by. */
export const filterOptions = async (db: Db) => {
  const partners = db.selectFrom('partners').select(['id', 'name']).where('deleted_at', 'is', null);
  const admins = db.selectFrom('admins').select(['id', 'username as name']);
  return {
    partners: await partners.orderBy(sql`lower(name)`).limit(maxOptions).execute(),
    admins: await admins.orderBy(sql`lower(username)`).limit(maxOptions).execute(),
  };
};
