import type { Db } from '#db/database.ts';
import { recordChange, system } from '#domain/audit/record-change.ts';
import { NotFoundError } from '#domain/errors.ts';
import { findAdminByIdentifier } from './admins.ts';
import { forgetDevices } from './known-devices.ts';
import { assertPasswordLength, hashPassword } from './passwords.ts';
import { endAllSessions } from './sessions.ts';

/** Sets a new password and ends all sessions of the admin. */
export const resetPassword = async (db: Db, identifier: string, password: string) => {
  assertPasswordLength(password, 'password');
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const admin = await findAdminByIdentifier(tx, identifier);
    if (!admin) throw new NotFoundError(`There is no admin "${identifier}".`);
    await tx.updateTable('admins').set({ password_hash }).where('id', '=', admin.id).execute();
    await endAllSessions(tx, admin.id);
    await forgetDevices(tx, admin.id);
    await recordChange(tx, system, { action: 'reset_password', entity: 'admin', entityId: admin.id });
  });
};
