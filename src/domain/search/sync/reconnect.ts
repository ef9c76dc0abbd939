import { setTimeout as sleep } from 'node:timers/promises';

const minBackoffMs = 100;
const maxBackoffMs = 10_000;

/** Exponential backoff: how long to wait after this many failures in a row. */
export const backoffMs = (failures: number): number => Math.min(maxBackoffMs, minBackoffMs * 2 ** (failures - 1));

export interface ReconnectOptions {
  /** Ends the loop, also during a pause. */
  signal: AbortSignal;
  onFailure: (error: unknown, retryInMs: number) => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const abortablePause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});

/** Runs a session again whenever it fails. A session reports each success, which resets the backoff. */
export const reconnectForever = async (
  runSession: (onSuccess: () => void) => Promise<void>,
  { signal, onFailure, pause = abortablePause }: ReconnectOptions,
): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await runSession(() => {
        failures = 0;
      });
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      const retryInMs = backoffMs(failures);
      onFailure(error, retryInMs);
      await pause(retryInMs, signal);
    }
  }
};
