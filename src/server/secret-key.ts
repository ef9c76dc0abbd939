import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#db/errors.ts';

const keyBytes = 32;

export const isSecretKey = (text: string) => new RegExp(`^[0-9a-f]{${keyBytes * 2}}$`, 'i').test(text);

/** Appears complete and once, also if several processes start at the same time. */
const createKeyFile = (path: string) => {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${randomBytes(keyBytes).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
};

interface KeySources {
  secretKey: string | undefined;
  dataDir: string;
}

const keyFile = (dataDir: string) => join(dataDir, 'secret.key');

/** SECRET_KEY, or the file in the data folder, if there is one. */
export const findSecretKey = ({ secretKey, dataDir }: KeySources): Buffer | undefined => {
  if (secretKey !== undefined) return Buffer.from(secretKey, 'hex');
  const path = keyFile(dataDir);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8').trim();
  if (!isSecretKey(text))
    throw new StartupError(
      `${path} must contain ${keyBytes * 2} hexadecimal digits: restore it from a backup, or delete it and let admins set up their authenticator apps again.`,
    );
  return Buffer.from(text, 'hex');
};

/** The same, but the first start creates the file. */
export const loadSecretKey = (sources: KeySources): Buffer => {
  const found = findSecretKey(sources);
  if (found) return found;
  createKeyFile(keyFile(sources.dataDir));
  return loadSecretKey(sources);
};
