import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withoutSlowParts } from '#db/slow-parts.ts';

export type Value = string | number | boolean | Date | null;
export type Row = readonly Value[];

/** The rows of one COPY into a table. They are iterated once and streamed, never all held in memory. */
export interface TableLoad {
  table: string;
  columns: string;
  /** The approximate number of rows, to calculate the progress. */
  expected: number;
  rows: Iterable<Row>;
}

export interface Progress {
  step: string;
  /** From 0 to 1 over the whole load. */
  done: number;
}
export type OnProgress = (progress: Progress) => void;

const special = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const encode = (value: Value): string => {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(special, (character) => escapes[character] ?? character);
  return value instanceof Date ? value.toISOString() : String(value);
};

const chunkLength = 1 << 16;

/** The rows in COPY's text format, in chunks of about 64 KB. */
function* copyText(rows: Iterable<Row>, onRows: (count: number) => void): Generator<string> {
  let chunk = '';
  let count = 0;
  for (const row of rows) {
    for (let n = 0; n < row.length; n++) chunk += (n > 0 ? '\t' : '') + encode(row[n] ?? null);
    chunk += '\n';
    count++;
    if (chunk.length >= chunkLength) {
      yield chunk;
      onRows(count);
      chunk = '';
      count = 0;
    }
  }
  if (chunk) yield chunk;
  onRows(count);
}

export interface Named {
  slug: string;
  name: string;
  createdAt: Date;
}

export interface ReservedIds<Item extends Named> {
  /** The id of each item, in the order of the items. */
  ids: number[];
  /** Items that the table doesn't have yet. */
  newRows: { id: number; item: Item }[];
}

/** The first free id of the table, which must be locked. */
export const nextId = async (client: pg.PoolClient, table: string): Promise<number> => {
  const { rows } = await client.query<{ next: number }>(
    `select greatest(nextval(pg_get_serial_sequence($1, 'id')), (select coalesce(max(id), 0) + 1 from ${table})) as next`,
    [table],
  );
  return rows[0]?.next ?? 1;
};

/** Moves the table's sequence past the assigned ids. */
export const advanceSequence = async (client: pg.PoolClient, table: string): Promise<void> => {
  await client.query(
    `select setval(pg_get_serial_sequence($1, 'id'), max(id)) from ${table} having max(id) is not null`,
    [table],
  );
};

/** Assigns ids to tags or performers. Existing rows are matched by slug; the others get new ids. */
export const reserveIds = async <Item extends Named>(
  client: pg.PoolClient,
  table: 'tags' | 'performers',
  items: readonly Item[],
): Promise<ReservedIds<Item>> => {
  const present = table === 'performers' ? 'deleted_at is null' : 'true';
  const { rows } = await client.query<{ slug: string; id: number }>(
    `select slug, id from ${table} where slug = any ($1::text[]) and ${present}`,
    [items.map(({ slug }) => slug)],
  );
  const storedIds = new Map(rows.map(({ slug, id }) => [slug, id]));
  const newRows: ReservedIds<Item>['newRows'] = [];
  let next = await nextId(client, table);
  const ids = items.map((item) => {
    const id = storedIds.get(item.slug) ?? next++;
    if (!storedIds.has(item.slug)) newRows.push({ id, item });
    return id;
  });
  return { ids, newRows };
};

/** The fraction of the progress for copying. The rest is for indexes and constraints. */
const copyShare = 0.7;

/** Runs a bulk load in one transaction with exclusive locks on `tables`. An interrupted load leaves nothing behind. */
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
 * afterwards. Then notifies the readers of the change log that the whole catalogue has changed.
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
