import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

const maxAttempts = 5;
/** Deadlocks, and locks that somebody else holds for long. */
const retriedCodes = ['40P01', '40001', '55P03'];

const isRetried = (error: unknown) => retriedCodes.includes((error as { code?: string }).code ?? '');

/** Runs work in a transaction of its own. */
export type InTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * Runs a batch of background work in a transaction, and again if others were in its way. It looks rows up by their keys, also while
 * tables grow so fast that the statistics know nothing of it: then plans would read whole tables.
 */
export const retriedTransaction = async <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', '5s', true), set_config('enable_seqscan', 'off', true)`.execute(tx);
        return work(tx);
      });
    } catch (error) {
      if (!isRetried(error) || attempt === maxAttempts) throw error;
    }
};
