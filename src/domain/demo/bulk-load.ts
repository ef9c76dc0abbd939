import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
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
  const slowParts = await findSlowParts(client, tables);
  for (const { remove } of slowParts) await client.query(remove);

  const expected = loads.reduce((sum, load) => sum + load.expected, 0);
  let copied = 0;
  for (const load of loads) {
    const rows = copyText(load.rows, (count) => {
      copied += count;
      onProgress({ step: load.table, done: copyShare * Math.min(1, copied / expected) });
    });
    const copy = client.query(copyFrom(`copy ${load.table} (${load.columns}) from stdin`));
    await pipeline(Readable.from(rows), copy);
  }

  for (const [n, { restore }] of slowParts.toReversed().entries()) {
    await client.query(restore);
    onProgress({ step: 'indexes', done: copyShare + ((1 - copyShare) * (n + 1)) / (slowParts.length + 1) });
  }
  await client.query(`analyze ${tables.join(', ')}`);
  await client.query(`insert into change_log (entity, entity_id) values ('catalogue', 'all')`);
  await client.query(`select pg_notify('marquee_changes', '')`);
  onProgress({ step: 'done', done: 1 });
};

interface SlowPart {
  remove: string;
  restore: string;
}

/** What slows a load down, in the order of removal; it is restored in reverse order, exactly as it was. */
const findSlowParts = async (client: pg.PoolClient, tables: string[]): Promise<SlowPart[]> => {
  const { rows } = await client.query<SlowPart>(
    `with loaded as (select unnest($1::regclass[]) as oid)
     select remove, restore from (
       select 1 as place, loaded.oid, '' as name,
              format('alter table %s disable trigger user', loaded.oid::regclass) as remove,
              format('alter table %s enable trigger user', loaded.oid::regclass) as restore
       from loaded
       union all
       select 2, loaded.oid, conname,
              format('alter table %s drop constraint %I', loaded.oid::regclass, conname),
              format('alter table %s add constraint %I %s', loaded.oid::regclass, conname, pg_get_constraintdef(c.oid))
       from loaded join pg_constraint c on c.conrelid = loaded.oid and c.contype = 'f'
       union all
       select 3, loaded.oid, relname,
              format('drop index %s', indexrelid::regclass),
              pg_get_indexdef(indexrelid)
       from loaded join pg_index i on i.indrelid = loaded.oid join pg_class on pg_class.oid = indexrelid
       where not exists (select from pg_constraint c where c.conindid = indexrelid)
     ) as slow_parts order by place, oid, name`,
    [tables],
  );
  return rows;
};
