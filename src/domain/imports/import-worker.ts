import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '#db/database.ts';
import type { FromImportThread, ImportThreadData, ToImportThread } from './import-thread.ts';
import { createImportRunner } from './runner.ts';

const port = parentPort;
if (!port) throw new Error('This file must be run as a worker thread.');
const { databaseUrl, node } = workerData as ImportThreadData;

const statementTimeoutMs = 120_000;
/** Starting a thread loads all its code again, and a check is often followed by its import. */
const idleMs = 20_000;

const send = (message: FromImportThread) => port.postMessage(message);
/** Drops the cause and other properties, which structured clone may refuse. */
const plainError = (error: unknown): Error =>
  error instanceof Error
    ? Object.assign(new Error(error.message), { stack: error.stack ?? '' })
    : new Error(inspect(error));

const database = openDatabase(databaseUrl, { connections: 4, statementTimeoutMs });
const runner = createImportRunner({
  db: database.db,
  node,
  logger: {
    error: (details, message) => {
      const { err, ...others } = details as { err?: unknown };
      send({ type: 'failed', error: plainError(err), details: others, message });
    },
  },
});

let received = 0;
let idleTimer: NodeJS.Timeout | undefined;

const close = async () => {
  clearTimeout(idleTimer);
  await database.close();
  port.close();
};

const runDue = async () => {
  clearTimeout(idleTimer);
  const handled = ++received;
  await runner.runDue().catch((error: unknown) => {
    send({ type: 'failed', error: plainError(error), details: {}, message: 'Could not start due imports' });
  });
  await runner.idle();
  if (handled !== received) return;
  idleTimer = setTimeout(() => {
    send({ type: 'ending', handled });
    void close();
  }, idleMs);
};

port.on('message', ({ type }: ToImportThread) => {
  if (type === 'runDue') void runDue();
  else void runner.stop().then(close);
});
