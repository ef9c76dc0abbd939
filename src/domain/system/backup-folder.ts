import { accessSync, constants, statSync } from 'node:fs';
import type { BackupTarget } from '#domain/backup/backup-target.ts';
import { type Check, failure, ok } from './check.ts';

const part = 'Backups';
const whatToDo = 'Create it for the user of the site, or correct BACKUP_TO.';

/** Whether backups can be written to the folder of BACKUP_TO. What a command does, only running it would tell. */
export const checkBackupFolder = (target: BackupTarget | undefined): Check[] => {
  if (target?.kind !== 'folder') return [];
  const { path } = target;
  try {
    if (!statSync(path).isDirectory()) return [failure(part, `${path} of BACKUP_TO is not a folder.`, whatToDo)];
    accessSync(path, constants.W_OK | constants.X_OK);
    return [ok(part, `Backups can be written to ${path}.`)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [failure(part, `Backups cannot be written to ${path}${code ? ` (${code})` : ''}.`, whatToDo)];
  }
};
