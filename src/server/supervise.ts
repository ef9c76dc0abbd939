import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const firstDelayMs = 500;
const maxDelayMs = 30_000;
/** A process that ran this long was not brought down by its own start. */
const stableMs = 60_000;

interface Supervision {
  /** Starts the process, which sends a message once it serves. */
  start: () => ChildProcess;
  /** Resolves when somebody wants it to stop. */
  stopRequested: Promise<unknown>;
  logger: Logger;
}

/**
 * Restarts a process that ends by itself, with exponential backoff, until a stop is requested. One that has never served
 * is not restarted, because it has printed what the operator has to correct. Returns the exit status for this process.
 */
export const supervise = async ({ start, stopRequested, logger }: Supervision): Promise<number> => {
  const stop = new AbortController();
  void stopRequested.then(() => stop.abort());
  let hasServed = false;
  let delayMs = firstDelayMs;
  while (!stop.signal.aborted) {
    const startedAt = Date.now();
    const child = start();
    child.once('message', () => {
      hasServed = true;
    });
    stop.signal.addEventListener('abort', () => child.kill('SIGTERM'));
    const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.once('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal })),
    );
    if (stop.signal.aborted || !hasServed) return code ?? 1;
    if (Date.now() - startedAt > stableMs) delayMs = firstDelayMs;
    logger.error({ code, signal, restartInMs: delayMs }, 'the site ended unexpectedly and is being restarted');
    await pause(delayMs, undefined, { signal: stop.signal }).catch(() => {});
    delayMs = Math.min(2 * delayMs, maxDelayMs);
  }
  return 0;
};
