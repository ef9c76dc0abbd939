import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Tx } from '#db/database.ts';
import { type Lease, renewLease } from '../pass/lease.ts';
import { silenceChangeLog, tellCatalogue } from '../tell-catalogue.ts';
import { removeAdded } from './remove-added.ts';
import { type LeftAlone, undoChanges } from './undo-changes.ts';

const storeLeftAlone = async (tx: Tx, importId: number, posts: readonly LeftAlone[], before: number) => {
  if (posts.length === 0 || before >= importLimits.listedRows) return;
  await sql`insert into import_rows (import_id, outcome, number, reason, title, link, video_id)
    select ${importId}::bigint, 'leftAlone', given.id, given.reason, coalesce(v.title, ''), coalesce(v.link, ''), given.id
    from unnest(${sql.val(posts.map(({ id }) => id))}::bigint[], ${sql.val(posts.map(({ reason }) => reason))}::text[])
      as given(id, reason) left join videos v on v.id = given.id
    on conflict do nothing`.execute(tx);
};

/** Undoes the next posts: first what the import changed, then what it added. Undefined if the lease is lost. */
export const undoBatch = async (tx: Tx, lease: Lease, batchSize: number): Promise<{ isLast: boolean } | undefined> => {
  const left = await renewLease(tx, lease);
  if (!left) return undefined;
  if (lease.isBulk) await silenceChangeLog(tx);
  const changes = await undoChanges(tx, lease, batchSize);
  const added = changes.isLast ? await removeAdded(tx, lease, left.undoneTo, batchSize) : undefined;
  const undone = changes.undone.length + (added?.undone.length ?? 0);
  const leftAlone = [...changes.leftAlone, ...(added?.leftAlone ?? [])];
  const isLast = added?.isLast ?? false;
  const { before } = await tx
    .updateTable('imports')
    .set((eb) => ({
      undone: eb('undone', '+', undone),
      left_alone: eb('left_alone', '+', leftAlone.length),
      undone_to: added?.last ?? left.undoneTo,
      ...(isLast ? { state: 'undone' as const, undo_ended_at: sql<Date>`now()`, runner: null } : {}),
    }))
    .where('id', '=', lease.id)
    .returning(sql<number>`left_alone - ${leftAlone.length}::integer`.as('before'))
    .executeTakeFirstOrThrow();
  await storeLeftAlone(tx, lease.id, leftAlone, before);
  if (isLast) await tellCatalogue(tx, lease.id);
  return { isLast };
};
