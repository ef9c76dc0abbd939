import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { SecondFactor } from '#contract/values/accounts.ts';
import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit-log.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { hashOfToken } from '#domain/secrets.ts';
import { readSettings, type SiteIdentity } from '#domain/settings.ts';
import { notifyOwner, type Requester } from './account-notices.ts';

// Conditions on `admins a`.
const hasPasskey = sql<boolean>`exists (select from passkeys where passkeys.admin_id = a.id)`;
const hasApp = sql<boolean>`exists (
  select from authenticator_apps where authenticator_apps.admin_id = a.id and secret is not null)`;

export const adminHasSecondFactor = sql<boolean>`(${hasPasskey} or ${hasApp})`;

/** The settings require a second factor, and the admin has not added one yet. */
export const adminMustAddSecondFactor = sql<boolean>`(
  coalesce((select (value ->> 'requireSecondFactor')::boolean from settings where key = 'site'), false)
  and not ${adminHasSecondFactor})`;

export const secondFactorsOf = async (db: Db, adminId: number): Promise<SecondFactor[]> => {
  const has = await db
    .selectFrom('admins as a')
    .select([hasPasskey.as('passkey'), hasApp.as('app')])
    .where('a.id', '=', adminId)
    .executeTakeFirst();
  return [...(has?.app ? ['authenticator_app' as const] : []), ...(has?.passkey ? ['passkey' as const] : [])];
};

export const hasSecondFactor = async (db: Db, adminId: number): Promise<boolean> =>
  (await secondFactorsOf(db, adminId)).length > 0;

export const isSecondFactorRequired = async (db: Db): Promise<boolean> =>
  (await readSettings(db)).requireSecondFactor === true;

/** A change that admins make to their own account. */
export interface OwnChange extends Requester {
  adminId: number;
  site: SiteIdentity;
}

/** Serialises changes to an admin's factors. Otherwise two concurrent removals could remove the last two factors. */
export const lockAdmin = async (tx: Tx, adminId: number): Promise<void> => {
  await tx.selectFrom('admins').select('id').where('id', '=', adminId).forUpdate().execute();
};

export const countRecoveryCodes = async (db: Db, adminId: number): Promise<number> => {
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return codes;
};

/** Call it after a removal, in its transaction. Recovery codes alone don't count as a second factor, so they are deleted. */
export const afterFactorRemoved = async (tx: Tx, change: OwnChange, factor: string): Promise<void> => {
  const { adminId, site } = change;
  await notifyOwner(tx, adminId, { kind: 'factor removed', factor }, change, site);
  if (await hasSecondFactor(tx, adminId)) return;
  if (await isSecondFactorRequired(tx))
    throw new ConflictError('Every admin needs a second factor. Add another one before you remove this one.');
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
};

/** Admins who require a second factor of everyone need one themselves, or they would be locked out of the settings. */
export const assertOwnSecondFactor = async (db: Db, adminId: number): Promise<void> => {
  if (await hasSecondFactor(db, adminId)) return;
  const message = 'Add a second factor to your own account first, under My account.';
  throw new ValidationError(message, { requireSecondFactor: message });
};

const codesPerAdmin = 10;
const groups = 6;
const groupLength = 4;
/** Excludes letters and digits that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 118 random bits. OWASP's ASVS (6.5.2) accepts a plain hash for 112 bits or more; fewer would need argon2. */
const newCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

const hashOfCode = (code: string) => hashOfToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** Replaces all codes of the admin. Only hashes are stored, so the codes can be shown only once. */
const createRecoveryCodes = async (tx: Tx, adminId: number): Promise<string[]> => {
  const codes = Array.from({ length: codesPerAdmin }, newCode);
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ admin_id: adminId, code_hash: hashOfCode(code) })))
    .execute();
  return codes;
};

/** Call it after a factor was added, in its transaction. Returns recovery codes if the admin has none yet. */
export const afterFactorAdded = async (tx: Tx, change: OwnChange, factor: string): Promise<string[] | undefined> => {
  const { adminId, site } = change;
  await notifyOwner(tx, adminId, { kind: 'factor added', factor }, change, site);
  return (await countRecoveryCodes(tx, adminId)) > 0 ? undefined : createRecoveryCodes(tx, adminId);
};

/** Uses up a recovery code. Returns false if it is not one of the admin's. */
export const takeRecoveryCode = async (tx: Tx, adminId: number, code: string): Promise<boolean> =>
  (await tx
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hashOfCode(code))
    .returning('admin_id')
    .executeTakeFirst()) !== undefined;

export const renewRecoveryCodes = (db: Db, change: OwnChange): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    const { adminId, actor, site } = change;
    await lockAdmin(tx, adminId);
    if (!(await hasSecondFactor(tx, adminId))) throw new ConflictError('Add an authenticator app or a passkey first.');
    await recordChange(tx, actor, { action: 'renew', entity: 'recovery_codes', entityId: adminId });
    await notifyOwner(tx, adminId, { kind: 'factor added', factor: 'A new set of recovery codes' }, change, site);
    return createRecoveryCodes(tx, adminId);
  });
