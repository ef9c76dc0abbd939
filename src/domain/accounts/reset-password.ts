import { refusedPasswords } from '#contract/values/passwords.ts';
import type { Db, Tx } from '#db/database.ts';
import { recordChange, system } from '#domain/audit/record-change.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { notifyOwner, type Requester } from './account-notices.ts';
import { findAdminByIdentifier } from './admins.ts';
import { revokeTokensOf } from './api-tokens.ts';
import { forgetDevices } from './known-devices.ts';
import { hashNewPassword } from './new-password.ts';
import { verifyPassword } from './passwords.ts';
import { endAllSessions } from './sessions.ts';
import { forgetAttempts } from './sign-in-throttle.ts';

type Target = NonNullable<Awaited<ReturnType<typeof findAdminByIdentifier>>>;

/** Sets a new password, which its owner has to change at the next sign-in, and ends all sessions of the admin. */
const reset = async (tx: Tx, admin: Target, password: string, requester: Requester, site: SiteIdentity) => {
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
  await revokeTokensOf(tx, requester.actor, admin.id);
  await forgetDevices(tx, admin.id);
  await forgetAttempts(tx, admin);
  await recordChange(tx, requester.actor, { action: 'reset_password', entity: 'admin', entityId: admin.id });
  await notifyOwner(tx, admin.id, { kind: 'password reset' }, requester, site);
};

/** For the command line: of any admin, by username or email. */
export const resetPassword = (db: Db, identifier: string, password: string, site: SiteIdentity): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const admin = await findAdminByIdentifier(tx, identifier);
    if (!admin) throw new NotFoundError(`There is no admin "${identifier}".`);
    await reset(tx, admin, password, { actor: system }, site);
  });

/** For main admins: of another admin. Returns the admin's username. */
export const resetPasswordOf = (
  db: Db,
  requester: Requester,
  { id, password }: { id: number; password: string },
  site: SiteIdentity,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const admin = await tx.selectFrom('admins').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!admin) throw new NotFoundError('There is no such admin.');
    if (admin.role === 'main_admin')
      throw new ForbiddenError('The password of a main admin can only be reset on the command line.');
    await reset(tx, admin, password, requester, site);
    return admin.username;
  });
