import type pg from 'pg';
import { expect } from 'vitest';

/** Pruning spares changes that an older running transaction precedes, and other tests on this server have such transactions. */
export const olderTransactionsEnd = (pool: pg.Pool) =>
  expect
    .poll(
      async () => {
        const { rows } = await pool.query<{ ended: boolean }>(
          `select pg_snapshot_xmin(pg_current_snapshot()) > xid as ended from change_log order by xid desc limit 1`,
        );
        return rows[0]?.ended;
      },
      { timeout: 50_000 },
    )
    .toBe(true);
