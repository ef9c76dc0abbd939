import type { SecondFactor } from '#contract/values/accounts.ts';
import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit-log.ts';
import { UnauthenticatedError, ValidationError } from '#domain/errors.ts';
import { type AccountKeys, hashOfToken, randomToken } from '#domain/secrets.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { notifyOwner } from './account-notices.ts';
import { findAdminByIdentifier } from './admins.ts';
import { takeCode, wrongCode } from './authenticator-app.ts';
import { findKnownDevice, rememberDevice } from './devices.ts';
import { type PasskeyAssertion, type RelyingParty, verifyPasskey } from './passkeys.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { lockAdmin, secondFactorsOf } from './second-factor.ts';
import { type ClientInfo, openSession, type Session } from './sessions.ts';
import { attemptSignIn, recordFailedSignIn, secondStepCounters, signInCounters } from './sign-in-attempts.ts';

export interface Browser extends ClientInfo {
  /** The IP seems to belong to a proxy, and so to all visitors. */
  isIpShared: boolean;
  deviceToken: string | undefined;
  /** The browser's previous session. It is ended, because nobody could sign out of it any more. */
  session: Session | undefined;
}

export interface SignedIn {
  adminId: number;
  token: string;
  deviceToken: string;
}

/** The proof besides the password, as the audit log names it. */
export type SecondProof = 'authenticator app' | 'recovery code' | 'passkey';

/** Completes the sign-in of an admin who has proved everything that is needed. */
const startSession = async (
  tx: Tx,
  { id, username }: { id: number; username: string },
  browser: Browser,
  site: SiteIdentity,
  proof?: SecondProof,
): Promise<SignedIn> => {
  await tx.updateTable('admins').set({ last_login_at: new Date() }).where('id', '=', id).execute();
  const actor = { adminId: id, admin: username, ip: browser.ip };
  const after = proof && { with: proof };
  await recordChange(tx, actor, { action: 'login', entity: 'admin', entityId: id, ...(after ? { after } : {}) });
  if (browser.session) await tx.deleteFrom('sessions').where('id', '=', browser.session.id).execute();
  if (!(await findKnownDevice(tx, browser.deviceToken, id)))
    await notifyOwner(tx, id, { kind: 'new device' }, { actor, userAgent: browser.userAgent }, site);
  const deviceToken = await rememberDevice(tx, browser.deviceToken, id);
  return { adminId: id, token: await openSession(tx, id, browser), deviceToken };
};

export const pendingLifetime = 5 * 60 * 1000;

/** Remembers that a browser knows the admin's password. Returns a token that is only valid for the second step. */
const openPendingSignIn = async (tx: Tx, adminId: number): Promise<string> => {
  const token = randomToken();
  const expires_at = new Date(Date.now() + pendingLifetime);
  await tx
    .insertInto('pending_sign_ins')
    .values({ token_hash: hashOfToken(token), admin_id: adminId, expires_at })
    .execute();
  return token;
};

const findPendingSignIn = async (db: Db, token: string | undefined) => {
  if (token === undefined) return undefined;
  return db
    .selectFrom('pending_sign_ins as p')
    .innerJoin('admins as a', 'a.id', 'p.admin_id')
    .select(['a.id', 'a.username'])
    .where('p.token_hash', '=', hashOfToken(token))
    .where('p.expires_at', '>', new Date())
    .where('a.is_active', '=', true)
    .executeTakeFirst();
};

/** Returns false if it has been closed in the meantime, for example because the password was changed. */
const closePendingSignIn = async (tx: Tx, token: string): Promise<boolean> =>
  (await tx
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', hashOfToken(token))
    .returning('admin_id')
    .executeTakeFirst()) !== undefined;

export const prunePendingSignIns = async (db: Db): Promise<void> => {
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', new Date()).execute();
};

interface Credentials {
  /** An email or a username. */
  identifier: string;
  password: string;
}

/** The password was right, but the second step is still missing. */
export interface PendingSignIn {
  pendingToken: string;
  secondFactors: SecondFactor[];
}

const invalidCredentials = () => new UnauthenticatedError('Invalid credentials');

/** Verified for unknown accounts, so that the response time does not reveal which accounts exist. */
const dummyHash = hashPassword('nobody has this password');

type StoredAdmin = Awaited<ReturnType<typeof findAdminByIdentifier>>;

/** Continues unless the admin is inactive or the password has changed since it was verified. */
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

/** Returns the admin if the password is right. Always takes the same time. */
const verifiedAdmin = async (admin: StoredAdmin, password: string) => {
  const matches = await verifyPassword(admin?.password_hash ?? (await dummyHash), password);
  return matches ? admin : undefined;
};

const otherWays =
  'A passkey, or a browser that you have signed in with before, gets you in now. So does “npx marquee admin unlock” on the server.';

/** Fails in the same way and after about the same time for an unknown or inactive account and a wrong password. */
export const signIn = async (
  db: Db,
  { identifier, password }: Credentials,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn | PendingSignIn> => {
  const admin = await findAdminByIdentifier(db, identifier);
  const device = await findKnownDevice(db, browser.deviceToken, admin?.id);
  const counters = signInCounters({ ...browser, identifier, device });
  return attemptSignIn(db, { counters, admin, ip: browser.ip, ways: otherWays }, async () => {
    const verified = await verifiedAdmin(admin, password);
    if (!verified) throw invalidCredentials();
    return openVerified(db, verified, browser, site);
  });
};

export const signOut = (db: Db, session: Session, ip: string | null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').where('id', '=', session.id).execute();
    const actor = { adminId: session.adminId, admin: session.username, ip };
    await recordChange(tx, actor, { action: 'logout', entity: 'admin', entityId: session.adminId });
  });

const expired = () => new UnauthenticatedError('This sign-in has expired. Enter your password again.');

/** Completes a sign-in that began with the password, using a code of the authenticator app or a recovery code. */
export const signInWithCode = async (
  db: Db,
  keys: AccountKeys,
  pendingToken: string | undefined,
  code: string,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn> => {
  const admin = await findPendingSignIn(db, pendingToken);
  if (!admin || pendingToken === undefined) throw expired();
  const device = await findKnownDevice(db, browser.deviceToken, admin.id);
  const counters = secondStepCounters(admin.id, { ...browser, device });
  return attemptSignIn(db, { counters, admin, ip: browser.ip }, () =>
    db.transaction().execute(async (tx) => {
      await lockAdmin(tx, admin.id);
      if (!(await closePendingSignIn(tx, pendingToken))) throw expired();
      const proof = await takeCode(tx, keys, admin.id, code);
      if (proof === undefined) throw new UnauthenticatedError(wrongCode);
      return startSession(tx, admin, browser, site, proof);
    }),
  );
};

const findOwner = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys as p')
    .innerJoin('admins as a', 'a.id', 'p.admin_id')
    .select(['a.id', 'a.username'])
    .where('p.credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();

interface PasskeySignIn {
  /** Value of the browser's cookie. */
  token: string | undefined;
  assertion: PasskeyAssertion;
  relyingParty: RelyingParty;
}

/** Opens a session unless the admin is inactive, or the passkey was removed since it was verified. */
const openForPasskey = (db: Db, passkeyId: number, browser: Browser, site: SiteIdentity) =>
  db.transaction().execute(async (tx) => {
    const admin = await tx
      .selectFrom('admins as a')
      .innerJoin('passkeys as p', 'p.admin_id', 'a.id')
      .select(['a.id', 'a.username', 'a.is_active'])
      .where('p.id', '=', passkeyId)
      .forUpdate()
      .executeTakeFirst();
    if (!admin?.is_active) throw new ValidationError('This account is not active.');
    return startSession(tx, admin, browser, site, 'passkey');
  });

/** A passkey counts as both factors. Attempts are not throttled, because signatures cannot be guessed. */
export const signInWithPasskey = async (
  db: Db,
  signIn: PasskeySignIn,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn> => {
  try {
    const { id } = await verifyPasskey(db, { ...signIn, purpose: 'sign_in' });
    return await openForPasskey(db, id, browser, site);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const admin = await findOwner(db, signIn.assertion.id);
    await recordFailedSignIn(db, { admin, ip: browser.ip, refused: false });
    throw new UnauthenticatedError(error.message);
  }
};
