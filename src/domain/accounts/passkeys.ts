import { limits } from '#contract/values/fields.ts';
import type { PasskeyChallengesTable } from '#db/account-tables.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { recordChange } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { hashOfToken, randomToken } from '#domain/secrets.ts';
import { afterFactorAdded, afterFactorRemoved, lockAdmin, type OwnChange } from './second-factor.ts';
import type { Session } from './sessions.ts';

/** The site in WebAuthn's terms. */
export interface RelyingParty {
  /** The host name without a port. */
  id: string;
  origin: string;
}

/** A credential as the library expects it. The other members are redundant or empty. */
const credentialOf = <Response>({ id, response }: { id: string; response: Response }) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  response,
  clientExtensionResults: {},
});

const requirementsOf = (expectedChallenge: string, { id, origin }: RelyingParty) => ({
  expectedChallenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

/** Returns undefined if the verification fails: for invalid input, the library throws plain errors. */
const ifVerified = <Result>(verification: Promise<Result>): Promise<Result | undefined> =>
  verification.catch(() => undefined);

export const challengeLifetime = 5 * 60 * 1000;

type ChallengePurpose = PasskeyChallengesTable['purpose'];

export interface IssuedChallenge {
  challenge: string;
  /** For the browser's cookie, so that an assertion captured elsewhere is refused. */
  token: string;
}

const issueChallenge = async (db: Db, purpose: ChallengePurpose): Promise<IssuedChallenge> => {
  const [challenge, token] = [randomToken(), randomToken()];
  const expires_at = new Date(Date.now() + challengeLifetime);
  await db
    .insertInto('passkey_challenges')
    .values({ token_hash: hashOfToken(token), purpose, challenge, expires_at })
    .execute();
  return { challenge, token };
};

/** Deletes and returns the browser's challenge, which can be used once even if the verification fails. */
const takeChallenge = async (db: Db, purpose: ChallengePurpose, token: string | undefined): Promise<string> => {
  const taken =
    token === undefined
      ? undefined
      : await db
          .deleteFrom('passkey_challenges')
          .where('token_hash', '=', hashOfToken(token))
          .where('purpose', '=', purpose)
          .where('expires_at', '>', new Date())
          .returning('challenge')
          .executeTakeFirst();
  if (!taken) throw new ValidationError('This request for a passkey has expired. Please try again.');
  return taken.challenge;
};

const verificationFailed = () => new ValidationError('The passkey could not be verified. Please try again.');

export const pruneChallenges = async (db: Db): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', new Date()).execute();
};

/** Used in emails to the account's owner. */
const passkeyLabel = (name: string) => `The passkey “${name}”`;

const noSuchPasskey = () => new NotFoundError('You have no such passkey.');

export type ListedPasskey = Awaited<ReturnType<typeof passkeysOf>>[number];

export const passkeysOf = (db: Db, adminId: number) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('admin_id', '=', adminId)
    .orderBy('id')
    .execute();

export const renamePasskey = (db: Db, { adminId, actor }: OwnChange, id: number, name: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('admin_id', '=', adminId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw noSuchPasskey();
    await tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
    await recordChange(tx, actor, { action: 'update', entity: 'passkey', entityId: id, before, after: { name } });
  });

export const removePasskey = (db: Db, change: OwnChange, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { adminId, actor } = change;
    await lockAdmin(tx, adminId);
    const before = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('admin_id', '=', adminId)
      .returning('name')
      .executeTakeFirst();
    if (!before) throw noSuchPasskey();
    await recordChange(tx, actor, { action: 'remove', entity: 'passkey', entityId: id, before });
    await afterFactorRemoved(tx, change, passkeyLabel(before.name));
  });

export interface PasskeyRegistration {
  id: string;
  response: { clientDataJSON: string; attestationObject: string };
}

const credentialIdsOf = async (db: Db, adminId: number) => {
  const rows = await db.selectFrom('passkeys').select('credential_id').where('admin_id', '=', adminId).execute();
  return rows.map(({ credential_id }) => credential_id.toString('base64url'));
};

/** EdDSA, ES256 and RS256: every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257];

/** Options for creating a passkey that can sign in without a username. Send `token` as a cookie. */
export const requestNewPasskey = async (
  db: Db,
  { adminId, username, email }: Session,
  relyingParty: RelyingParty & { name: string },
) => {
  const { challenge, token } = await issueChallenge(db, 'registration');
  const type = 'public-key' as const;
  const options = {
    rp: { id: relyingParty.id, name: relyingParty.name },
    user: {
      // The same for all passkeys of an admin, so that a device replaces its old passkey instead of listing two.
      id: Buffer.from(`admin ${adminId}`).toString('base64url'),
      name: email,
      displayName: username,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type, alg })),
    timeout: challengeLifetime,
    excludeCredentials: (await credentialIdsOf(db, adminId)).map((id) => ({ type, id })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
  return { options, token };
};

const verifiedCredential = async (
  registration: PasskeyRegistration,
  expectedChallenge: string,
  relyingParty: RelyingParty,
) => {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const result = await ifVerified(
    verifyRegistrationResponse({
      ...requirementsOf(expectedChallenge, relyingParty),
      response: credentialOf(registration),
      supportedAlgorithmIDs: algorithms,
    }),
  );
  return result?.registrationInfo?.credential;
};

const assertRoomForOne = async (tx: Tx, adminId: number) => {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  if (count >= limits.passkeys)
    throw new ConflictError(`You already have ${limits.passkeys} passkeys. Remove one that you no longer use.`);
};

interface Addition {
  name: string;
  registration: PasskeyRegistration;
  token: string | undefined;
  relyingParty: RelyingParty;
}

/** Returns recovery codes if the admin has none yet. */
export const addPasskey = async (
  db: Db,
  change: OwnChange,
  { name, registration, token, relyingParty }: Addition,
): Promise<string[] | undefined> => {
  const challenge = await takeChallenge(db, 'registration', token);
  const credential = await verifiedCredential(registration, challenge, relyingParty);
  if (!credential) throw verificationFailed();
  const { adminId, actor } = change;
  const passkey = {
    admin_id: adminId,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    name,
  };
  return db.transaction().execute(async (tx) => {
    await lockAdmin(tx, adminId);
    await assertRoomForOne(tx, adminId);
    const { id } = await tx
      .insertInto('passkeys')
      .values(passkey)
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new ConflictError('This passkey has already been added.') : error;
      });
    await recordChange(tx, actor, { action: 'add', entity: 'passkey', entityId: id, after: { name } });
    return afterFactorAdded(tx, change, passkeyLabel(name));
  });
};

export interface PasskeyAssertion {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

/** Options for using any passkey of this site. Send `token` as a cookie. */
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

/** Returns the authenticator's signature counter, or undefined if the signature, challenge, site or user verification is wrong. */
const verifiedCount = async (
  { public_key }: StoredPasskey,
  assertion: PasskeyAssertion,
  expectedChallenge: string,
  relyingParty: RelyingParty,
) => {
  // Loaded on first use, because it is slow to load and rarely needed.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await ifVerified(
    verifyAuthenticationResponse({
      ...requirementsOf(expectedChallenge, relyingParty),
      response: credentialOf(assertion),
      // The caller compares the counter after the signature, so that it has its own error message.
      credential: { id: assertion.id, publicKey: Uint8Array.from(public_key), counter: 0 },
    }),
  );
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
};

/** Authenticators that don't count always send 0. */
const isCloned = (stored: number, sent: number) => (stored > 0 || sent > 0) && sent <= stored;

/** Returns false if another request has used the passkey meanwhile: of two uses with the same counter, one is a copy. */
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
  /** Cookie value from `requestPasskey`. */
  token: string | undefined;
  assertion: PasskeyAssertion;
  relyingParty: RelyingParty;
}

export interface VerifiedPasskey {
  id: number;
  adminId: number;
  name: string;
}

/** Verifies that the owner of a passkey has just confirmed it. The caller checks what the admin may do. */
export const verifyPasskey = async (
  db: Db,
  { purpose, token, assertion, relyingParty }: PasskeyVerification,
): Promise<VerifiedPasskey> => {
  const challenge = await takeChallenge(db, purpose, token);
  const passkey = await findPasskey(db, assertion.id);
  if (!passkey)
    throw new ValidationError('This site does not know the passkey. It may have been removed from the account.');
  const count = await verifiedCount(passkey, assertion, challenge, relyingParty);
  if (count === undefined) throw verificationFailed();
  if (isCloned(passkey.sign_count, count) || !(await advanceCount(db, passkey, count))) throw copiedPasskey();
  return { id: passkey.id, adminId: passkey.admin_id, name: passkey.name };
};
