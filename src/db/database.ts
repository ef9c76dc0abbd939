import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** A database or a transaction on it: what the functions of the domain take first. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

const bigint = 20;
pg.types.setTypeParser(bigint, Number);

export interface DatabaseOptions {
  connections?: number;
  /** 0 lets a statement run for as long as it takes, for migrations and bulk loads. */
  statementTimeoutMs?: number;
}

export interface Database {
  db: Db;
  pool: pg.Pool;
  close: () => Promise<void>;
}

const mostPrepared = 200;
/** A kept plan of such a statement fails once a migration has added a column. */
const every = /(select|returning) ("\w+"\.)?\*/;

/**
 * A pool whose connections keep the plan of each statement, by its text: planning the page of a list takes the server
 * longer than running it. Texts beyond the first few hundred are one-offs and are planned each time.
 */
const preparing = (pool: pg.Pool) => {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < mostPrepared) names.set(text, `marquee_${names.size}`);
    return names.get(text);
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      return Object.create(client, {
        query: {
          value: (text: unknown, values: unknown[]) => {
            const name = typeof text === 'string' && values.length > 0 && !every.test(text) ? nameOf(text) : undefined;
            return name === undefined
              ? client.query(text as string, values)
              : client.query({ name, text: text as string, values });
          },
        },
      }) as pg.PoolClient;
    },
    // Ended by whoever opened it, also where no statement ever came this way.
    end: async () => {},
    options: pool.options,
  };
};

/** Opens a pool. An idle connection that breaks is dropped and replaced, never a reason to stop. */
export const openDatabase = (url: string, options: DatabaseOptions = {}): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'marquee',
  });
  pool.on('error', () => {});
  // One that breaks in the middle of a transaction fails that transaction's next statement: enough of a sign.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  const close = async () => {
    await db.destroy();
    await pool.end();
  };
  return { db, pool, close };
};
