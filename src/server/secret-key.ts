import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#db/errors.ts';

const keyBytes = 32;

export const isSecretKey = (text: string) => new RegExp(`^[0-9a-f]{${keyBytes * 2}}$`, 'i').test(text);

/** Writes a temporary file and links it, so that concurrent starts agree on one complete key. */
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

/** SECRET_KEY, or the key file in the data folder, or undefined. */
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

/** Like `findSecretKey`, but creates the key file on the first start. */
export const loadSecretKey = (sources: KeySources): Buffer => {
  const key = findSecretKey(sources);
  if (key) return key;
  createKeyFile(keyFile(sources.dataDir));
  return loadSecretKey(sources);
};
