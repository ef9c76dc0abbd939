import type { Db, Tx } from '#db/database.ts';
import { commandLine, recordChange } from '#domain/audit/record-change.ts';
import { ForbiddenError, NotFoundError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { notifyOwner, type Requester } from './account-notices.ts';
import { findAdmin, findAdminByIdentifier } from './admins.ts';
import { revokeTokensOf } from './api-tokens.ts';
import { lockAdmin } from './second-factor.ts';
import { endAllSessions } from './sessions.ts';
import { forgetAttempts } from './sign-in-throttle.ts';

const reset = async (
  tx: Tx,
  admin: { id: number; username: string; email: string },
  requester: Requester,
  site: SiteIdentity,
) => {
  const { id, username } = admin;
  await tx.deleteFrom('authenticator_apps').where('admin_id', '=', id).execute();
  await tx.deleteFrom('passkeys').where('admin_id', '=', id).execute();
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', id).execute();
  // Whoever found the lost device may be signed in.
  await endAllSessions(tx, id);
  await revokeTokensOf(tx, requester.actor, id);
  await forgetAttempts(tx, admin);
  const before = { username };
  await recordChange(tx, requester.actor, { action: 'reset_second_factor', entity: 'admin', entityId: id, before });
  await notifyOwner(tx, id, { kind: 'factors reset' }, requester, site);
};

/** For main admins: another admin can sign in with the password alone again. Returns the admin's username. */
export const resetSecondFactor = (db: Db, requester: Requester, id: number, site: SiteIdentity): Promise<string> =>
  db.transaction().execute(async (tx) => {
    await lockAdmin(tx, id);
    const admin = await findAdmin(tx, id);
    if (admin.role === 'main_admin')
      throw new ForbiddenError('The second factor of a main admin can only be reset on the command line.');
    await reset(tx, admin, requester, site);
    return admin.username;
  });

/** For the command line: of any admin, by username or email. */
export const resetSecondFactorOf = (db: Db, identifier: string, site: SiteIdentity): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const admin = await findAdminByIdentifier(tx, identifier);
    if (!admin) throw new NotFoundError(`There is no admin "${identifier}".`);
    await lockAdmin(tx, admin.id);
    await reset(tx, admin, { actor: commandLine }, site);
  });
