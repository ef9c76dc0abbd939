import { sql } from 'kysely';
import {
  type BulkChangeState,
  missingParts,
  noRecords,
  type PostPart,
  type SkipReason,
  undoableDays,
} from '#contract/values/posts.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { recordsByIds } from '#domain/catalogue/stored-videos.ts';
import { assertCanBeHidden } from '#domain/catalogue/video-state.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { areRecordsRequired } from '#domain/post-records/post-records.ts';
import { type Change, linkChangeOf } from './change.ts';
import { assertNamesRemain } from './change-tags-and-performers.ts';

export interface BulkChange {
  id: number;
  admin: string;
  change: Change;
  /** Null if posts were selected individually. */
  filter: object | null;
  state: BulkChangeState;
  total: number;
  /** Posts processed, including those that needed no change. */
  done: number;
  changed: number;
  skipped: number;
  undone: number;
  notUndone: number;
  error: string | null;
  startedAt: Date;
  endedAt: Date | null;
  undoneBy: string | null;
  undoStartedAt: Date | null;
  undoEndedAt: Date | null;
  isUndoable: boolean;
}

const columns = sql<BulkChange>`
  id, admin, change, filter, state, total, done, changed, skipped, undone, not_undone as "notUndone", error,
  started_at as "startedAt", ended_at as "endedAt", undone_by as "undoneBy", undo_started_at as "undoStartedAt",
  undo_ended_at as "undoEndedAt",
  state in ('stopped', 'finished', 'failed') and changed > undone + not_undone
    and ended_at > now() - ${undoableDays} * interval '1 day' as "isUndoable"`;

export const readBulkChange = async (db: Db, id: number): Promise<BulkChange> => {
  const { rows } = await sql<BulkChange>`select ${columns} from bulk_changes where id = ${id}::bigint`.execute(db);
  if (!rows[0]) throw new NotFoundError('There is no such bulk change.');
  return rows[0];
};

/** Newest first. */
export const readBulkChanges = async (db: Db, { page, limit }: { page: number; limit: number }) => {
  const { rows } = await sql<BulkChange>`
    select ${columns} from bulk_changes order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const { total } = await db
    .selectFrom('bulk_changes')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { total, bulkChanges: rows };
};

export interface Selection {
  videoIds: readonly number[];
  /** The filter by which the posts were selected, if any. */
  filter?: object;
}

/** Queues a bulk change for a runner. Call the runner's runDue() after the commit so that it starts at once. */
export const startBulkChange = async (
  db: Db,
  actor: Actor,
  { selection, change }: { selection: Selection; change: Change },
): Promise<BulkChange> => {
  const videoIds = [...new Set(selection.videoIds)].sort((a, b) => a - b);
  const { id } = await db
    .insertInto('bulk_changes')
    .values({
      admin_id: actor.adminId,
      admin: actor.admin,
      change: JSON.stringify(change),
      filter: selection.filter ? JSON.stringify(selection.filter) : null,
      video_ids: videoIds,
      total: videoIds.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The audit log says how many posts, not which.
  const after = { change: { ...change, keptOn: undefined }, filter: selection.filter, posts: videoIds.length };
  await recordChange(db, actor, { action: 'create', entity: 'bulk_change', entityId: id, after });
  return readBulkChange(db, id);
};

/** Posts already changed, or already undone, stay as they are. */
export const stopBulkChange = (db: Db, actor: Actor, id: number): Promise<BulkChange> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('bulk_changes')
      .set({ state: 'stopped', runner: null, ended_at: sql`coalesce(ended_at, now())` })
      .where('id', '=', id)
      .where('state', 'in', ['running', 'undoing'])
      .executeTakeFirst();
    const after = await readBulkChange(tx, id);
    if (numUpdatedRows === 0n) throw new ConflictError('This bulk change is no longer running.');
    const { done, total } = after;
    await recordChange(tx, actor, { action: 'stop', entity: 'bulk_change', entityId: id, after: { done, total } });
    return after;
  });

/** Queues undoing a bulk change. Posts edited since are skipped. */
export const beginUndo = async (tx: Tx, actor: Actor, id: number): Promise<BulkChange> => {
  await tx.selectFrom('bulk_changes').select('id').where('id', '=', id).forUpdate().execute();
  const before = await readBulkChange(tx, id);
  if (before.state === 'running') throw new ConflictError('Stop this bulk change before you undo it.');
  if (before.state === 'undoing') throw new ConflictError('This bulk change is already being undone.');
  if (!before.isUndoable)
    throw new ConflictError(
      before.state === 'undone' || before.changed === before.undone + before.notUndone
        ? 'There is nothing to undo.'
        : `A bulk change can be undone for ${undoableDays} days.`,
    );
  const links = linkChangeOf(before.change);
  if (links) await assertNamesRemain(tx, links);
  await tx
    .updateTable('bulk_changes')
    .set({ state: 'undoing', runner: null, error: null, undone_by: actor.admin, undo_started_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const { change, changed } = before;
  await recordChange(tx, actor, {
    action: 'undo',
    entity: 'bulk_change',
    entityId: id,
    before: { change, posts: changed },
  });
  return readBulkChange(tx, id);
};

/** A merged or deleted name must be undone together with its posts. */
const refuseNameChange = async (tx: Tx, id: number) => {
  const change = await tx
    .selectFrom('name_changes')
    .select('kind')
    .where('bulk_change_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (change)
    throw new ConflictError(`Undo this in the history of ${change.kind === 'tag' ? 'All Tags' : 'All Pornstars'}.`);
};

export const undoBulkChange = (db: Db, actor: Actor, id: number): Promise<BulkChange> =>
  db.transaction().execute(async (tx) => {
    await refuseNameChange(tx, id);
    const { change } = await readBulkChange(tx, id);
    const mayHide =
      change.kind === 'delete'
        ? await areRecordsRequired(tx)
        : change.kind === 'setState' && change.state === 'published';
    if (mayHide) await assertCanBeHidden(tx);
    return beginUndo(tx, actor, id);
  });

export interface SkippedPost {
  id: number;
  /** Null once the post is permanently deleted. */
  title: string | null;
  isDeleted: boolean;
  reason: SkipReason;
  /** What an incomplete post is still missing. */
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

/** The posts that a bulk change, or undoing it, has skipped. */
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

const batchSize = 5000;
const historyDays = 365;

/** Deletes bulk changes after a year, and in small batches the undo data of those that can no longer be undone. */
export const pruneBulkChanges = async (db: Db): Promise<number> => {
  let pruned = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from bulk_change_rows where (bulk_change_id, video_id) in (
        select bulk_change_id, video_id from bulk_change_rows
        where bulk_change_id in (
          select id from bulk_changes
          where state not in ('running', 'undoing') and ended_at < now() - ${undoableDays} * interval '1 day')
        limit ${batchSize})`.execute(db);
    pruned += Number(numAffectedRows);
    if (numAffectedRows < batchSize) break;
  }
  await db
    .updateTable('bulk_changes')
    .set({ video_ids: [] })
    .where('state', 'not in', ['running', 'undoing'])
    .where(sql<boolean>`ended_at < now() - ${undoableDays} * interval '1 day' and video_ids <> '{}'`)
    .execute();
  await db
    .deleteFrom('bulk_changes')
    .where('state', 'not in', ['running', 'undoing'])
    .where(sql<boolean>`ended_at < now() - ${historyDays} * interval '1 day'`)
    .execute();
  return pruned;
};
