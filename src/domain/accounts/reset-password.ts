import { refusedPasswords } from '#contract/values/passwords.ts';
import type { Db } from '#db/database.ts';
import { recordChange, system } from '#domain/audit/record-change.ts';
import { NotFoundError, ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { notifyOwner } from './account-notices.ts';
import { findAdminByIdentifier } from './admins.ts';
import { forgetDevices } from './known-devices.ts';
import { hashNewPassword } from './new-password.ts';
import { verifyPassword } from './passwords.ts';
import { endAllSessions } from './sessions.ts';
import { forgetAttempts } from './sign-in-throttle.ts';

/** Sets a new password, which its owner has to change at the next sign-in, and ends all sessions of the admin. */
export const resetPassword = (db: Db, identifier: string, password: string, site: SiteIdentity) =>
  db.transaction().execute(async (tx) => {
    const admin = await findAdminByIdentifier(tx, identifier);
    if (!admin) throw new NotFoundError(`There is no admin "${identifier}".`);
    const password_hash = await hashNewPassword(tx, {
      password,
      owner: admin,
      siteName: site.siteName,
      field: 'password',
    });
    if (await verifyPassword(admin.password_hash, password)) throw new ValidationError(refusedPasswords.unchanged);
    await tx
      .updateTable('admins')
      .set({ password_hash, must_change_password: true })
      .where('id', '=', admin.id)
      .execute();
    await endAllSessions(tx, admin.id);
    await forgetDevices(tx, admin.id);
    await forgetAttempts(tx, admin);
    await recordChange(tx, system, { action: 'reset_password', entity: 'admin', entityId: admin.id });
    await notifyOwner(tx, admin.id, { kind: 'password reset' }, { actor: system }, site);
  });
