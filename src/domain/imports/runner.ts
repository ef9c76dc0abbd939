import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type InTransaction, retriedTransaction } from '#db/database.ts';
import { DatabaseUnavailableError } from '#db/errors.ts';
import { DomainError } from '#domain/errors.ts';
import { createWorkPool, type WorkPool } from '#domain/jobs/work-pool.ts';
import { resumeWaiting } from './control-imports.ts';
import { logBulkImport } from './imports.ts';
import { type ImportLease, importLeases } from './pass/lease.ts';
import { runPass } from './pass/run-pass.ts';
import { undoBatch } from './undo.ts';

export interface ImportRunnerOptions {
  db: Db;
  /** The name of this node. */
  node: string;
  logger: Record<'error', (details: object, message: string) => void>;
  batchRows?: number;
  /** Pause after a batch, as a multiple of the batch's duration, up to `maxRestMs`. */
  restFactor?: number;
  maxRestMs?: number;
  /** Works only on this import. */
  importId?: number;
}

export type ImportRunner = WorkPool;

const maxConcurrent = 2;

/** An interrupted dry run starts over, because the ids it had seen were only in memory. */
const resetCheck = (db: Db, { id, runner }: ImportLease): Promise<unknown> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ checked_counts: '{}', incomplete_rows: 0, done_rows: 0 })
      .where('id', '=', id)
      .where('runner', '=', runner)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await tx.deleteFrom('import_rows').where('import_id', '=', id).execute();
  });

const readDoneRows = async (db: Db, { id }: ImportLease) => {
  const { doneRows } = await db
    .selectFrom('imports')
    .select('done_rows as doneRows')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return doneRows;
};

/** Works on imports: dry runs, runs, and undoing them. */
export const createImportRunner = (options: ImportRunnerOptions): ImportRunner => {
  const { db, node, logger, batchRows = 2000, restFactor = 0.2, maxRestMs = 300, importId } = options;
  const inTransaction: InTransaction = (work) => retriedTransaction(db, work);

  const rest = async (ms: number, signal: AbortSignal) => {
    const restMs = Math.min(ms * restFactor, maxRestMs);
    if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => {});
  };

  const undo = async (lease: ImportLease, signal: AbortSignal) => {
    while (!signal.aborted) {
      const startedAt = performance.now();
      const result = await inTransaction((tx) => undoBatch(tx, lease, batchRows));
      if (!result || result.isLast) return;
      await rest(performance.now() - startedAt, signal);
    }
  };

  const work = async (lease: ImportLease, signal: AbortSignal) => {
    if (lease.state === 'checking') await resetCheck(db, lease);
    if (lease.state === 'undoing') await undo(lease, signal);
    else {
      const options = { db, inTransaction, signal, batchRows, rest: (ms: number) => rest(ms, signal) };
      await runPass(lease, await readDoneRows(db, lease), options);
    }
    if (signal.aborted) await importLeases.release(db, lease);
  };

  const fail = async (lease: ImportLease, err: unknown) => {
    // The lease expires, and a process that can reach the database continues.
    if (err instanceof DatabaseUnavailableError) return;
    if (!(err instanceof DomainError)) logger.error({ err, import: lease.id }, 'An import failed');
    await db.transaction().execute(async (tx) => {
      if (await importLeases.fail(tx, lease, err)) await logBulkImport(tx, lease.id);
    });
  };

  return createWorkPool<ImportLease>({
    maxConcurrent,
    take: async () => {
      if (importId === undefined) await resumeWaiting(db);
      return importLeases.take(db, node, importId);
    },
    run: (lease, signal) => work(lease, signal).catch((err: unknown) => fail(lease, err)),
    onError: (err, { id }) => logger.error({ err, import: id }, 'Could not store that an import failed'),
  });
};
