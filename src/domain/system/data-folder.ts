import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Check, failure, ok, warning } from './check.ts';

const part = 'Data folder';

const refusal = (path: string) => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};

/** The folder itself, or the first one above it that exists. */
export const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)));

/** Linux's numbers of proc, sysfs and cgroup2: access() allows root to write there, but nothing can be created. */
const kernelFileSystems = [0x9fa0, 0x62656572, 0x63677270];

/** Whether the user of this process can use the folder, or create it. */
export const checkDataFolder = (dataDir: string): Check => {
  const folder = existingFolder(dataDir);
  if (!statSync(folder).isDirectory())
    return failure(part, `${folder} is not a folder.`, 'Set DATA_DIR to another folder.');
  if (kernelFileSystems.includes(statfsSync(folder).type))
    return failure(
      part,
      `${dataDir} cannot be created: ${folder} belongs to the kernel.`,
      'Set DATA_DIR to a folder on a disk.',
    );
  const code = refusal(folder);
  const { username } = userInfo();
  if (code !== undefined)
    return failure(
      part,
      `${folder} is not writable for user ${username} (${code}).`,
      'Change its owner, run this command as the user of the site, or set DATA_DIR to another folder.',
    );
  return folder === dataDir
    ? ok(part, `${dataDir} is writable for user ${username}.`)
    : ok(part, `${dataDir} does not exist yet: the first start creates it.`);
};

const forOthers = 0o077;

/** Files that only the user of the site should be able to read. */
export const checkSecretFiles = (dataDir: string, otherFiles: readonly string[]): Check[] => {
  const names = ['secret.key', 'postgres.password', 'postgres-site.password'];
  const files = [...names.map((name) => join(dataDir, name)), ...otherFiles].filter((file) => existsSync(file));
  const open = files.filter((file) => (statSync(file).mode & forOthers) !== 0);
  if (open.length > 0)
    return open.map((file) =>
      warning('Secret files', `Other users of this machine can read or change ${file}.`, `chmod 600 ${file}`),
    );
  return files.length === 0 ? [] : [ok('Secret files', 'Only their owner can read the files with secrets.')];
};
