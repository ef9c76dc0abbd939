import { type KeyObject, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { type AccountKeys, openSecret, sealSecret } from '#domain/secrets.ts';
import { afterFactorAdded, afterFactorRemoved, lockAdmin, type OwnChange, takeRecoveryCode } from './second-factor.ts';
import type { Session } from './sessions.ts';

/** The length that RFC 4226 recommends. */
const totpSecretBytes = 20;
const period = 30;
const digits = 6;
/** Also accepts the previous and the next code, for inaccurate clocks. */
const maxDrift = 1;

export const newTotpSecret = (): Buffer => randomBytes(totpSecretBytes);

const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The secret as text, for apps that cannot scan the QR code. */
export const totpSecretText = (secret: Buffer): string => secretOf(secret).base32;

/** The otpauth: URL of the QR code. */
export const totpUrl = (secret: Buffer, { siteName, email }: { siteName: string; email: string }): string =>
  new TOTP({ issuer: siteName, label: email, secret: secretOf(secret), period, digits }).toString();

/** Returns the time step (30 seconds, counted from 1970) of a code, or undefined if the code is wrong. */
export const totpStepOf = (secret: Buffer, code: string, now = Date.now()): number | undefined => {
  const token = code.replaceAll(/\s/g, '');
  // The library throws for other characters.
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const drift = TOTP.validate({ token, secret: secretOf(secret), period, digits, timestamp: now, window: maxDrift });
  return drift === null ? undefined : Math.floor(now / 1000 / period) + drift;
};

const ownerOf = (adminId: number) => `admin ${adminId}`;

const sealTotpSecret = (key: KeyObject, adminId: number, secret: Buffer): Buffer =>
  sealSecret(key, ownerOf(adminId), secret);

/** Returns undefined if the secret was sealed with another key or for another admin, or has been changed. */
const openTotpSecret = (key: KeyObject, adminId: number, sealed: Buffer): Buffer | undefined =>
  openSecret(key, ownerOf(adminId), sealed);

const isPlain = (secret: Buffer | null) => secret?.length === totpSecretBytes;

/** Counts sealed TOTP secrets, and those that cannot be opened with these keys. */
export const countSealedSecrets = async (db: Db, { totpSecrets }: AccountKeys) => {
  const apps = await db.selectFrom('authenticator_apps').select(['admin_id', 'secret']).execute();
  const sealed = apps.filter(({ secret }) => secret && !isPlain(secret));
  const unreadable = sealed.filter(({ admin_id, secret }) => secret && !openTotpSecret(totpSecrets, admin_id, secret));
  return { sealed: sealed.length, unreadable: unreadable.length };
};

/** Seals TOTP secrets that older versions stored in plain. Returns the number of secrets that cannot be opened with these keys. */
export const sealStoredSecrets = (db: Db, keys: AccountKeys): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const apps = await tx
      .selectFrom('authenticator_apps')
      .select(['admin_id', 'secret', 'new_secret'])
      .forUpdate()
      .execute();
    const seal = (adminId: number, secret: Buffer | null) =>
      secret?.length === totpSecretBytes ? sealTotpSecret(keys.totpSecrets, adminId, secret) : secret;
    for (const { admin_id, secret, new_secret } of apps.filter((app) => isPlain(app.secret) || isPlain(app.new_secret)))
      await tx
        .updateTable('authenticator_apps')
        .set({ secret: seal(admin_id, secret), new_secret: seal(admin_id, new_secret) })
        .where('admin_id', '=', admin_id)
        .execute();
    return (await countSealedSecrets(tx, keys)).unreadable;
  });

/** Used in emails to the account's owner. */
const factorName = 'An authenticator app';

/** The site's secret key was lost or replaced. */
const keyChanged =
  'The key of this site has changed, so the codes of your authenticator app cannot be checked. Use a recovery code or a passkey, or have your second factor reset.';

/** Creates a secret for an authenticator app. Until a code confirms it, a previous app stays in use. */
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

/** Checks a code and marks its step as used: the same and earlier codes are refused from then on. */
const takeTotpCode = async (tx: Tx, keys: AccountKeys, adminId: number, code: string): Promise<boolean> => {
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

export const wrongCode = 'This code is wrong or was already used.';

/** Uses up a code and returns its kind, or undefined if it is wrong. Each code works once. */
export const takeCode = async (tx: Tx, keys: AccountKeys, adminId: number, code: string) => {
  // Recovery codes first: authenticator codes cannot be checked without the right key.
  if (await takeRecoveryCode(tx, adminId, code)) return 'recovery code';
  if (await takeTotpCode(tx, keys, adminId, code)) return 'authenticator app';
  return undefined;
};
