import { refusedPasswords } from '#contract/values/passwords.ts';
import type { Db } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { notifyOwner } from './account-notices.ts';
import { forgetDevices } from './known-devices.ts';
import { hashNewPassword } from './new-password.ts';
import { verifyPassword } from './passwords.ts';
import { endAllSessions, openSession, type Session } from './sessions.ts';
import { type Counter, countAttempt, uncountAttempt } from './sign-in-throttle.ts';
import type { Browser } from './start-session.ts';

const refuse = (field: string, message: string) => new ValidationError(message, { [field]: message });

/** Ends all sessions of the admin and opens a new one for the current browser; returns its token. */
export const changePassword = async (
  db: Db,
  { adminId, username, email }: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  browser: Browser,
  site: SiteIdentity,
): Promise<string> => {
  const counters: Counter[] = [{ kind: 'account', key: `password:${adminId}` }];
  const owner = { username, email };
  const password_hash = await hashNewPassword(db, {
    password: newPassword,
    owner,
    siteName: site.siteName,
    field: 'newPassword',
  });
  await countAttempt(db, counters);
  const token = await db.transaction().execute(async (tx) => {
    const admin = await tx
      .selectFrom('admins')
      .select('password_hash')
      .where('id', '=', adminId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!(await verifyPassword(admin.password_hash, currentPassword)))
      throw refuse('currentPassword', 'The current password is wrong.');
    if (newPassword === currentPassword) throw refuse('newPassword', refusedPasswords.unchanged);
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
    return openSession(tx, adminId, browser);
  });
  await uncountAttempt(db, counters);
  return token;
};
