import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { affects, type Change } from './change.ts';
import { columnChangeOf } from './change-columns.ts';
import { keyOf, tableOf } from './change-links.ts';
import { linkChangeOf } from './link-change.ts';

export interface Preview {
  total: number;
  changes: number;
  /** Posts that are as wanted already. */
  unchanged: number;
  /** Posts that have been deleted meanwhile; of those to restore, posts that are not deleted. */
  gone: number;
}

/** Which of `videos` a change makes a difference to. */
const differsOf = (change: Change) => {
  const links = linkChangeOf(change);
  if (!links) return columnChangeOf(change).differs;
  const names = links.add.length > 0 ? links.add : links.remove;
  const found = sql`(select count(*) from ${tableOf(links)} l
    where l.video_id = videos.id and l.${keyOf(links)} = any(${sql.val(names)}::integer[]))`;
  return links.add.length > 0 ? sql`${found} < ${names.length}::integer` : sql`${found} > 0`;
};

/** Counts what a change would do to posts. */
export const previewChange = async (db: Db, change: Change, videoIds: readonly number[]): Promise<Preview> => {
  const affected = affects(change);
  const isAffected =
    affected === 'both' ? sql`true` : sql`deleted_at ${sql.raw(affected === 'live' ? 'is null' : 'is not null')}`;
  const { rows } = await sql<{ present: number; changes: number }>`
    select count(*)::integer as present, (count(*) filter (where ${differsOf(change)}))::integer as changes
    from videos where id = any(${sql.val(videoIds)}::bigint[]) and ${isAffected}`.execute(db);
  const { present = 0, changes = 0 } = rows[0] ?? {};
  const total = new Set(videoIds).size;
  return { total, changes, unchanged: present - changes, gone: total - present };
};
