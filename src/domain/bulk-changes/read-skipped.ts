import { sql } from 'kysely';
import type { SkipReason } from '#contract/values/bulk-changes.ts';
import type { PostPart } from '#contract/values/post-filter.ts';
import { missingParts, noRecords } from '#contract/values/record-parts.ts';
import type { Db } from '#db/database.ts';
import { recordsByIds } from '#domain/catalogue/stored-records.ts';

export interface SkippedPost {
  id: number;
  /** Null once it is removed for good. */
  title: string | null;
  isDeleted: boolean;
  reason: SkipReason;
  /** What an incomplete post lacks now. */
  missing: PostPart[];
}

type Row = Omit<SkippedPost, 'missing'> & { hasImage: boolean; needsRecords: boolean };

const withMissing = async (db: Db, rows: Row[]): Promise<SkippedPost[]> => {
  const incomplete = rows.filter(({ reason }) => reason === 'incomplete').map(({ id }) => id);
  const records = await recordsByIds(db, incomplete);
  return rows.map(({ hasImage, needsRecords, ...row }) => {
    if (row.reason !== 'incomplete') return { ...row, missing: [] };
    const missing = needsRecords ? missingParts(records.get(row.id) ?? noRecords) : [];
    return { ...row, missing: [...(hasImage ? [] : ['image' as const]), ...missing] };
  });
};

/** The posts that a bulk change, or its undoing, left alone. */
export const readSkipped = async (db: Db, id: number, { page, limit }: { page: number; limit: number }) => {
  const { rows } = await sql<Row>`
    select video_id as id, title, coalesce(deleted_at is not null, true) as "isDeleted", bulk_change_rows.skipped as reason,
      coalesce(image_url <> '', true) as "hasImage", coalesce((change ->> 'needsRecords')::boolean, false) or undo_started_at is not null as "needsRecords"
    from bulk_change_rows join bulk_changes on bulk_changes.id = bulk_change_id left join videos on videos.id = video_id
    where bulk_change_id = ${id}::bigint and bulk_change_rows.skipped is not null
    order by video_id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const { total } = await db
    .selectFrom('bulk_change_rows')
    .select(sql<number>`count(*)`.as('total'))
    .where('bulk_change_id', '=', id)
    .where('skipped', 'is not', null)
    .executeTakeFirstOrThrow();
  return { total, posts: await withMissing(db, rows) };
};
