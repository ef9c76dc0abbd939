import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { retriedTransaction } from '#db/retried-transaction.ts';
import { DatabaseUnavailableError } from '#db/unavailable.ts';
import { DomainError } from '#domain/errors.ts';
import { createWorkPool, type WorkPool } from '#domain/jobs/work-pool.ts';
import { announceBatch } from './announce-batch.ts';
import { isVisible } from './change.ts';
import { changeBatch } from './change-batch.ts';
import { type Lease, readVideoIds, releaseLease, takeLease } from './lease.ts';
import { undoBatch } from './undo-batch.ts';

export interface BulkChangeRunnerOptions {
  db: Db;
  /** The name of this node. */
  node: string;
  logger: Record<'info' | 'error', (details: object, message: string) => void>;
  batchSize?: number;
  /** How long to rest after a batch, as a multiple of the time that it took; never longer than `maxRestMs`. */
  restFactor?: number;
  maxRestMs?: number;
}

/** Goes on with bulk changes that nobody runs. */
export type BulkChangeRunner = WorkPool;

const maxConcurrent = 3;

/** Runs bulk changes on this node. */
export const createBulkChangeRunner = (options: BulkChangeRunnerOptions): BulkChangeRunner => {
  const { db, node, logger, batchSize = 1000, restFactor = 1, maxRestMs = 300 } = options;
  const runBatch = (lease: Lease, videoIds: readonly number[]) =>
    retriedTransaction(db, async (tx) => {
      const result =
        lease.state === 'running'
          ? await changeBatch(tx, lease, videoIds, batchSize)
          : await undoBatch(tx, lease, batchSize);
      if (result && isVisible(lease.change)) await announceBatch(tx, result.changed);
      return result;
    });

  const work = async (lease: Lease, signal: AbortSignal) => {
    const videoIds = lease.state === 'running' ? await readVideoIds(db, lease) : [];
    while (!signal.aborted) {
      const startedAt = performance.now();
      const result = await runBatch(lease, videoIds);
      if (!result || result.isLast) return;
      const restMs = (performance.now() - startedAt) * restFactor;
      await sleep(Math.min(restMs, maxRestMs), undefined, { signal }).catch(() => {});
    }
    await releaseLease(db, lease);
  };

  const fail = async (lease: Lease, err: unknown) => {
    // Whoever can reach the database again goes on.
    if (err instanceof DatabaseUnavailableError) return;
    logger.error({ err, bulkChange: lease.id }, 'A bulk change failed');
    const error = err instanceof DomainError ? err.message : 'An unexpected error; the log has the details.';
    await db
      .updateTable('bulk_changes')
      .set({ state: 'failed', error, runner: null, ended_at: sql`coalesce(ended_at, now())` })
      .where('id', '=', lease.id)
      .where('runner', '=', lease.runner)
      .execute();
  };

  return createWorkPool<Lease>({
    maxConcurrent,
    take: () => takeLease(db, `${node} ${randomBytes(8).toString('hex')}`),
    run: (lease, signal) => work(lease, signal).catch((err: unknown) => fail(lease, err)),
    onError: (err, { id }) => logger.error({ err, bulkChange: id }, 'The end of a bulk change was not stored'),
  });
};
