import { sql } from 'kysely';
import type { ImportOrigin, ImportSettings } from '#contract/values/imports.ts';
import type { Db, Tx } from '#db/database.ts';

/** An import that this process works on. */
export interface Lease {
  id: number;
  runner: string;
  state: 'checking' | 'running' | 'undoing';
  sourceId: number;
  origin: ImportOrigin;
  settings: ImportSettings;
  adminId: number | null;
  isBulk: boolean;
  takesDown: boolean;
  passes: number;
}

/** A runner renews its lease with every batch: one that has not for this long is gone. */
const lostAfterMs = 30_000;

/** Takes on an import that nobody works on, or whose process has died; `id` is one in particular. */
export const takeLease = async (db: Db, runner: string, id?: number): Promise<Lease | undefined> => {
  const { rows } = await sql<Lease>`
    update imports set runner = ${runner}, alive_at = now()
    where id = (
      select id from imports
      where state in ('checking', 'running', 'undoing') and (${id ?? null}::bigint is null or id = ${id ?? null}::bigint)
        and (runner is null or alive_at < now() - ${lostAfterMs} * interval '1 millisecond')
      order by id limit 1 for update skip locked
    )
    returning id, runner, state, source_id as "sourceId", origin, settings, admin_id as "adminId", is_bulk as "isBulk",
      takes_down as "takesDown", passes`.execute(db);
  return rows[0];
};

/** Gives up an import that another process can go on with at once. */
export const releaseLease = (db: Db, { id, runner }: Lease) =>
  db.updateTable('imports').set({ runner: null }).where('id', '=', id).where('runner', '=', runner).execute();

/**
 * Locks the import for the transaction of a batch, and returns how far it is. Undefined if it has been stopped, or if another
 * process has taken it on.
 */
export const renewLease = (tx: Tx, { id, runner, state }: Lease) =>
  tx
    .updateTable('imports')
    .set({ alive_at: sql`now()` })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', '=', state)
    .returning([
      'done_rows as doneRows',
      'checked_counts as checkedCounts',
      'counts',
      'taken_down as takenDown',
      'taken_down_to as takenDownTo',
      'undone_to as undoneTo',
    ])
    .executeTakeFirst();
