import type { DeletedKind } from '#contract/values/deleted-kinds.ts';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { deletedKinds } from './deleted-kinds.ts';

/** Soft-deletes a record that the transaction has locked; it can be restored until it is purged. */
export const deleteRecord = async (
  tx: Tx,
  actor: Actor,
  kind: DeletedKind,
  before: { id: number; version: number },
): Promise<void> => {
  const { table, entity } = deletedKinds[kind];
  await tx
    .updateTable(table)
    .set({ deleted_at: new Date(), version: before.version + 1 })
    .where('id', '=', before.id)
    .execute();
  await recordChange(tx, actor, { action: 'delete', entity, entityId: before.id, before });
};

/** The options of a directory whose records are deleted so that they can be restored. */
export const restorable = (kind: DeletedKind) => ({
  entity: deletedKinds[kind].entity,
  word: deletedKinds[kind].word,
  remove: (tx: Tx, actor: Actor, before: { id: number; version: number }) => deleteRecord(tx, actor, kind, before),
});
