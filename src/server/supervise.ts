import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const firstDelayMs = 500;
const maxDelayMs = 30_000;
/** A process that ran this long was not brought down by its own start. */
const stableMs = 60_000;
/** How often a process that serves says so. */
export const heartbeatMs = 5_000;

interface Supervision {
  /** Starts the process, which sends a message once it serves and then every `heartbeatMs`. */
  start: () => ChildProcess;
  /** Resolves when somebody wants it to stop. */
  stopRequested: Promise<unknown>;
  logger: Logger;
  /** A process that has been silent for longer hangs and is killed. */
  maxSilenceMs?: number;
}

/** Kills a process that stops sending messages. How long its start takes, before the first one, is its own business. */
const killWhenSilent = (child: ChildProcess, maxSilenceMs: number, logger: Logger) => {
  let timer: NodeJS.Timeout | undefined;
  const kill = () => {
    logger.error({ silentForMs: maxSilenceMs }, 'the site hangs and is being killed');
    // It would not get round to handling another signal.
    child.kill('SIGKILL');
  };
  child.on('message', () => {
    clearTimeout(timer);
    timer = setTimeout(kill, maxSilenceMs);
  });
  child.once('exit', () => clearTimeout(timer));
};

/**
 * Restarts a process that ends by itself or hangs, with exponential backoff, until a stop is requested. One that has
 * never served is not restarted, because it has printed what the operator has to correct. Returns the exit status for
 * this process.
 */
export const supervise = async (supervision: Supervision): Promise<number> => {
  const { start, stopRequested, logger, maxSilenceMs = 30_000 } = supervision;
  const stop = new AbortController();
  void stopRequested.then(() => stop.abort());
  let hasServed = false;
  let delayMs = firstDelayMs;
  while (!stop.signal.aborted) {
    const startedAt = performance.now();
    const child = start();
    child.once('message', () => {
      hasServed = true;
    });
    killWhenSilent(child, maxSilenceMs, logger);
    stop.signal.addEventListener('abort', () => child.kill('SIGTERM'));
    const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.once('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal })),
    );
    // A process that has just been started ends by the signal itself, because it does not handle it yet.
    if (stop.signal.aborted && signal === 'SIGTERM') return 0;
    if (stop.signal.aborted || !hasServed) return code ?? 1;
    if (performance.now() - startedAt > stableMs) delayMs = firstDelayMs;
    logger.error({ code, signal, restartInMs: delayMs }, 'the site ended unexpectedly and is being restarted');
    await pause(delayMs, undefined, { signal: stop.signal }).catch(() => {});
    delayMs = Math.min(2 * delayMs, maxDelayMs);
  }
  return 0;
};
