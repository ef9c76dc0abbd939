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
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
};
