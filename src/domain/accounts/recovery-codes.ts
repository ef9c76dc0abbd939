import { randomInt } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { ConflictError } from '#domain/errors.ts';
import { hashOfToken } from '#domain/secrets/token.ts';
import { notifyOwner } from './account-notices.ts';
import { countRecoveryCodes, hasSecondFactor, lockAdmin, type OwnChange } from './second-factor.ts';

const codesPerAdmin = 10;
const groups = 6;
const groupLength = 4;
/** Without letters and digits that are easily mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 118 random bits. With 112 or more, OWASP's ASVS (6.5.2) takes a plain hash for storing; fewer need argon2. */
const newCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** However it was typed: capitals, and with or without dashes and blanks. */
const hashOfCode = (code: string) => hashOfToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** Replaces all codes of the admin. They are readable only now. */
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

/** Whether the code was one of the admin's; it cannot be used again. */
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
