import type { ChildProcess } from 'node:child_process';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const firstDelayMs = 500;
const maxDelayMs = 30_000;
/** After running this long, a process counts as stable, and the delay before the next restart is reset. */
const stableMs = 60_000;
/** The interval at which a serving process sends a message to its supervisor. */
const heartbeatMs = 5_000;

/**
 * Tells the supervisor that the site is serving and that its event loop isn't blocked. Requests say so as well: in a
 * flood, one round of the event loop may take so long that no timer runs, while visitors are answered.
 */
export const sendHeartbeats = (server: Pick<Server, 'on'>): (() => void) => {
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    if (process.connected) process.send?.('serving');
  };
  send();
  server.on('request', () => {
    if (performance.now() - sentAt > heartbeatMs) send();
  });
  const timer = setInterval(send, heartbeatMs);
  return () => clearInterval(timer);
};

interface Supervision {
  /** Starts the process, which sends a message once it serves and then every `heartbeatMs`. */
  start: () => ChildProcess;
  stopRequested: Promise<unknown>;
  logger: Logger;
  /** A process that sends no message for this long is assumed to hang and is killed. */
  maxSilenceMs?: number;
}

/** Kills a process that stops sending messages. Its start, before the first message, may take any time. */
const killWhenSilent = (child: ChildProcess, maxSilenceMs: number, logger: Logger) => {
  let timer: NodeJS.Timeout | undefined;
  const kill = () => {
    logger.error({ silentForMs: maxSilenceMs }, 'the site hangs and is being killed');
    // A hanging process would not handle any other signal.
    child.kill('SIGKILL');
  };
  child.on('message', () => {
    clearTimeout(timer);
    timer = setTimeout(kill, maxSilenceMs);
  });
  child.once('exit', () => clearTimeout(timer));
};

/**
 * Restarts a process that exits or hangs, with exponential backoff, until a stop is requested. A process that has
 * never served is not restarted, because it has printed what the operator must correct. Returns the exit code for this
 * process.
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
    // A process that has just started is terminated by the signal, because its handler isn't installed yet.
    if (stop.signal.aborted && signal === 'SIGTERM') return 0;
    if (stop.signal.aborted || !hasServed) return code ?? 1;
    if (performance.now() - startedAt > stableMs) delayMs = firstDelayMs;
    logger.error({ code, signal, restartInMs: delayMs }, 'the site ended unexpectedly and is being restarted');
    await pause(delayMs, undefined, { signal: stop.signal }).catch(() => {});
    delayMs = Math.min(2 * delayMs, maxDelayMs);
  }
  return 0;
};
