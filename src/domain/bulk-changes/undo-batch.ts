import { sql } from 'kysely';
import type { SkipReason } from '#contract/values/bulk-changes.ts';
import type { Tx } from '#db/database.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import { announceShown } from './announce-batch.ts';
import type { Change } from './change.ts';
import { findUnrecorded, undoColumns } from './change-columns.ts';
import { undoLinks } from './change-links.ts';
import { undoRecords } from './change-records.ts';
import { undoUrls } from './change-urls.ts';
import { type Lease, renewLease } from './lease.ts';
import { linkChangeOf } from './link-change.ts';
import { mayUndoBeRefused, recordRefused, refusalsOfPosts } from './refused-posts.ts';

interface StoredRow {
  id: number;
  version: number;
}

const nextRows = async (tx: Tx, { id }: Lease, after: number, limit: number): Promise<StoredRow[]> => {
  const { rows } = await sql<StoredRow>`
    select video_id as id, version from bulk_change_rows
    where bulk_change_id = ${id}::bigint and video_id > ${after}::bigint and before is not null
    order by video_id limit ${limit}`.execute(tx);
  return rows;
};

const undo = async (tx: Tx, id: number, change: Change, ids: readonly number[]) => {
  const links = linkChangeOf(change);
  if (change.kind === 'setRecords') return undoRecords(tx, id, ids);
  if (change.kind === 'replaceLinks') return undoUrls(tx, id, ids);
  return links ? undoLinks(tx, id, links, ids) : undoColumns(tx, id, change, ids);
};

/** Takes the change back from posts, apart from those that may not be listed as they would be then; returns these. */
const undoAllowed = async (tx: Tx, { id, change }: Lease, ids: readonly number[]): Promise<number[]> => {
  if (!mayUndoBeRefused(change)) {
    await undo(tx, id, change, ids);
    return [];
  }
  await sql`savepoint before_undo`.execute(tx);
  await undo(tx, id, change, ids);
  const refusals = await refusalsOfPosts(tx, ids);
  if (refusals.length === 0) return [];
  await sql`rollback to savepoint before_undo`.execute(tx);
  const refused = await recordRefused(tx, id, refusals);
  await undo(
    tx,
    id,
    change,
    ids.filter((each) => !refused.includes(each)),
  );
  return refused;
};

/**
 * A post that is undone is again what an earlier bulk change made of it, under another version: without this, the earlier one
 * could not be undone as well.
 */
const renewEarlierRows = (tx: Tx, ids: readonly number[]) =>
  sql`update bulk_change_rows set version = videos.version from videos
    where videos.id = any(${sql.val(ids)}::bigint[]) and bulk_change_rows.video_id = videos.id
      and bulk_change_rows.version = videos.version - 2 and bulk_change_rows.before is not null`.execute(tx);

/** Undoes the next posts. Returns those that it changed back, or undefined if the lease is lost. */
export const undoBatch = async (
  tx: Tx,
  lease: Lease,
  batchSize: number,
): Promise<{ changed: number[]; isLast: boolean } | undefined> => {
  const left = await renewLease(tx, lease);
  if (!left) return undefined;
  const rows = await nextRows(tx, lease, left.undoneId, batchSize);
  const isLast = rows.length < batchSize;
  const locked = new Map(
    (
      await lockVideos(
        tx,
        rows.map(({ id }) => id),
      )
    ).map((video) => [video.id, video]),
  );
  const same = rows.filter(({ id, version }) => locked.get(id)?.version === version).map(({ id }) => id);
  const incomplete = await findUnrecorded(tx, lease.id, lease.change, same);
  const complete = same.filter((id) => !incomplete.includes(id));
  const refused = await undoAllowed(tx, lease, complete);
  const undone = complete.filter((id) => !refused.includes(id));
  await renewEarlierRows(tx, undone);
  await announceShown(tx, lease.change, locked.values(), undone);
  await sql`delete from bulk_change_rows
    where bulk_change_id = ${lease.id}::bigint and video_id = any(${sql.val(undone)}::bigint[])`.execute(tx);
  const kept = rows.filter(({ id }) => !undone.includes(id));
  const reasonOf = (id: number): SkipReason => {
    if (!locked.has(id)) return 'gone';
    if (incomplete.includes(id)) return 'incomplete';
    return refused.includes(id) ? 'refused' : 'changed';
  };
  for (const skipped of ['gone', 'incomplete', 'refused', 'changed'] as const) {
    const ids = kept.filter(({ id }) => reasonOf(id) === skipped).map(({ id }) => id);
    if (ids.length > 0)
      await sql`update bulk_change_rows set skipped = ${skipped}
        where bulk_change_id = ${lease.id}::bigint and video_id = any(${sql.val(ids)}::bigint[])`.execute(tx);
  }
  await tx
    .updateTable('bulk_changes')
    .set((eb) => ({
      undone_id: rows.at(-1)?.id ?? left.undoneId,
      undone: eb('undone', '+', undone.length),
      not_undone: eb('not_undone', '+', kept.length),
      ...(isLast ? { state: 'undone' as const, undo_ended_at: sql<Date>`now()`, runner: null } : {}),
    }))
    .where('id', '=', lease.id)
    .execute();
  return { changed: undone, isLast };
};
