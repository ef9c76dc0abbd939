import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SkipReason } from '#contract/values/posts.ts';
import { type Db, retriedTransaction, type Tx } from '#db/database.ts';
import { DatabaseUnavailableError } from '#db/errors.ts';
import { announceVideos, announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { type LockedVideo, lockVideos } from '#domain/catalogue/stored-videos.ts';
import { createLeases, type Lease } from '#domain/jobs/leases.ts';
import { createWorkPool, type WorkPool } from '#domain/jobs/work-pool.ts';
import { isVisible } from '#domain/visibility.ts';
import {
  affects,
  type Change,
  changesPages,
  linkChangeOf,
  mayUndoBeRefused,
  recordRefused,
  refusalsOfPosts,
} from './change.ts';
import { changeColumns, changeRecords, findUnrecorded, undoColumns, undoRecords } from './change-columns.ts';
import { changeLinks, undoLinks } from './change-tags-and-performers.ts';
import { changeUrls, undoUrls } from './change-urls.ts';

/** A bulk change that this process runs. */
interface BulkChangeLease extends Lease {
  state: 'running' | 'undoing';
  change: Change;
}

const leases = createLeases<BulkChangeLease, { doneId: number; undoneId: number }>({
  table: 'bulk_changes',
  states: ['running', 'undoing'],
  work: sql`change`,
  progress: sql`done_id as "doneId", undone_id as "undoneId"`,
});

const readVideoIds = async (db: Db, { id }: BulkChangeLease): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select unnest(video_ids) as id from bulk_changes where id = ${id}::bigint`.execute(db);
  return rows.map((row) => row.id);
};

/** Announces the pages that a batch has changed. */
const announceBatch = async (tx: Tx, ids: readonly number[]): Promise<void> =>
  announceVideos(tx, async () => {
    const { rows } = await sql<{ id: number; title: string }>`
      select id, title from videos where id = any(${sql.val(ids)}::bigint[]) and state = 'published'`.execute(tx);
    return rows;
  });

interface Row {
  id: number;
  title: string;
  isShown: boolean;
  tags: string[];
  performers: string[];
}

const readBatch = async (tx: Tx, ids: readonly number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select id, title, ${isVisible()} as "isShown",
      array(select slug from video_tags join tags on tags.id = tag_id where video_id = videos.id) as tags,
      array(select slug from video_performers join performers on performers.id = performer_id
        where video_id = videos.id and performers.deleted_at is null) as performers
    from videos where id = any(${sql.val(ids)}::bigint[])`.execute(tx);
  return rows;
};

/** Announces the posts that a batch has shown or hidden. `before` is their state before the batch. */
const announceShown = async (
  tx: Tx,
  { kind }: Change,
  before: Iterable<LockedVideo>,
  ids: readonly number[],
): Promise<void> => {
  if (kind !== 'setState' && kind !== 'delete' && kind !== 'restore') return;
  await announceVisibility(tx, async () => {
    const after = await readBatch(tx, ids);
    const wasShown = new Set([...before].filter(({ isShown }) => isShown).map(({ id }) => id));
    return {
      shown: after.filter(({ id, isShown }) => isShown && !wasShown.has(id)),
      hidden: after.filter(({ id, isShown }) => !isShown && wasShown.has(id)),
    };
  });
};

interface Result {
  changed: number[];
  /** Posts that can't be changed, by reason. */
  unfit: Partial<Record<SkipReason, number[]>>;
}

const change = async (tx: Tx, id: number, change: Change, ids: readonly number[]): Promise<Result> => {
  const links = linkChangeOf(change);
  if (change.kind === 'setRecords') return changeRecords(tx, id, change, ids);
  if (change.kind === 'replaceLinks') return changeUrls(tx, id, change, ids);
  return links ? changeLinks(tx, id, links, ids) : changeColumns(tx, id, change, ids);
};

const storeSkipped = async (tx: Tx, bulkChangeId: number, ids: readonly number[], skipped: SkipReason) => {
  if (ids.length === 0) return;
  await sql`insert into bulk_change_rows (bulk_change_id, video_id, skipped)
    select ${bulkChangeId}::bigint, id, ${skipped} from unnest(${sql.val(ids)}::bigint[]) as id`.execute(tx);
};

/** Changes the next posts of `videoIds`. Returns the changed ones, or undefined if the lease is lost. */
const changeBatch = async (
  tx: Tx,
  lease: BulkChangeLease,
  videoIds: readonly number[],
  batchSize: number,
): Promise<{ changed: number[]; isLast: boolean } | undefined> => {
  const progress = await leases.renew(tx, lease);
  if (!progress) return undefined;
  const from = videoIds.findIndex((id) => id > progress.doneId);
  const ids = from < 0 ? [] : videoIds.slice(from, from + batchSize);
  const isLast = from < 0 || from + batchSize >= videoIds.length;
  const affected = affects(lease.change);
  const locked = await lockVideos(tx, ids);
  const present = locked.filter(({ isDeleted }) => affected === 'both' || isDeleted === (affected === 'deleted'));
  const { changed, unfit } = await change(
    tx,
    lease.id,
    lease.change,
    present.map(({ id }) => id),
  );
  const presentIds = new Set(present.map(({ id }) => id));
  const gone = ids.filter((id) => !presentIds.has(id));
  const skipped = Object.entries({ gone, ...unfit }) as [SkipReason, number[]][];
  for (const [reason, skippedIds] of skipped) await storeSkipped(tx, lease.id, skippedIds, reason);
  await announceShown(tx, lease.change, locked, changed);
  await tx
    .updateTable('bulk_changes')
    .set((eb) => ({
      done_id: ids.at(-1) ?? progress.doneId,
      done: eb('done', '+', ids.length),
      changed: eb('changed', '+', changed.length),
      skipped: eb('skipped', '+', skipped.flatMap(([, skippedIds]) => skippedIds).length),
      ...(isLast ? { state: 'finished' as const, ended_at: sql<Date>`now()`, runner: null } : {}),
    }))
    .where('id', '=', lease.id)
    .execute();
  return { changed, isLast };
};

interface StoredRow {
  id: number;
  version: number;
}

const nextRows = async (tx: Tx, { id }: BulkChangeLease, after: number, limit: number): Promise<StoredRow[]> => {
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

/** Undoes the change of posts. Skips and returns posts whose previous version may not be listed. */
const undoAllowed = async (tx: Tx, { id, change }: BulkChangeLease, ids: readonly number[]): Promise<number[]> => {
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
 * Undoing gives a post a new version, although it is again as an earlier bulk change left it. Updates the version
 * stored by that change, so that it can be undone too.
 */
const renewEarlierRows = (tx: Tx, ids: readonly number[]) =>
  sql`update bulk_change_rows set version = videos.version from videos
    where videos.id = any(${sql.val(ids)}::bigint[]) and bulk_change_rows.video_id = videos.id
      and bulk_change_rows.version = videos.version - 2 and bulk_change_rows.before is not null`.execute(tx);

/** Undoes the next posts. Returns the changed ones, or undefined if the lease is lost. */
const undoBatch = async (
  tx: Tx,
  lease: BulkChangeLease,
  batchSize: number,
): Promise<{ changed: number[]; isLast: boolean } | undefined> => {
  const progress = await leases.renew(tx, lease);
  if (!progress) return undefined;
  const rows = await nextRows(tx, lease, progress.undoneId, batchSize);
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
      undone_id: rows.at(-1)?.id ?? progress.undoneId,
      undone: eb('undone', '+', undone.length),
      not_undone: eb('not_undone', '+', kept.length),
      ...(isLast ? { state: 'undone' as const, undo_ended_at: sql<Date>`now()`, runner: null } : {}),
    }))
    .where('id', '=', lease.id)
    .execute();
  return { changed: undone, isLast };
};

export interface BulkChangeRunnerOptions {
  db: Db;
  /** The name of this node. */
  node: string;
  logger: Record<'info' | 'error', (details: object, message: string) => void>;
  batchSize?: number;
  /** Pause after a batch, as a multiple of the batch's duration, up to `maxRestMs`. */
  restFactor?: number;
  maxRestMs?: number;
}

export type BulkChangeRunner = WorkPool;

const maxConcurrent = 3;

/** Runs bulk changes on this node. */
export const createBulkChangeRunner = (options: BulkChangeRunnerOptions): BulkChangeRunner => {
  const { db, node, logger, batchSize = 1000, restFactor = 1, maxRestMs = 300 } = options;
  const runBatch = (lease: BulkChangeLease, videoIds: readonly number[]) =>
    retriedTransaction(db, async (tx) => {
      const result =
        lease.state === 'running'
          ? await changeBatch(tx, lease, videoIds, batchSize)
          : await undoBatch(tx, lease, batchSize);
      if (result && changesPages(lease.change)) await announceBatch(tx, result.changed);
      return result;
    });

  const work = async (lease: BulkChangeLease, signal: AbortSignal) => {
    const videoIds = lease.state === 'running' ? await readVideoIds(db, lease) : [];
    while (!signal.aborted) {
      const startedAt = performance.now();
      const result = await runBatch(lease, videoIds);
      if (!result || result.isLast) return;
      const restMs = (performance.now() - startedAt) * restFactor;
      await sleep(Math.min(restMs, maxRestMs), undefined, { signal }).catch(() => {});
    }
    await leases.release(db, lease);
  };

  const fail = async (lease: BulkChangeLease, err: unknown) => {
    // The lease expires, and a process that can reach the database continues.
    if (err instanceof DatabaseUnavailableError) return;
    logger.error({ err, bulkChange: lease.id }, 'A bulk change failed');
    await leases.fail(db, lease, err);
  };

  return createWorkPool<BulkChangeLease>({
    maxConcurrent,
    take: () => leases.take(db, node),
    run: (lease, signal) => work(lease, signal).catch((err: unknown) => fail(lease, err)),
    onError: (err, { id }) => logger.error({ err, bulkChange: id }, 'Could not store that a bulk change failed'),
  });
};
