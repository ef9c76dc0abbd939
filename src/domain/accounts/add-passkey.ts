import { limits } from '#contract/values/limits.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { challengeLifetime, issueChallenge, takeChallenge } from './passkey-challenges.ts';
import { passkeyLabel } from './passkeys.ts';
import { afterFactorAdded } from './recovery-codes.ts';
import { lockAdmin, type OwnChange } from './second-factor.ts';
import type { Session } from './sessions.ts';
import { credentialOf, demandsOf, ifVerified, type RelyingParty } from './webauthn.ts';

export interface PasskeyRegistration {
  id: string;
  response: { clientDataJSON: string; attestationObject: string };
}

const credentialIdsOf = async (db: Db, adminId: number) => {
  const rows = await db.selectFrom('passkeys').select('credential_id').where('admin_id', '=', adminId).execute();
  return rows.map(({ credential_id }) => credential_id.toString('base64url'));
};

/** EdDSA, ES256 and RS256, which every authenticator has one of. */
const algorithms = [-8, -7, -257];

/** Asks the browser for a new passkey that can sign in without a username. `token` belongs into a cookie. */
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
      // The same for all passkeys of an admin, so that a device replaces its old one instead of listing two.
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
      ...demandsOf(expectedChallenge, relyingParty),
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
    throw new ConflictError(`You have ${limits.passkeys} passkeys already. Remove one that you no longer use.`);
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
  if (challenge === undefined) throw new ValidationError('This request for a passkey has expired. Please try again.');
  const credential = await verifiedCredential(registration, challenge, relyingParty);
  if (!credential) throw new ValidationError('The passkey could not be verified. Please try again.');
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
        throw isUniqueViolation(error) ? new ConflictError('This passkey has been added already.') : error;
      });
    await recordChange(tx, actor, { action: 'add', entity: 'passkey', entityId: id, after: { name } });
    return afterFactorAdded(tx, change, passkeyLabel(name));
  });
};
