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
  /** Continues imports that no process works on, in the background. */
  runDue: () => Promise<void>;
  /** Stops working, so that another node or the next start can continue. */
  stop: () => Promise<void>;
}

export type ImportThreadData = Pick<ImportThreadOptions, 'databaseUrl' | 'node'>;

export type ToImportThread = { type: 'runDue' } | { type: 'stop' };

export type FromImportThread =
  /** The thread ends because it is idle. Messages after the first `handled` ones arrived too late. */
  { type: 'ending'; handled: number } | { type: 'failed'; error: Error; details: object; message: string };

/** Far more than feeds need. Without a limit, a bad feed would exhaust the site's memory rather than end the thread. */
const resourceLimits = { maxOldGenerationSizeMb: 300 };

const isWorkDue = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from imports where state in ('checking', 'running', 'undoing')
      or (state = 'waiting' and resume_at <= now())) as "isDue"`.execute(db);
  return rows[0]?.isDue ?? false;
};

/**
 * Works on imports in a thread with its own database connections, because reading and checking rows would block the
 * event loop. The thread starts with the first import and ends once it has been idle for a while.
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
    // Its imports are taken again once their leases expire.
    worker.on('error', (err) => logger.error({ err }, 'The import thread has crashed'));
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
