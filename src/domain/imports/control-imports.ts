import { sql } from 'kysely';
import { numeral } from '#contract/values/fields.ts';
import { type ImportSettings, type ImportState, undoableImportDays } from '#contract/values/imports.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { assertCanBeHidden } from '#domain/catalogue/video-state.ts';
import { ConflictError } from '#domain/errors.ts';
import { type Import, lockImportsOfSource, logBulkImport, readImport } from './imports.ts';

const activeStates: ImportState[] = ['checking', 'running', 'undoing'];

const lockImport = async (tx: Tx, id: number): Promise<Import> => {
  const { sourceId } = await readImport(tx, id);
  await lockImportsOfSource(tx, sourceId);
  await tx.selectFrom('imports').select('id').where('id', '=', id).forUpdate().execute();
  return readImport(tx, id);
};

const assertSourceIsFree = async (tx: Tx, { id, sourceId, source }: Import) => {
  const other = await tx
    .selectFrom('imports')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('id', '<>', id)
    .where('state', 'in', activeStates)
    .executeTakeFirst();
  if (other) throw new ConflictError(`Another import of “${source}” is running. Wait until it has ended, or stop it.`);
};

/** Ends the source's waiting imports: a newer feed is about to be imported. */
const endWaiting = (tx: Tx, { id, sourceId }: Import) =>
  tx
    .updateTable('imports')
    .set({
      state: 'finished',
      resume_at: null,
      notice:
        'A newer feed of the source replaced it. Rows held back by the daily cap are imported only if that feed has them.',
    })
    .where('source_id', '=', sourceId)
    .where('id', '<>', id)
    .where('state', '=', 'waiting')
    .execute();

/**
 * Queues the dry run. Call the runner's runDue() after the commit so that it starts at once. With `runsAfterCheck`,
 * the import itself follows.
 */
export const startCheck = (
  db: Db,
  id: number,
  { settings, runsAfterCheck = false }: { settings?: ImportSettings | undefined; runsAfterCheck?: boolean } = {},
): Promise<Import> =>
  db.transaction().execute(async (tx) => {
    const before = await lockImport(tx, id);
    if (before.state === 'receiving') throw new ConflictError('The feed has not been fully uploaded yet.');
    if (!['received', 'checked'].includes(before.state) && !(before.state === 'failed' && before.startedAt === null))
      throw new ConflictError('This import has already been checked.');
    await assertSourceIsFree(tx, before);
    await tx.deleteFrom('import_rows').where('import_id', '=', id).execute();
    await tx
      .updateTable('imports')
      .set({
        state: 'checking',
        ...(settings && { settings: JSON.stringify(settings) }),
        runs_after_check: runsAfterCheck,
        checked_counts: '{}',
        incomplete_rows: 0,
        total_rows: null,
        done_rows: 0,
        missing: null,
        lost_rows: 0,
        source_posts: null,
        runner: null,
        error: null,
        notice: null,
        check_started_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    return readImport(tx, id);
  });

export interface RunOptions {
  /** Takes missing posts down even if there are many. */
  confirmsTakeDown?: boolean;
}

interface BeginOptions extends RunOptions {
  /** No admin can confirm, so a take-down that needs confirmation is skipped. */
  isUnattended?: boolean;
}

/** Above this many posts, rebuilding the index once is faster than applying each change. */
const bulkThreshold = 10_000;

/** Starts a checked import within a transaction. */
export const beginRun = async (
  tx: Tx,
  actor: Actor,
  before: Import,
  { confirmsTakeDown = false, isUnattended = false }: BeginOptions,
): Promise<void> => {
  const { id, settings, checkedCounts, missing, sourcePosts, lostRows } = before;
  const { policies } = settings;
  await assertCanBeHidden(tx);
  const shortage = `The feed is missing ${numeral(missing ?? 0)} of the ${numeral(sourcePosts ?? 0)} posts of “${before.source}”${lostRows > 0 ? `, and ${numeral(lostRows)} of its rows could not be read` : ''}`;
  const isUnconfirmed = before.needsConfirmation && !confirmsTakeDown;
  if (isUnconfirmed && !isUnattended) throw new ConflictError(`${shortage}. Confirm to take them down.`);
  await endWaiting(tx, before);
  // The run lists the posts that it actually takes down.
  await tx.deleteFrom('import_rows').where('import_id', '=', id).where('outcome', '=', 'takenDown').execute();
  await tx
    .updateTable('imports')
    .set({
      state: 'running',
      takes_down: policies.takeDownMissing && !isUnconfirmed,
      notice: isUnconfirmed
        ? `${shortage}: none were taken down, because nobody confirmed this. To take them down, import the feed by hand.`
        : null,
      is_bulk: checkedCounts.new + checkedCounts.changed + (missing ?? 0) > bulkThreshold,
      done_rows: 0,
      passes: 0,
      counts: '{}',
      runner: null,
      error: null,
      started_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  const { source: name, fileName, totalRows } = before;
  const after = { name, file: fileName, rows: totalRows, ...checkedCounts, missing: missing ?? 0 };
  await recordChange(tx, actor, { action: 'create', entity: 'import', entityId: id, after });
};

/** Continues where the import stopped, or at the first row if only held-back rows are left. */
const resumeRun = (tx: Tx, { id, counts, doneRows, totalRows }: Import) => {
  const onlyHeldBack = counts.heldBack > 0 && doneRows >= (totalRows ?? 0);
  return tx
    .updateTable('imports')
    .set((eb) => ({
      state: 'running',
      runner: null,
      error: null,
      ended_at: null,
      resume_at: null,
      ...(onlyHeldBack
        ? {
            passes: eb('passes', '+', 1),
            done_rows: 0,
            taken_down_to: 0,
            counts: JSON.stringify({ ...counts, heldBack: 0 }),
          }
        : {}),
    }))
    .where('id', '=', id)
    .execute();
};

/** Resumes an import that the daily cap has paused. */
const resumeIfFree = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await lockImport(tx, id);
    if (before.state !== 'waiting') return;
    await assertSourceIsFree(tx, before);
    await resumeRun(tx, before);
  });

/** Starts a checked import, or resumes one that was stopped, has failed, or is paused by the daily cap. */
export const startRun = (db: Db, actor: Actor, id: number, options: RunOptions = {}): Promise<Import> =>
  db.transaction().execute(async (tx) => {
    const before = await lockImport(tx, id);
    if (before.state === 'running') throw new ConflictError('This import is already running.');
    await assertSourceIsFree(tx, before);
    if (before.state === 'checked') await beginRun(tx, actor, before, options);
    else if (before.startedAt !== null && (before.isResumable || before.state === 'waiting'))
      await resumeRun(tx, before);
    else
      throw new ConflictError(
        before.startedAt === null ? 'Check this import before you run it.' : 'This import has already ended.',
      );
    return readImport(tx, id);
  });

/** Stops an import. The results of a dry run are discarded; posts already imported or undone stay as they are. */
export const stopImport = (db: Db, actor: Actor, id: number): Promise<Import> =>
  db.transaction().execute(async (tx) => {
    const before = await lockImport(tx, id);
    if (before.state === 'receiving')
      throw new ConflictError('The feed is still arriving. Discard this import instead.');
    if (![...activeStates, 'waiting'].includes(before.state)) throw new ConflictError('This import is not running.');
    const isCheck = before.state === 'checking';
    await tx
      .updateTable('imports')
      .set({
        state: isCheck ? 'received' : 'stopped',
        runner: null,
        resume_at: null,
        ...(isCheck ? { done_rows: 0 } : { ended_at: sql`coalesce(ended_at, now())` }),
      })
      .where('id', '=', id)
      .execute();
    if (!isCheck) {
      await logBulkImport(tx, id);
      const { source: name, doneRows: done, totalRows: rows } = before;
      await recordChange(tx, actor, { action: 'stop', entity: 'import', entityId: id, after: { name, done, rows } });
    }
    return readImport(tx, id);
  });

/** Queues undoing an import. Posts edited since are skipped. */
export const undoImport = (db: Db, actor: Actor, id: number): Promise<Import> =>
  db.transaction().execute(async (tx) => {
    const before = await lockImport(tx, id);
    if (before.state === 'running' || before.state === 'waiting')
      throw new ConflictError('Stop this import before you undo it.');
    if (before.state === 'undoing') throw new ConflictError('This import is already being undone.');
    if (!before.isUndoable)
      throw new ConflictError(
        before.startedAt === null || before.state === 'undone'
          ? 'There is nothing to undo.'
          : `An import can be undone for ${undoableImportDays} days.`,
      );
    await assertSourceIsFree(tx, before);
    await tx
      .updateTable('imports')
      .set({
        state: 'undoing',
        runner: null,
        error: null,
        undone_by: actor.admin,
        undo_started_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    const { source: name, counts } = before;
    await recordChange(tx, actor, { action: 'undo', entity: 'import', entityId: id, before: { name, ...counts } });
    return readImport(tx, id);
  });

export const discardImport = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { startedAt, state } = await lockImport(tx, id);
    if (startedAt !== null || activeStates.includes(state))
      throw new ConflictError('Only an import that has not started can be discarded.');
    await tx.deleteFrom('imports').where('id', '=', id).execute();
  });

/** Resumes imports paused by the daily cap that are due, because a new day has begun or the cap was raised. */
export const resumeWaiting = async (db: Db): Promise<void> => {
  const due = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'waiting')
    .where(sql<boolean>`resume_at <= now()`)
    .orderBy('id')
    .execute();
  for (const { id } of due)
    await resumeIfFree(db, id).catch((error: unknown) => {
      // Another import of the source is running. Try again later.
      if (!(error instanceof ConflictError)) throw error;
    });
};
