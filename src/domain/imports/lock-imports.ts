import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** One at a time begins, ends or deletes imports of a source. Not a lock on the source's row: batches take that one after they have locked their import. */
export const lockImportsOfSource = async (tx: Tx, sourceId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('import of a source'), ${sourceId}::integer)`.execute(tx);
};
