import type { SecondFactor } from '#contract/values/second-factors.ts';
import type { Db } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { UnauthenticatedError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { findAdminByIdentifier } from './admins.ts';
import { findKnownDevice } from './known-devices.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { openPendingSignIn } from './pending-sign-ins.ts';
import { secondFactorsOf } from './second-factor.ts';
import type { Session } from './sessions.ts';
import { attemptSignIn } from './sign-in-attempt.ts';
import { countersOf } from './sign-in-throttle.ts';
import { type Browser, type SignedIn, startSession } from './start-session.ts';

interface Credentials {
  /** An email or a username. */
  identifier: string;
  password: string;
}

/** The password was right, but there is no session before the second step. */
export interface PendingSignIn {
  pendingToken: string;
  secondFactors: SecondFactor[];
}

const invalidCredentials = () => new UnauthenticatedError('Invalid credentials');

/** Verified for unknown accounts, so that the response time does not reveal which accounts exist. */
const dummyHash = hashPassword('nobody has this password');

type StoredAdmin = Awaited<ReturnType<typeof findAdminByIdentifier>>;

/** Goes on unless the admin is inactive, or its password changed since it was verified. */
const openVerified = (
  db: Db,
  admin: NonNullable<StoredAdmin>,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn | PendingSignIn> =>
  db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('admins')
      .select(['is_active', 'password_hash'])
      .where('id', '=', admin.id)
      .forUpdate()
      .executeTakeFirst();
    if (!current?.is_active || current.password_hash !== admin.password_hash) throw invalidCredentials();
    const secondFactors = await secondFactorsOf(tx, admin.id);
    if (secondFactors.length === 0) return startSession(tx, admin, browser, site);
    return { pendingToken: await openPendingSignIn(tx, admin.id), secondFactors };
  });

/** Undefined unless there is such an admin with this password. Takes as long in any case. */
const verifiedAdmin = async (admin: StoredAdmin, password: string) => {
  const matches = await verifyPassword(admin?.password_hash ?? (await dummyHash), password);
  return matches ? admin : undefined;
};

/**
 * Fails the same way, after about the same time, for an unknown account, an inactive one, a wrong password, and an account
 * that is locked because of guesses by its other identifier.
 */
export const signIn = async (
  db: Db,
  { identifier, password }: Credentials,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn | PendingSignIn> => {
  const admin = await findAdminByIdentifier(db, identifier);
  const device = await findKnownDevice(db, browser.deviceToken, admin?.id);
  const counters = countersOf({ ...browser, identifier, adminId: admin?.id, device });
  return attemptSignIn(db, { counters, admin, ip: browser.ip }, async (mustFail) => {
    const verified = await verifiedAdmin(admin, password);
    if (!verified || mustFail) throw invalidCredentials();
    return openVerified(db, verified, browser, site);
  });
};

export const signOut = (db: Db, session: Session, ip: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').where('id', '=', session.id).execute();
    const actor = { adminId: session.adminId, admin: session.username, ip };
    await recordChange(tx, actor, { action: 'logout', entity: 'admin', entityId: session.adminId });
  });
