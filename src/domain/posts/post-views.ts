import { sql } from 'kysely';
import { limits } from '#contract/values/limits.ts';
import { numeral } from '#contract/values/sentences.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';

/** A list of posts that an admin has saved under a name, for all admins. */
export interface PostView {
  id: number;
  name: string;
  query: string;
}

const columns = ['id', 'name', 'query'] as const;

export const listPostViews = (db: Db): Promise<PostView[]> =>
  db.selectFrom('post_views').select(columns).orderBy(sql`lower(name)`).execute();

/** Locks the table against other inserts, which would not be counted. */
const refuseTooMany = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('marquee post views'))`.execute(tx);
  const { count } = await tx
    .selectFrom('post_views')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= limits.postViews.entries)
    throw new ConflictError(`There may be at most ${numeral(limits.postViews.entries)} views. Delete one first.`);
};

export const addPostView = async (db: Db, actor: Actor, { name, query }: Omit<PostView, 'id'>): Promise<PostView> => {
  try {
    return await db.transaction().execute(async (tx) => {
      await refuseTooMany(tx);
      const view = await tx
        .insertInto('post_views')
        .values({ name: name.trim(), query, created_by: actor.adminId })
        .returning(columns)
        .executeTakeFirstOrThrow();
      await recordChange(tx, actor, { action: 'create', entity: 'post_view', entityId: view.id, after: view });
      return view;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError('There is a view with this name already.');
    throw error;
  }
};

export const deletePostView = (db: Db, actor: Actor, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await tx.deleteFrom('post_views').where('id', '=', id).returning(columns).executeTakeFirst();
    if (!before) throw new NotFoundError('This view no longer exists.');
    await recordChange(tx, actor, { action: 'delete', entity: 'post_view', entityId: id, before });
  });
