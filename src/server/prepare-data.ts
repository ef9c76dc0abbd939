import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Db, openDatabase } from '#db/database.ts';
import { StartupError } from '#db/errors.ts';
import { ensureMainAdmin, type FirstAdmin } from '#domain/accounts/admins.ts';
import { sealStoredSecrets } from '#domain/accounts/authenticator-app.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { ValidationError } from '#domain/errors.ts';
import type { AccountKeys } from '#domain/secrets.ts';
import { importUploads } from '#domain/uploads/uploads.ts';
import type { Config } from './config.ts';

/** Encrypts secrets that older versions stored in plain text. Warns if the secret key doesn't fit the others. */
export const sealSecrets = async (db: Db, keys: AccountKeys, logger: Logger): Promise<void> => {
  const unreadable = await sealStoredSecrets(db, keys);
  if (unreadable > 0)
    logger.warn(
      { authenticatorApps: unreadable },
      'The secret key does not fit the stored authenticator apps: restore secret.key or SECRET_KEY (docs/operations/install.md, Secret key)',
    );
};

/** Moves uploads that older versions stored as files into the database. */
export const moveUploads = async (db: Db, { dataDir }: Config, logger: Logger): Promise<void> => {
  const skipped = await importUploads(db, join(dataDir, 'uploads'));
  if (skipped.length > 0)
    logger.warn({ files: skipped }, 'Some files in uploads/ are not logos or could not be moved, and were left there');
};

export const prepareDemo = async (
  ownerUrl: string,
  onProgress?: (progress: { step: string; done: number }) => void,
): Promise<void> => {
  const owner = openDatabase(ownerUrl);
  await seedDemo(owner.pool, { now: new Date(), onProgress }).finally(owner.close);
};

export const createFirstAdmin = async (db: Db, config: Config): Promise<FirstAdmin | undefined> => {
  const { adminEmail, adminPassword, siteName } = config;
  const credentials = adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined;
  try {
    return await ensureMainAdmin(db, credentials, siteName);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new StartupError(`ADMIN_EMAIL and ADMIN_PASSWORD cannot be used: ${error.message}`);
  }
};
