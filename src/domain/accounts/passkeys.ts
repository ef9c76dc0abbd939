import type { Db } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { NotFoundError } from '#domain/errors.ts';
import { afterFactorRemoved, lockAdmin, type OwnChange } from './second-factor.ts';

/** In emails to the owner of the account. */
export const passkeyLabel = (name: string) => `The passkey “${name}”`;

const noSuchPasskey = () => new NotFoundError('You have no such passkey.');

export type ListedPasskey = Awaited<ReturnType<typeof passkeysOf>>[number];

export const passkeysOf = (db: Db, adminId: number) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('admin_id', '=', adminId)
    .orderBy('id')
    .execute();

export const renamePasskey = (db: Db, { adminId, actor }: OwnChange, id: number, name: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('admin_id', '=', adminId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw noSuchPasskey();
    await tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
    await recordChange(tx, actor, { action: 'update', entity: 'passkey', entityId: id, before, after: { name } });
  });

export const removePasskey = (db: Db, change: OwnChange, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { adminId, actor } = change;
    await lockAdmin(tx, adminId);
    const before = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('admin_id', '=', adminId)
      .returning('name')
      .executeTakeFirst();
    if (!before) throw noSuchPasskey();
    await recordChange(tx, actor, { action: 'remove', entity: 'passkey', entityId: id, before });
    await afterFactorRemoved(tx, change, passkeyLabel(before.name));
  });
