import type { Db } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { ValidationError } from '#domain/errors.ts';
import { forgetDevices } from './known-devices.ts';
import { assertPasswordLength, hashPassword, verifyPassword } from './passwords.ts';
import { endAllSessions, openSession, type Session } from './sessions.ts';
import type { Browser } from './sign-in.ts';
import { type Counter, countAttempt, uncountAttempt } from './sign-in-throttle.ts';

/** Ends all sessions of the admin and opens a new one for the current browser; returns its token. */
export const changePassword = async (
  db: Db,
  { adminId, username }: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  browser: Browser,
): Promise<string> => {
  assertPasswordLength(newPassword, 'newPassword');
  const counters: Counter[] = [{ kind: 'account', key: `password:${adminId}` }];
  await countAttempt(db, counters);
  const password_hash = await hashPassword(newPassword);
  const token = await db.transaction().execute(async (tx) => {
    const admin = await tx
      .selectFrom('admins')
      .select('password_hash')
      .where('id', '=', adminId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!(await verifyPassword(admin.password_hash, currentPassword))) {
      const message = 'The current password is wrong.';
      throw new ValidationError(message, { currentPassword: message });
    }
    await tx.updateTable('admins').set({ password_hash }).where('id', '=', adminId).execute();
    await endAllSessions(tx, adminId);
    await forgetDevices(tx, adminId, browser.deviceToken);
    const actor = { adminId, admin: username, ip: browser.ip };
    await recordChange(tx, actor, { action: 'change_password', entity: 'admin', entityId: adminId });
    return openSession(tx, adminId, browser);
  });
  await uncountAttempt(db, counters);
  return token;
};
