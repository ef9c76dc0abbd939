import { FetchTimeoutError } from './fetch-errors.ts';

export interface TimeLimits {
  /** For everything together: names, redirects, the body. */
  timeoutMs: number;
  /** For each wait for the other server: its headers, or more of its body. */
  idleMs?: number;
  /** Aborts the fetch with its reason. */
  signal?: AbortSignal;
}

export interface Deadline {
  signal: AbortSignal;
  /** Waits for the other server. */
  wait: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends whatever is still open. */
  end: () => void;
}

export const startDeadline = ({ timeoutMs, idleMs, signal }: TimeLimits): Deadline => {
  const controller = new AbortController();
  const abortAfter = (ms: number, what: string) =>
    setTimeout(() => controller.abort(new FetchTimeoutError(ms, what)), ms);
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const total = abortAfter(timeoutMs, 'The answer did not end');
  return {
    signal: controller.signal,
    wait: async (work) => {
      const idle = idleMs === undefined ? undefined : abortAfter(idleMs, 'Nothing came');
      try {
        controller.signal.throwIfAborted();
        return await work();
      } catch (error) {
        // The error of a connection that was cut off says less than why it was.
        throw controller.signal.aborted ? controller.signal.reason : error;
      } finally {
        clearTimeout(idle);
      }
    },
    end: () => {
      clearTimeout(total);
      signal?.removeEventListener('abort', abort);
      controller.abort(new Error('The fetch was ended.'));
    },
  };
};
