import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** In the transaction of a batch of a large import: the triggers of the change log keep silent. Call tellCatalogue() in the end. */
export const silenceChangeLog = (tx: Tx) => sql`select set_config('marquee.logs_changes', 'off', true)`.execute(tx);

/**
 * Tells every index that the whole catalogue may have changed, if the import is so large that its batches did not say what they
 * changed. Call it in the transaction that ends the work, however it ends.
 */
export const tellCatalogue = async (tx: Tx, importId: number): Promise<void> => {
  const { rows } = await sql`
    insert into change_log (entity, entity_id) select 'catalogue', 'all' from imports
    where id = ${importId}::bigint and is_bulk returning id`.execute(tx);
  if (rows.length > 0) await sql`select pg_notify('marquee_changes', '')`.execute(tx);
};
