import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Check, ok, warning } from './check.ts';

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

/** Why the user of this process can neither use the folder nor create it, and what to do about it. */
export const folderProblem = (path: string, variable: string): Pick<Check, 'sentence' | 'whatToDo'> | undefined => {
  const folder = existingFolder(path);
  if (!statSync(folder).isDirectory())
    return { sentence: `${folder} is not a folder.`, whatToDo: `Set ${variable} to another folder.` };
  if (kernelFileSystems.includes(statfsSync(folder).type))
    return {
      sentence: `${path} cannot be created: ${folder} belongs to the kernel.`,
      whatToDo: `Set ${variable} to a folder on a disk.`,
    };
  const code = refusal(folder);
  if (code === undefined) return undefined;
  return {
    sentence: `${folder} is not writable for user ${userInfo().username} (${code}).`,
    whatToDo: `Change its owner, run this command as the user of the site, or set ${variable} to another folder.`,
  };
};

export const checkDataFolder = (dataDir: string): Check => {
  const problem = folderProblem(dataDir, 'DATA_DIR');
  if (problem) return { part, state: 'failure', ...problem };
  return existsSync(dataDir)
    ? ok(part, `${dataDir} is writable for user ${userInfo().username}.`)
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
