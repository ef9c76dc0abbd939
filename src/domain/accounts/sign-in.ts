import type { Db } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { TooManyRequestsError, UnauthenticatedError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { notifyOwner } from './account-notices.ts';
import { findAdminByIdentifier } from './admins.ts';
import { recordFailedSignIn } from './failed-sign-ins.ts';
import { findKnownDevice, rememberDevice } from './known-devices.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { type ClientInfo, openSession, type Session } from './sessions.ts';
import { countAttempt, countersOf, uncountAttempt } from './sign-in-throttle.ts';

/** What the browser sent along. */
export interface Browser extends ClientInfo {
  /** Whether the IP is that of a proxy, and so of all visitors. */
  isIpShared: boolean;
  deviceToken: string | undefined;
  /** The session that the browser had until now: nobody could sign out of it any more. */
  session: Session | undefined;
}

interface Credentials {
  /** An email or a username. */
  identifier: string;
  password: string;
}

export interface SignedIn {
  adminId: number;
  token: string;
  deviceToken: string;
}

const invalidCredentials = () => new UnauthenticatedError('Invalid credentials');

/** Verified for unknown accounts, so that the response time does not reveal which accounts exist. */
const dummyHash = hashPassword('nobody has this password');

type StoredAdmin = Awaited<ReturnType<typeof findAdminByIdentifier>>;

/** Opens a session unless the admin is inactive, or its password changed since it was verified. */
const openVerifiedSession = (
  db: Db,
  admin: NonNullable<StoredAdmin>,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn> =>
  db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('admins')
      .select(['is_active', 'password_hash'])
      .where('id', '=', admin.id)
      .forUpdate()
      .executeTakeFirst();
    if (!current?.is_active || current.password_hash !== admin.password_hash) throw invalidCredentials();
    await tx.updateTable('admins').set({ last_login_at: new Date() }).where('id', '=', admin.id).execute();
    const actor = { adminId: admin.id, admin: admin.username, ip: browser.ip };
    await recordChange(tx, actor, { action: 'login', entity: 'admin', entityId: admin.id });
    if (browser.session) await tx.deleteFrom('sessions').where('id', '=', browser.session.id).execute();
    if (!(await findKnownDevice(tx, browser.deviceToken, admin.id)))
      await notifyOwner(tx, admin.id, { kind: 'new device' }, { actor, userAgent: browser.userAgent }, site);
    const deviceToken = await rememberDevice(tx, browser.deviceToken, admin.id);
    return { adminId: admin.id, token: await openSession(tx, admin.id, browser), deviceToken };
  });

const verifyAndOpen = async (db: Db, admin: StoredAdmin, password: string, browser: Browser, site: SiteIdentity) => {
  const matches = await verifyPassword(admin?.password_hash ?? (await dummyHash), password);
  if (!admin || !matches) throw invalidCredentials();
  return openVerifiedSession(db, admin, browser, site);
};

/** Fails the same way, after about the same time, for an unknown account, an inactive one and a wrong password. */
export const signIn = async (
  db: Db,
  { identifier, password }: Credentials,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn> => {
  const admin = await findAdminByIdentifier(db, identifier);
  const device = await findKnownDevice(db, browser.deviceToken, admin?.id);
  const counters = countersOf({ ...browser, identifier, device });
  try {
    await countAttempt(db, counters);
    const signedIn = await verifyAndOpen(db, admin, password, browser, site);
    await uncountAttempt(db, counters);
    return signedIn;
  } catch (error) {
    const refused = error instanceof TooManyRequestsError;
    if (refused || error instanceof UnauthenticatedError)
      await recordFailedSignIn(db, { admin, ip: browser.ip, refused });
    throw error;
  }
};

export const signOut = (db: Db, session: Session, ip: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').where('id', '=', session.id).execute();
    const actor = { adminId: session.adminId, admin: session.username, ip };
    await recordChange(tx, actor, { action: 'logout', entity: 'admin', entityId: session.adminId });
  });
