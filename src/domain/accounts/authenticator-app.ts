import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import type { AccountKeys } from '#domain/secrets/keys.ts';
import { afterFactorAdded } from './recovery-codes.ts';
import { openTotpSecret, sealTotpSecret } from './sealed-totp-secret.ts';
import { afterFactorRemoved, lockAdmin, type OwnChange } from './second-factor.ts';
import type { Session } from './sessions.ts';
import { newTotpSecret, totpSecretText, totpStepOf, totpUrl } from './totp.ts';

/** In emails to the owner of the account. */
const factorName = 'An authenticator app';

/** After the site's secret key was lost or replaced. */
const keyChanged =
  'The key of this site has changed, so the codes of your authenticator app cannot be checked. Use a recovery code or a passkey, or have your second factor reset.';

/** Creates a secret for the admin's app. It is not in use before a code of it is confirmed; an app in use stays so. */
export const startAuthenticatorApp = async (
  db: Db,
  { totpSecrets }: AccountKeys,
  { adminId, email }: Session,
  siteName: string,
) => {
  const secret = newTotpSecret();
  const new_secret = sealTotpSecret(totpSecrets, adminId, secret);
  await db
    .insertInto('authenticator_apps')
    .values({ admin_id: adminId, new_secret })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ new_secret }))
    .execute();
  return { secret: totpSecretText(secret), url: totpUrl(secret, { siteName, email }) };
};

/** Returns recovery codes if the admin has none yet. */
export const confirmAuthenticatorApp = (
  db: Db,
  keys: AccountKeys,
  change: OwnChange,
  code: string,
): Promise<string[] | undefined> =>
  db.transaction().execute(async (tx) => {
    const { adminId, actor } = change;
    await lockAdmin(tx, adminId);
    const app = await tx
      .selectFrom('authenticator_apps')
      .select('new_secret')
      .where('admin_id', '=', adminId)
      .executeTakeFirst();
    const secret = app?.new_secret && openTotpSecret(keys.totpSecrets, adminId, app.new_secret);
    if (!secret) throw new NotFoundError('Scan a new QR code first.');
    const step = totpStepOf(secret, code);
    if (step === undefined) {
      const message = 'This code is wrong. Check that the clock of your phone is right.';
      throw new ValidationError(message, { code: message });
    }
    await tx
      .updateTable('authenticator_apps')
      .set({ secret: app.new_secret, new_secret: null, last_step: step, added_at: new Date() })
      .where('admin_id', '=', adminId)
      .execute();
    await recordChange(tx, actor, { action: 'add', entity: 'authenticator_app', entityId: adminId });
    return afterFactorAdded(tx, change, factorName);
  });

export const removeAuthenticatorApp = (db: Db, change: OwnChange): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { adminId, actor } = change;
    await lockAdmin(tx, adminId);
    const removed = await tx
      .deleteFrom('authenticator_apps')
      .where('admin_id', '=', adminId)
      .where('secret', 'is not', null)
      .returning('admin_id')
      .executeTakeFirst();
    if (!removed) throw new NotFoundError('You have no authenticator app.');
    await recordChange(tx, actor, { action: 'remove', entity: 'authenticator_app', entityId: adminId });
    await afterFactorRemoved(tx, change, factorName);
  });

/** Whether the code is right. The step of a code that was used, and all before it, are refused from then on. */
export const takeTotpCode = async (tx: Tx, keys: AccountKeys, adminId: number, code: string): Promise<boolean> => {
  const app = await tx
    .selectFrom('authenticator_apps')
    .select(['secret', 'last_step'])
    .where('admin_id', '=', adminId)
    .forUpdate()
    .executeTakeFirst();
  if (!app?.secret) return false;
  const secret = openTotpSecret(keys.totpSecrets, adminId, app.secret);
  if (!secret) throw new ConflictError(keyChanged);
  const step = totpStepOf(secret, code);
  if (step === undefined || step <= app.last_step) return false;
  await tx.updateTable('authenticator_apps').set({ last_step: step }).where('admin_id', '=', adminId).execute();
  return true;
};
