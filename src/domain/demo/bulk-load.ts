import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withoutSlowParts } from '#db/slow-parts.ts';
import { copyText, type OnProgress, type TableLoad } from './table-load.ts';

/** Copying's share of the progress; the rest is for indexes and constraints. */
const copyShare = 0.7;

/**
 * Runs a bulk load in one transaction with `tables` locked exclusively: a load that is killed leaves nothing behind.
 */
export const inBulkTransaction = async <Result>(
  pool: pg.Pool,
  tables: string[],
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
    await client.query(`set local maintenance_work_mem = '256MB'`);
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

/**
 * Copies the loads in order, without the tables' triggers, foreign keys and secondary indexes, which are restored
 * afterwards. Then notifies the readers of the change log that the whole catalogue changed.
 */
export const bulkLoad = async (client: pg.PoolClient, loads: TableLoad[], onProgress: OnProgress): Promise<void> => {
  const tables = loads.map((load) => load.table);
  const expected = loads.reduce((sum, load) => sum + load.expected, 0);
  let copied = 0;
  const copyAll = async () => {
    for (const load of loads) {
      const rows = copyText(load.rows, (count) => {
        copied += count;
        onProgress({ step: load.table, done: copyShare * Math.min(1, copied / expected) });
      });
      const copy = client.query(copyFrom(`copy ${load.table} (${load.columns}) from stdin`));
      await pipeline(Readable.from(rows), copy);
    }
  };
  await withoutSlowParts(client, { tables }, copyAll, (share) =>
    onProgress({ step: 'indexes', done: copyShare + (1 - copyShare) * share }),
  );
  await client.query(`analyze ${tables.join(', ')}`);
  await client.query(`insert into change_log (entity, entity_id) values ('catalogue', 'all')`);
  await client.query(`select pg_notify('marquee_changes', '')`);
  onProgress({ step: 'done', done: 1 });
};
