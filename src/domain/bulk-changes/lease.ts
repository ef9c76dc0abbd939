import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { Change } from './change.ts';

/** A bulk change that this process runs. */
export interface Lease {
  id: number;
  runner: string;
  change: Change;
  state: 'running' | 'undoing';
}

/** A runner renews its lease with every batch: one that has not for this long is gone. */
const lostAfterMs = 30_000;

/** Takes on a bulk change that nobody runs, or whose process has died. */
export const takeLease = async (db: Db, runner: string): Promise<Lease | undefined> => {
  const { rows } = await sql<Lease>`
    update bulk_changes set runner = ${runner}, alive_at = now()
    where id = (
      select id from bulk_changes
      where state in ('running', 'undoing')
        and (runner is null or alive_at < now() - ${lostAfterMs} * interval '1 millisecond')
      order by id limit 1 for update skip locked
    )
    returning id, runner, change, state`.execute(db);
  return rows[0];
};

/** Gives up a bulk change that another process can go on with at once. */
export const releaseLease = (db: Db, { id, runner }: Lease) =>
  db.updateTable('bulk_changes').set({ runner: null }).where('id', '=', id).where('runner', '=', runner).execute();

/**
 * Locks the bulk change for the transaction of a batch, and returns what is left of it. Undefined if it has been stopped, or
 * if another process has taken it on.
 */
export const renewLease = (tx: Tx, { id, runner, state }: Lease) =>
  tx
    .updateTable('bulk_changes')
    .set({ alive_at: sql`now()` })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', '=', state)
    .returning(['done_id as doneId', 'undone_id as undoneId'])
    .executeTakeFirst();

export const readVideoIds = async (db: Db, { id }: Lease): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select unnest(video_ids) as id from bulk_changes where id = ${id}::bigint`.execute(db);
  return rows.map((row) => row.id);
};
