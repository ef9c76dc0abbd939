import { LRUCache } from 'lru-cache';
import { TooManyRequestsError } from '#domain/errors.ts';
import { createWorkQueue, type WorkQueue } from '#domain/work-queue.ts';
import { createFailures } from './failures.ts';

/** At once from one host, and how many wait for it. */
const perHost = { maxConcurrent: 4, maxWaiting: 100 };
/** A host that fails as often as this without an answer between is left alone for a while. */
const maxFailuresInRow = 8;
const maxHosts = 1_000;

interface Host {
  queue: WorkQueue;
  failuresInRow: number;
}

export const tooBusy = () => new TooManyRequestsError('Many pictures are being loaded. Please try again later.', 5);

/** Keeps the site from hammering a host, and a host that hangs from holding up all others. */
export const createHostLimits = () => {
  const hosts = new LRUCache<string, Host>({
    max: maxHosts,
    memoMethod: () => ({ queue: createWorkQueue({ ...perHost, refusal: tooBusy }), failuresInRow: 0 }),
  });
  const pauses = createFailures();
  return {
    /** Runs what asks a host; it rejects if the host does not answer, whatever the answer is. */
    run: async <T>(name: string, ask: () => Promise<T>): Promise<T> => {
      if (pauses.isPaused(name)) throw tooBusy();
      const host = hosts.memo(name);
      return host.queue.run(async () => {
        try {
          const answer = await ask();
          host.failuresInRow = 0;
          pauses.clear(name);
          return answer;
        } catch (error) {
          // It was not asked.
          if (error instanceof TooManyRequestsError) throw error;
          if (++host.failuresInRow >= maxFailuresInRow) {
            host.failuresInRow = 0;
            pauses.add(name, 'passing');
          }
          throw error;
        }
      });
    },
  };
};
