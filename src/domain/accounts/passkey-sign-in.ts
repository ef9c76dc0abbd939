import type { Db } from '#db/database.ts';
import { UnauthenticatedError, ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { recordFailedSignIn } from './failed-sign-ins.ts';
import { type Browser, type SignedIn, startSession } from './start-session.ts';
import { type PasskeyAssertion, verifyPasskey } from './verify-passkey.ts';
import type { RelyingParty } from './webauthn.ts';

const findOwner = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys as p')
    .innerJoin('admins as a', 'a.id', 'p.admin_id')
    .select(['a.id', 'a.username'])
    .where('p.credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();

interface PasskeySignIn {
  /** Of the browser's cookie. */
  token: string | undefined;
  assertion: PasskeyAssertion;
  relyingParty: RelyingParty;
}

/** Opens a session unless the admin is inactive, or the passkey was removed since it was verified. */
const openVerified = (db: Db, passkeyId: number, browser: Browser, site: SiteIdentity) =>
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

/**
 * A passkey is something its owner has, and asks for a fingerprint, face or PIN: it is both factors. Attempts are not
 * throttled, because a signature cannot be guessed.
 */
export const signInWithPasskey = async (
  db: Db,
  signIn: PasskeySignIn,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn> => {
  try {
    const { id } = await verifyPasskey(db, { ...signIn, purpose: 'sign_in' });
    return await openVerified(db, id, browser, site);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const admin = await findOwner(db, signIn.assertion.id);
    await recordFailedSignIn(db, { admin, ip: browser.ip, refused: false });
    throw new UnauthenticatedError(error.message);
  }
};
