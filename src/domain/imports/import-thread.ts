import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export interface ImportThreadOptions {
  db: Db;
  databaseUrl: string;
  /** The name of this node. */
  node: string;
  logger: Record<'error', (details: object, message: string) => void>;
}

export interface ImportThread {
  /** Goes on with imports that nobody works on, in the background. */
  runDue: () => Promise<void>;
  /** Leaves what it works on to another node, or to the next start. */
  stop: () => Promise<void>;
}

/** What the thread is started with. */
export type ImportThreadData = Pick<ImportThreadOptions, 'databaseUrl' | 'node'>;

export type ToImportThread = { type: 'runDue' } | { type: 'stop' };

export type FromImportThread =
  /** It ends because there is nothing to do; messages after the first so many came too late. */
  { type: 'ending'; handled: number } | { type: 'failed'; error: Error; details: object; message: string };

/** A feed with rows of any size needs a fraction of it; one that needs more brings down the thread, not the site. */
const resourceLimits = { maxOldGenerationSizeMb: 300 };

const isWorkDue = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from imports where state in ('checking', 'running', 'undoing')
      or (state = 'waiting' and resume_at <= now())) as "isDue"`.execute(db);
  return rows[0]?.isDue ?? false;
};

/**
 * Works on imports in another thread with connections of its own: reading and checking rows would keep visitors waiting. The thread
 * is there only while there is something to do.
 */
export const createImportThread = ({ db, databaseUrl, node, logger }: ImportThreadOptions): ImportThread => {
  let isStopped = false;
  let current: { worker: Worker; sent: number; ended: Promise<void> } | undefined;

  const start = () => {
    const workerData: ImportThreadData = { databaseUrl, node };
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
      name: 'imports',
      workerData,
      resourceLimits,
    });
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const thread = { worker, sent: 0, ended };
    let handled = Number.POSITIVE_INFINITY;
    worker.on('message', (message: FromImportThread) => {
      if (message.type === 'ending') handled = message.handled;
      else logger.error({ err: message.error, ...message.details }, message.message);
    });
    // What it was working on is taken on again once its lease is over.
    worker.on('error', (err) => logger.error({ err }, 'The thread of imports has died'));
    worker.on('exit', () => {
      current = undefined;
      resolve();
      if (thread.sent > handled) ask();
    });
    return thread;
  };

  const ask = () => {
    if (isStopped) return;
    current ??= start();
    current.sent++;
    current.worker.postMessage({ type: 'runDue' } satisfies ToImportThread);
  };

  return {
    runDue: async () => {
      if (await isWorkDue(db)) ask();
    },
    stop: async () => {
      isStopped = true;
      current?.worker.postMessage({ type: 'stop' } satisfies ToImportThread);
      await current?.ended;
    },
  };
};
