import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { FreshProofRequiredError, UnauthenticatedError, ValidationError } from '#domain/errors.ts';
import { type AccountKeys, hashOfToken, nextToken } from '#domain/secrets.ts';
import { takeCode, wrongCode } from './authenticator-app.ts';
import { type PasskeyVerification, verifyPasskey } from './passkeys.ts';
import { verifyPassword } from './passwords.ts';
import { hasSecondFactor, lockAdmin } from './second-factor.ts';
import type { Session } from './sessions.ts';
import { guardPassword, recordFailedProof, WrongProofError } from './sign-in-attempts.ts';

/** Sudo mode: a hijacked session alone must not be enough to lock out the account's owner. */
export const assertFreshProof = ({ isFreshlyProved }: Session): void => {
  if (!isFreshlyProved) throw new FreshProofRequiredError('Please confirm that it is you.');
};

const sessionEnded = () => new UnauthenticatedError('Please log in.');

export interface ProvedSession {
  session: Session;
  token: string;
  keys: AccountKeys;
}

/**
 * Call it once the admin has proved who they are. Returns a new token for the session, so that a copy of the old one doesn't profit
 * from the proof. The new token is derived from the old one: two tabs that prove at once get the same token, in either order.
 */
const markProved = async (db: Db, { session, token, keys }: ProvedSession): Promise<string> => {
  const next = nextToken(keys.sessionTokens, token);
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now()`, token_hash: hashOfToken(next) })
    .where('id', '=', session.id)
    .where('token_hash', 'in', [hashOfToken(token), hashOfToken(next)])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw sessionEnded();
  return next;
};

export interface PasswordProof {
  password: string;
  code?: string | undefined;
}

const codeMissing = 'Your account has a second factor: enter a code as well, or use a passkey.';

const takeSecondFactor = async (tx: Tx, { session: { adminId }, keys }: ProvedSession, code: string | undefined) => {
  await lockAdmin(tx, adminId);
  if (!(await hasSecondFactor(tx, adminId))) return;
  if (code === undefined) throw new ValidationError(codeMissing, { code: codeMissing });
  if ((await takeCode(tx, keys, adminId, code)) === undefined) throw new WrongProofError('code', wrongCode);
};

/** Requires the second factor too, if there is one. Otherwise a session and the password would be enough to remove it. */
export const proveWithPassword = (
  db: Db,
  proved: ProvedSession,
  { password, code }: PasswordProof,
  ip: string | null,
): Promise<string> => {
  const { session } = proved;
  return guardPassword(db, session, ip, async () => {
    const admin = await db
      .selectFrom('admins')
      .select('password_hash')
      .where('id', '=', session.adminId)
      .executeTakeFirst();
    if (!admin) throw sessionEnded();
    if (!(await verifyPassword(admin.password_hash, password)))
      throw new WrongProofError('password', 'The password is wrong.');
    return db.transaction().execute(async (tx) => {
      await takeSecondFactor(tx, proved, code);
      return markProved(tx, proved);
    });
  });
};

/** A passkey counts as both factors. It isn't throttled, because signatures cannot be guessed. */
export const proveWithPasskey = async (
  db: Db,
  proved: ProvedSession,
  passkey: Omit<PasskeyVerification, 'purpose'>,
  ip: string | null,
): Promise<string> => {
  const { session } = proved;
  try {
    const { adminId } = await verifyPasskey(db, { ...passkey, purpose: 'proof' });
    if (adminId !== session.adminId) throw new ValidationError('This passkey belongs to another account.');
  } catch (error) {
    if (error instanceof ValidationError) await recordFailedProof(db, session, { ip, refused: false });
    throw error;
  }
  return markProved(db, proved);
};
