import type { Db } from '#db/database.ts';
import type { AccountKeys } from '#domain/secrets/keys.ts';
import { openTotpSecret, sealTotpSecret } from './sealed-totp-secret.ts';
import { totpSecretBytes } from './totp.ts';

const isPlain = (secret: Buffer | null) => secret?.length === totpSecretBytes;

/** How many TOTP secrets are sealed, and how many of these cannot be opened with these keys. */
export const countSealedSecrets = async (db: Db, { totpSecrets }: AccountKeys) => {
  const apps = await db.selectFrom('authenticator_apps').select(['admin_id', 'secret']).execute();
  const sealed = apps.filter(({ secret }) => secret && !isPlain(secret));
  const unreadable = sealed.filter(({ admin_id, secret }) => secret && !openTotpSecret(totpSecrets, admin_id, secret));
  return { sealed: sealed.length, unreadable: unreadable.length };
};

/** Seals the TOTP secrets that older versions stored in the clear. Returns how many cannot be opened with these keys. */
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
