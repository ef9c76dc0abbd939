import { sql } from 'kysely';
import type { SecondFactor } from '#contract/values/second-factors.ts';
import type { Db, Tx } from '#db/database.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { readSettings } from '#domain/settings/settings.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { notifyOwner, type Requester } from './account-notices.ts';

// For queries in which `a` is the table of admins.
const hasPasskey = sql<boolean>`exists (select from passkeys where passkeys.admin_id = a.id)`;
const hasApp = sql<boolean>`exists (
  select from authenticator_apps where authenticator_apps.admin_id = a.id and secret is not null)`;

export const adminHasSecondFactor = sql<boolean>`(${hasPasskey} or ${hasApp})`;

/** Whether the settings require a second factor that the admin has not added yet. */
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

/** Serialises changes to an admin's factors: two removals at once could otherwise both leave "the other" one. */
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

/** Call it after a removal, in its transaction. Recovery codes alone are no second factor. */
export const afterFactorRemoved = async (tx: Tx, change: OwnChange, factor: string): Promise<void> => {
  const { adminId, site } = change;
  await notifyOwner(tx, adminId, { kind: 'factor removed', factor }, change, site);
  if (await hasSecondFactor(tx, adminId)) return;
  if (await isSecondFactorRequired(tx))
    throw new ConflictError('Every admin needs a second factor. Add another one before you remove this one.');
  await tx.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
};

/** Whoever requires a second factor of everyone must have one, or would lock themselves out of the settings. */
export const assertOwnSecondFactor = async (db: Db, adminId: number): Promise<void> => {
  if (await hasSecondFactor(db, adminId)) return;
  const message = 'Add a second factor to your own account first, under My Account.';
  throw new ValidationError(message, { requireSecondFactor: message });
};
