import { sql } from 'kysely';
import type { SkipReason } from '#contract/values/bulk-changes.ts';
import type { Db } from '#db/database.ts';

export interface SkippedPost {
  id: number;
  /** Null once it is removed for good. */
  title: string | null;
  isDeleted: boolean;
  reason: SkipReason;
}

/** The posts that a bulk change, or its undoing, left alone. */
export const readSkipped = async (db: Db, id: number, { page, limit }: { page: number; limit: number }) => {
  const { rows } = await sql<SkippedPost>`
    select video_id as id, title, coalesce(deleted_at is not null, true) as "isDeleted", skipped as reason
    from bulk_change_rows left join videos on videos.id = video_id
    where bulk_change_id = ${id}::bigint and skipped is not null
    order by video_id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const { total } = await db
    .selectFrom('bulk_change_rows')
    .select(sql<number>`count(*)`.as('total'))
    .where('bulk_change_id', '=', id)
    .where('skipped', 'is not', null)
    .executeTakeFirstOrThrow();
  return { total, posts: rows };
};
