import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { type ChallengePurpose, challengeLifetime, issueChallenge, takeChallenge } from './passkey-challenges.ts';
import { credentialOf, demandsOf, ifVerified, type RelyingParty } from './webauthn.ts';

export interface PasskeyAssertion {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

const passkeyFailed = () => new ValidationError('The passkey could not be verified. Please try again.');

/** Asks for any passkey of this site, whoever it belongs to. `token` belongs into a cookie of the browser. */
export const requestPasskey = async (db: Db, purpose: ChallengePurpose, { id }: RelyingParty) => {
  const { challenge, token } = await issueChallenge(db, purpose);
  const options = { challenge, rpId: id, timeout: challengeLifetime, userVerification: 'required' as const };
  return { options, token };
};

const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** The authenticator's new signature counter; undefined if the signature, challenge, site or user check is not right. */
const verifiedCount = async (
  { public_key }: StoredPasskey,
  assertion: PasskeyAssertion,
  expectedChallenge: string,
  relyingParty: RelyingParty,
) => {
  // Loaded on first use: it takes a while, and most starts of the site never need it.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await ifVerified(
    verifyAuthenticationResponse({
      ...demandsOf(expectedChallenge, relyingParty),
      response: credentialOf(assertion),
      // The counter is compared below, after the signature, so that it gets a sentence of its own.
      credential: { id: assertion.id, publicKey: Uint8Array.from(public_key), counter: 0 },
    }),
  );
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
};

/** Authenticators that don't count always send 0. */
const isCloned = (stored: number, sent: number) => (stored > 0 || sent > 0) && sent <= stored;

/** False if another request has used the passkey meanwhile: of two with one counter, only one can be the original. */
const advanceCount = async (db: Db, { id, sign_count }: StoredPasskey, count: number) =>
  (await db
    .updateTable('passkeys')
    .set({ sign_count: count, last_used_at: new Date() })
    .where('id', '=', id)
    .where('sign_count', '=', sign_count)
    .returning('id')
    .executeTakeFirst()) !== undefined;

const copiedPasskey = () =>
  new ValidationError(
    'This passkey was used elsewhere in the meantime, so it may have been copied. Remove it and add a new one.',
  );

export interface PasskeyVerification {
  purpose: ChallengePurpose;
  /** Of the cookie that `requestPasskey` asked for. */
  token: string | undefined;
  assertion: PasskeyAssertion;
  relyingParty: RelyingParty;
}

export interface VerifiedPasskey {
  id: number;
  adminId: number;
  name: string;
}

/**
 * Verifies that the holder of a passkey has just confirmed it with a fingerprint, face or PIN. The caller decides
 * whether its admin may do what follows. Throws a ValidationError otherwise.
 */
export const verifyPasskey = async (
  db: Db,
  { purpose, token, assertion, relyingParty }: PasskeyVerification,
): Promise<VerifiedPasskey> => {
  const challenge = await takeChallenge(db, purpose, token);
  if (challenge === undefined) throw new ValidationError('This request for a passkey has expired. Please try again.');
  const passkey = await findPasskey(db, assertion.id);
  if (!passkey)
    throw new ValidationError('This site does not know the passkey. It may have been removed from the account.');
  const count = await verifiedCount(passkey, assertion, challenge, relyingParty);
  if (count === undefined) throw passkeyFailed();
  if (isCloned(passkey.sign_count, count) || !(await advanceCount(db, passkey, count))) throw copiedPasskey();
  return { id: passkey.id, adminId: passkey.admin_id, name: passkey.name };
};
