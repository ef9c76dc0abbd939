import { sql } from 'kysely';
import type { Role } from '#contract/values/roles.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { ConflictError, ForbiddenError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { announceMainAdmin, notifyOwner, type Requester } from './account-notices.ts';
import { type Admin, findAdmin } from './admins.ts';
import { revokeTokensOf } from './api-tokens.ts';
import { assertEmail, takenIdentity } from './create-admin.ts';
import { forgetDevices } from './known-devices.ts';
import { endAllSessions } from './sessions.ts';

export interface AccountChanges {
  email?: string | undefined;
  role?: Role | undefined;
}

/**
 * One change of roles at a time, by the same lock as the trigger that keeps a main admin: of two main admins who demote each
 * other at once, the second is none any more.
 */
const assertStillMainAdmin = async (tx: Tx, { actor }: Requester) => {
  await sql`select pg_advisory_xact_lock(hashtext('marquee main admins'))`.execute(tx);
  const admin = actor.adminId === null ? undefined : await findAdmin(tx, actor.adminId);
  if (admin?.role !== 'main_admin' || !admin.isActive)
    throw new ForbiddenError('Only main admins can change other accounts.');
};

const store = async (tx: Tx, id: number, { email, role }: { email: string; role: Role }) => {
  try {
    await tx.updateTable('admins').set({ email, role }).where('id', '=', id).execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(takenIdentity);
    throw error;
  }
};

/** For main admins: changes the email or the role of somebody else, who has to sign in again. */
export const changeAdmin = (
  db: Db,
  requester: Requester,
  id: number,
  changes: AccountChanges,
  site: SiteIdentity,
): Promise<Admin> =>
  db.transaction().execute(async (tx) => {
    await assertStillMainAdmin(tx, requester);
    await tx.selectFrom('admins').select('id').where('id', '=', id).forUpdate().execute();
    const before = await findAdmin(tx, id);
    if (id === requester.actor.adminId) throw new ForbiddenError('Another main admin has to change your account.');
    const { email = before.email, role = before.role } = changes;
    const changesEmail = email !== before.email;
    const changesRole = role !== before.role;
    if (!changesEmail && !changesRole) return before;
    if (changesEmail) {
      assertEmail(email);
      // To the old email: whoever reads it should know.
      await notifyOwner(tx, id, { kind: 'email changed', email }, requester, site);
    }
    await store(tx, id, { email, role });
    if (changesEmail) {
      await forgetDevices(tx, id);
      await notifyOwner(tx, id, { kind: 'email changed', email }, requester, site);
    }
    if (changesRole) {
      await notifyOwner(tx, id, { kind: 'role changed', role }, requester, site);
      if (role === 'main_admin') await announceMainAdmin(tx, id, requester, site);
      // A token may do what its owner may, which was decided for the role before.
      await revokeTokensOf(tx, requester.actor, id);
    }
    await endAllSessions(tx, id);
    const after = await findAdmin(tx, id);
    await recordChange(tx, requester.actor, {
      action: 'update',
      entity: 'admin',
      entityId: id,
      before: { username: before.username, email: before.email, role: before.role },
      after: { username: after.username, email: after.email, role: after.role },
    });
    return after;
  });
