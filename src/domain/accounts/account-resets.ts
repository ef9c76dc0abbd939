import { refusedPasswords } from '#contract/values/accounts.ts';
import type { Db, Tx } from '#db/database.ts';
import { commandLine, recordChange, system } from '#domain/audit-log.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { notifyOwner, type Requester } from './account-notices.ts';
import { findAdmin, findAdminByIdentifier } from './admins.ts';
import { revokeTokensOf } from './api-tokens.ts';
import { forgetDevices } from './devices.ts';
import { hashNewPassword, verifyPassword } from './passwords.ts';
import { lockAdmin } from './second-factor.ts';
import { endAllSessions } from './sessions.ts';
import { forgetAttempts } from './sign-in-attempts.ts';

type Target = NonNullable<Awaited<ReturnType<typeof findAdminByIdentifier>>>;

/** Sets a new password that must be changed at the next sign-in, and ends all sessions of the admin. */
const setNewPassword = async (tx: Tx, admin: Target, password: string, requester: Requester, site: SiteIdentity) => {
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

const findTarget = async (tx: Tx, identifier: string): Promise<Target> => {
  const admin = await findAdminByIdentifier(tx, identifier);
  if (!admin) throw new NotFoundError(`There is no admin "${identifier}".`);
  return admin;
};

/** For the command line: resets the password of any admin, by username or email. */
export const resetPassword = (db: Db, identifier: string, password: string, site: SiteIdentity): Promise<void> =>
  db
    .transaction()
    .execute(async (tx) => setNewPassword(tx, await findTarget(tx, identifier), password, { actor: system }, site));

/** For main admins. Returns the other admin's username. */
export const resetPasswordOfOtherAdmin = (
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
    await setNewPassword(tx, admin, password, requester, site);
    return admin.username;
  });

/** For the command line: lets an admin whose password is being guessed sign in at once, with the password they have. */
export const unlockSignIn = (db: Db, identifier: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const admin = await findTarget(tx, identifier);
    await forgetAttempts(tx, admin);
    await recordChange(tx, commandLine, { action: 'unlock_sign_in', entity: 'admin', entityId: admin.id });
  });

const removeFactors = async (
  tx: Tx,
  admin: { id: number; username: string; email: string },
  requester: Requester,
  site: SiteIdentity,
) => {
  const { id, username } = admin;
  await tx.deleteFrom('authenticator_apps').where('admin_id', '=', id).execute();
  await tx.deleteFrom('passkeys').where('admin_id', '=', id).execute();
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', id).execute();
  // Somebody may be signed in with the lost device.
  await endAllSessions(tx, id);
  await revokeTokensOf(tx, requester.actor, id);
  await forgetAttempts(tx, admin);
  const before = { username };
  await recordChange(tx, requester.actor, { action: 'reset_second_factor', entity: 'admin', entityId: id, before });
  await notifyOwner(tx, id, { kind: 'factors reset' }, requester, site);
};

/** For main admins: lets another admin sign in with just the password again. Returns the admin's username. */
export const resetSecondFactorOfOtherAdmin = (
  db: Db,
  requester: Requester,
  id: number,
  site: SiteIdentity,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    await lockAdmin(tx, id);
    const admin = await findAdmin(tx, id);
    if (admin.role === 'main_admin')
      throw new ForbiddenError('The second factor of a main admin can only be reset on the command line.');
    await removeFactors(tx, admin, requester, site);
    return admin.username;
  });

/** For the command line: resets the second factor of any admin, by username or email. */
export const resetSecondFactor = (db: Db, identifier: string, site: SiteIdentity): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const admin = await findTarget(tx, identifier);
    await lockAdmin(tx, admin.id);
    await removeFactors(tx, admin, { actor: commandLine }, site);
  });
