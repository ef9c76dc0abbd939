import type pg from 'pg';

/**
 * As if all transactions that are older than the logged changes had ended: pruning spares what one of them precedes, and other
 * tests have theirs on this server.
 */
export const olderTransactionsEnd = (owner: pg.Pool) =>
  owner.query(`
    update change_log set xid = (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8
    where xid >= pg_snapshot_xmin(pg_current_snapshot())`);
