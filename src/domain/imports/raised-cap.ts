import { sql } from 'kysely';
import type { ImportSettings } from '#contract/values/imports.ts';
import type { Tx } from '#db/database.ts';

type Capped = Pick<ImportSettings, 'rules'>;

export const isCapRaised = ({ rules: before }: Capped, { rules: after }: Capped): boolean =>
  before.dailyCap !== null && (after.dailyCap === null || after.dailyCap > before.dailyCap);

/** Makes imports due that wait for another day. Those that somebody else is stopping or resuming are left to them. */
export const resumeAtOnce = async (tx: Tx, sourceId: number): Promise<void> => {
  // Not waiting for a lock: batches lock their import first and then the source, which this transaction holds.
  await sql`update imports set resume_at = now() where id in (
    select id from imports where source_id = ${sourceId}::bigint and state = 'waiting' for update skip locked)`.execute(
    tx,
  );
};
