import { refusedPasswords } from '#contract/values/accounts.ts';
import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { notifyOwner } from './account-notices.ts';
import { forgetDevices } from './devices.ts';
import { hashNewPassword, verifyPassword } from './passwords.ts';
import { hasSecondFactor } from './second-factor.ts';
import { endAllSessions, openSession, type Session } from './sessions.ts';
import type { Browser } from './sign-in.ts';
import { guardPassword, WrongProofError } from './sign-in-attempts.ts';

/** With a second factor, the password alone is not a fresh proof, so the new session is only as fresh as the old one. */
const provedAtOf = async (tx: Tx, { id, adminId }: Session): Promise<Date | undefined> => {
  if (!(await hasSecondFactor(tx, adminId))) return undefined;
  const old = await tx.selectFrom('sessions').select('proved_at').where('id', '=', id).executeTakeFirst();
  return old?.proved_at ?? new Date(0);
};

/** Ends all sessions of the admin and opens a new one for the current browser. Returns its token. */
export const changePassword = async (
  db: Db,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  browser: Browser,
  site: SiteIdentity,
): Promise<string> => {
  const { adminId, username, email } = session;
  const password_hash = await hashNewPassword(db, {
    password: newPassword,
    owner: { username, email },
    siteName: site.siteName,
    field: 'newPassword',
  });
  const change = async (tx: Tx) => {
    const admin = await tx
      .selectFrom('admins')
      .select('password_hash')
      .where('id', '=', adminId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!(await verifyPassword(admin.password_hash, currentPassword)))
      throw new WrongProofError('currentPassword', 'The current password is wrong.');
    if (newPassword === currentPassword)
      throw new ValidationError(refusedPasswords.unchanged, { newPassword: refusedPasswords.unchanged });
    const provedAt = await provedAtOf(tx, session);
    await tx
      .updateTable('admins')
      .set({ password_hash, must_change_password: false })
      .where('id', '=', adminId)
      .execute();
    await endAllSessions(tx, adminId);
    await forgetDevices(tx, adminId, browser.deviceToken);
    const actor = { adminId, admin: username, ip: browser.ip };
    await recordChange(tx, actor, { action: 'change_password', entity: 'admin', entityId: adminId });
    await notifyOwner(tx, adminId, { kind: 'password changed' }, { actor, userAgent: browser.userAgent }, site);
    return openSession(tx, adminId, browser, provedAt);
  };
  return guardPassword(db, session, browser.ip, () => db.transaction().execute(change));
};
