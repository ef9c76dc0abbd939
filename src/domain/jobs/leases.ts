import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#domain/errors.ts';

// A process that works on a row renews the row's alive_at. Once that is stale, the process is considered dead: another
// node takes over the import or bulk change, while a backup or SEO check is recorded as failed.

/**
 * How long after its last renewal a lease expires. A batch takes seconds; a single page of an SEO check may take a
 * minute.
 */
const staleAfterMs = { imports: 30_000, bulk_changes: 30_000, backups: 120_000, seo_checks: 120_000 };

/** For work without batches or progress to store. */
const renewEveryMs = 20_000;

export const isStale = (table: keyof typeof staleAfterMs) =>
  sql<boolean>`alive_at < now() - ${staleAfterMs[table]} * interval '1 millisecond'`;

export const renewed = { alive_at: sql<Date>`now()` };

/** Renews a lease in the background. Returns a function that ends this. */
export const renewRegularly = (db: Db, table: 'backups', id: number): (() => void) => {
  const renew = () => db.updateTable(table).set(renewed).where('id', '=', id).execute();
  const timer = setInterval(() => renew().catch(() => {}), renewEveryMs);
  return () => clearInterval(timer);
};

export interface Lease {
  id: number;
  /** Differs each time the row is taken, so that a process that lost its lease can tell. */
  runner: string;
  state: string;
}

interface LeaseOptions<Work extends Lease> {
  table: 'imports' | 'bulk_changes';
  /** The states in which there is work to do. */
  states: readonly Work['state'][];
  /** Columns that `take` returns besides those of a lease. */
  work: RawBuilder<unknown>;
  /** Columns that `renew` returns. */
  progress: RawBuilder<unknown>;
}

/** Leases on rows of a table that are worked on in batches, by one process at a time. */
export const createLeases = <Work extends Lease, Progress>({ table, states, work, progress }: LeaseOptions<Work>) => {
  const name = sql.table(table);

  const claim = async (db: Db, node: string, id: number | undefined, which: RawBuilder<unknown>) => {
    const { rows } = await sql<Work>`
      update ${name} set runner = ${`${node} ${randomBytes(8).toString('hex')}`}, alive_at = now()
      where id = (
        select id from ${name}
        where state in (${sql.join(states.map((state) => sql.lit(state)))})
          and (${id ?? null}::bigint is null or id = ${id ?? null}::bigint) and ${which}
      )
      returning id, runner, state, ${work}`.execute(db);
    return rows[0];
  };

  /**
   * Takes a row that has work to do and no runner, or a dead one. With `id`, only that row. A row that is locked, for
   * example by a second press of a button, is waited for, unless a dead runner may hold the lock.
   */
  const take = async (db: Db, node: string, id?: number): Promise<Work | undefined> =>
    (await claim(
      db,
      node,
      id,
      sql`(runner is null or ${isStale(table)}) order by id limit 1 for no key update skip locked`,
    )) ?? (await claim(db, node, id, sql`runner is null order by id limit 1 for no key update`));

  /**
   * Locks the row for the transaction of a batch, and returns its progress. Returns undefined if it was stopped or
   * another process has taken it over.
   */
  const renew = async (tx: Tx, { id, runner, state }: Lease): Promise<Progress | undefined> => {
    const { rows } = await sql<Progress>`
      update ${name} set alive_at = now()
      where id = ${id}::bigint and runner = ${runner} and state = ${state}
      returning ${progress}`.execute(tx);
    return rows[0];
  };

  /** Lets another process continue at once. */
  const release = (db: Db, { id, runner }: Lease) =>
    sql`update ${name} set runner = null where id = ${id}::bigint and runner = ${runner}`.execute(db);

  /** Ends the work with an error. Returns false if the lease was lost. */
  const fail = async (db: Db, { id, runner }: Lease, err: unknown): Promise<boolean> => {
    const error = err instanceof DomainError ? err.message : 'An unexpected error; the log has the details.';
    const { numAffectedRows } = await sql`
      update ${name} set state = 'failed', error = ${error}, runner = null, ended_at = coalesce(ended_at, now())
      where id = ${id}::bigint and runner = ${runner}`.execute(db);
    return numAffectedRows === 1n;
  };

  return { take, renew, release, fail };
};
