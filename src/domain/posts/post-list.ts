import { sql } from 'kysely';
import { limits } from '#contract/values/fields.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { type StoredVideo, storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { assertBelowLimit } from '#domain/directory/directory.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';

/** A post in the back-office's list. */
export interface ListedPost extends StoredVideo {
  updatedAt: Date;
  partnerName: string | null;
  /** Clicks on its links, as counted by `results/`. */
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

/** Published posts are counted by the index. */
export const countUnpublished = async (db: Db): Promise<Record<Exclude<PostState, 'published'>, number>> => {
  const { rows } = await sql<{ draft: number; scheduled: number; withheld: number }>`
    select count(*) filter (where state = 'draft')::integer as draft,
      count(*) filter (where state = 'scheduled')::integer as scheduled,
      count(*) filter (where state = 'withheld')::integer as withheld
    from videos where state <> 'published' and deleted_at is null`.execute(db);
  return rows[0] ?? { draft: 0, scheduled: 0, withheld: 0 };
};

const maxOptions = 1_000;

/** The partners and admins that posts can be filtered by. */
export const filterOptions = async (db: Db) => {
  const partners = db.selectFrom('partners').select(['id', 'name']).where('deleted_at', 'is', null);
  const admins = db.selectFrom('admins').select(['id', 'username as name']);
  return {
    partners: await partners.orderBy(sql`lower(name)`).limit(maxOptions).execute(),
    admins: await admins.orderBy(sql`lower(username)`).limit(maxOptions).execute(),
  };
};

/** A saved filter of the list of posts, shared by all admins. */
export interface PostView {
  id: number;
  name: string;
  query: string;
}

const columns = ['id', 'name', 'query'] as const;

export const listPostViews = (db: Db): Promise<PostView[]> =>
  db.selectFrom('post_views').select(columns).orderBy(sql`lower(name)`).execute();

export const addPostView = async (db: Db, actor: Actor, { name, query }: Omit<PostView, 'id'>): Promise<PostView> => {
  try {
    return await db.transaction().execute(async (tx) => {
      await assertBelowLimit(tx, 'post_views', limits.postViews.entries, 'views');
      const view = await tx
        .insertInto('post_views')
        .values({ name: name.trim(), query, created_by: actor.adminId })
        .returning(columns)
        .executeTakeFirstOrThrow();
      await recordChange(tx, actor, { action: 'create', entity: 'post_view', entityId: view.id, after: view });
      return view;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError('A view with this name already exists.');
    throw error;
  }
};

export const deletePostView = (db: Db, actor: Actor, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await tx.deleteFrom('post_views').where('id', '=', id).returning(columns).executeTakeFirst();
    if (!before) throw new NotFoundError('This view no longer exists.');
    await recordChange(tx, actor, { action: 'delete', entity: 'post_view', entityId: id, before });
  });
