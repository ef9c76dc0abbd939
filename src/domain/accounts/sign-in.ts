import type { Db } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { UnauthenticatedError, ValidationError } from '#domain/errors.ts';
import { findAdminByIdentifier } from './admins.ts';
import { assertPasswordLength, hashPassword, verifyPassword } from './passwords.ts';
import { type ClientInfo, endAllSessions, openSession, type Session } from './sessions.ts';
import { type Attempt, clearAttempts, countAttempt } from './sign-in-throttle.ts';

export interface SignedIn {
  adminId: number;
  token: string;
}

const invalidCredentials = () => new UnauthenticatedError('Invalid credentials');

/** Verified for unknown accounts, so that the response time does not reveal which accounts exist. */
const dummyHash = hashPassword('nobody has this password');

const hasSignedInFrom = async (db: Db, adminId: number, ip: string) =>
  (await db
    .selectFrom('audit_log')
    .select('id')
    .where('admin_id', '=', adminId)
    .where('ip', '=', ip)
    .where('action', '=', 'login')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Opens a session unless the admin was deactivated or its password changed since the password was verified. */
const openVerifiedSession = (
  db: Db,
  admin: { id: number; username: string; password_hash: string },
  client: ClientInfo,
) =>
  db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('admins')
      .select(['is_active', 'password_hash'])
      .where('id', '=', admin.id)
      .forUpdate()
      .executeTakeFirst();
    if (!current?.is_active || current.password_hash !== admin.password_hash) throw invalidCredentials();
    await tx.updateTable('admins').set({ last_login_at: new Date() }).where('id', '=', admin.id).execute();
    const actor = { adminId: admin.id, admin: admin.username, ip: client.ip };
    await recordChange(tx, actor, { action: 'login', entity: 'admin', entityId: admin.id });
    return openSession(tx, admin.id, client);
  });

/** Fails the same way, after about the same time, for an unknown account, an inactive one and a wrong password. */
export const signIn = async (db: Db, identifier: string, password: string, client: ClientInfo): Promise<SignedIn> => {
  const admin = await findAdminByIdentifier(db, identifier);
  const attempt: Attempt = {
    account: admin ? String(admin.id) : `unknown ${identifier.toLowerCase()}`,
    ip: client.ip ?? 'unknown',
    fromKnownIp: admin !== undefined && client.ip !== null && (await hasSignedInFrom(db, admin.id, client.ip)),
  };
  await countAttempt(db, attempt);
  const matches = await verifyPassword(admin?.password_hash ?? (await dummyHash), password);
  if (!admin || !matches || !admin.is_active) throw invalidCredentials();
  const token = await openVerifiedSession(db, admin, client);
  await clearAttempts(db, attempt);
  return { adminId: admin.id, token };
};

export const signOut = (db: Db, session: Session, ip: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').where('id', '=', session.id).execute();
    const actor = { adminId: session.adminId, admin: session.username, ip };
    await recordChange(tx, actor, { action: 'logout', entity: 'admin', entityId: session.adminId });
  });

/** Ends all sessions of the admin and opens a new one for the current browser; returns its token. */
export const changePassword = async (
  db: Db,
  { adminId, username }: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  client: ClientInfo,
): Promise<string> => {
  assertPasswordLength(newPassword, 'newPassword');
  const attempt: Attempt = { account: `password ${adminId}`, ip: client.ip ?? 'unknown', fromKnownIp: false };
  await countAttempt(db, attempt);
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
    const actor = { adminId, admin: username, ip: client.ip };
    await recordChange(tx, actor, { action: 'change_password', entity: 'admin', entityId: adminId });
    return openSession(tx, adminId, client);
  });
  await clearAttempts(db, attempt);
  return token;
};
