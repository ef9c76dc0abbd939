import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { connectionTo } from './client.ts';
import { DatabaseUnavailableError, throwStatementError } from './errors.ts';
import { connectTimeoutMs } from './hosts.ts';
import type { Tables } from './tables.ts';

/** A database or a transaction. The first parameter of most functions of the domain. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

const bigint = 20;
pg.types.setTypeParser(bigint, Number);

export interface DatabaseOptions {
  connections?: number;
  /** 0 means no limit. */
  statementTimeoutMs?: number;
}

export interface Database {
  db: Db;
  pool: pg.Pool;
  close: () => Promise<void>;
}

const maxPreparedStatements = 200;
/** A cached plan for `select *` fails after a migration adds a column. */
const selectsAllColumns = /(select|returning) ("\w+"\.)?\*/;

/**
 * Uses prepared statements, because planning the queries of a list page takes the server longer than running them.
 * Only the first statements get a name; later ones are one-offs.
 */
const withPreparedStatements = (pool: pg.Pool) => {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < maxPreparedStatements) names.set(text, `marquee_${names.size}`);
    return names.get(text);
  };
  return {
    connect: async () => {
      const client = await pool.connect().catch((error: Error) => {
        throw new DatabaseUnavailableError(error);
      });
      return Object.create(client, {
        query: {
          value: (text: unknown, values: unknown[]) => {
            const name =
              typeof text === 'string' && values.length > 0 && !selectsAllColumns.test(text) ? nameOf(text) : undefined;
            const result =
              name === undefined
                ? client.query(text as string, values)
                : client.query({ name, text: text as string, values });
            return result.catch(throwStatementError);
          },
        },
      }) as pg.PoolClient;
    },
    // openDatabase() ends the pool itself, because Kysely doesn't if it never ran a statement.
    end: async () => {},
    options: pool.options,
  };
};

/** Opens a connection pool. The URL may name several hosts. */
export const openDatabase = (url: string, options: DatabaseOptions = {}): Database => {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: options.connections ?? 10,
    connectionTimeoutMillis: connectTimeoutMs(url, 5_000),
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'marquee',
  });
  // Idle connections that break are replaced.
  pool.on('error', () => {});
  // If a connection breaks during a transaction, its next statement fails and reports the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) });
  const close = async () => {
    await db.destroy();
    await pool.end();
  };
  return { db, pool, close };
};

/** Uses the caller's transaction, or opens one. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work);

const maxAttempts = 5;
/** SQLSTATE codes of deadlocks, serialization failures and lock timeouts. */
const retriedCodes = ['40P01', '40001', '55P03'];

const isRetried = (error: unknown) => retriedCodes.includes((error as { code?: string }).code ?? '');

/** Runs work in its own transaction. */
export type InTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * Runs a batch of background work in a transaction, and retries it after deadlocks and lock timeouts. Sequential scans
 * are disabled: while tables grow fast, their statistics are outdated and the planner would read whole tables.
 */
export const retriedTransaction = async <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', '5s', true), set_config('enable_seqscan', 'off', true)`.execute(tx);
        return work(tx);
      });
    } catch (error) {
      if (!isRetried(error) || attempt === maxAttempts) throw error;
    }
};
