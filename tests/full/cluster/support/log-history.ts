import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '../../../support/standby.ts';

export interface LogHistory {
  /** The latest moment before which everything acknowledged is in this much of the log; the beginning of time if none. */
  coveredBy: (bytes: number) => number;
  stop: () => Promise<void>;
}

const everyMs = 50;

/** Samples the end of a primary's log. What was acknowledged before a sample is not behind it. */
export const recordLogHistory = (primary: TestServer): LogHistory => {
  const samples: { askedAt: number; bytes: number }[] = [];
  let isStopped = false;
  const recording = (async () => {
    while (!isStopped) {
      const askedAt = performance.now();
      const [row] = await primary
        .query<{ bytes: number }>(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`)
        .catch(() => []);
      if (row) samples.push({ askedAt, bytes: row.bytes });
      await pause(everyMs);
    }
  })();
  return {
    coveredBy: (bytes) => samples.findLast((sample) => sample.bytes <= bytes)?.askedAt ?? 0,
    stop: async () => {
      isStopped = true;
      await recording;
    },
  };
};
