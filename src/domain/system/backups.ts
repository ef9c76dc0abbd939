import { accessSync, constants, statSync } from 'node:fs';
import { formatBytes } from '#contract/values/checks.ts';
import type { BackupTarget } from '#domain/backup/backup-target.ts';
import type { BackupState } from '#domain/backup/backups.ts';
import { momentLabel } from '#domain/day.ts';
import { type Check, failure, ok } from './check.ts';

const part = 'Backups';

/** Whether the site makes backups: a live node does, or one has made some. */
export const hasBackups = ({ lastSuccess, lastFailure }: BackupState, makesBackups: boolean): boolean =>
  makesBackups || lastSuccess !== undefined || lastFailure !== undefined;

/** `makesBackups` says whether a live node does. */
export const judgeBackups = (state: BackupState, makesBackups: boolean): Check => {
  const { problem, unfinished, lastSuccess, nextAt } = state;
  if (problem !== undefined)
    return failure(part, problem, 'See BACKUP_TO and the settings of backups, and make one with “Back up now”.');
  if (!hasBackups(state, makesBackups))
    return ok(part, 'The site makes no backups. Set BACKUP_TO, unless something else backs up the database.');
  if (unfinished) return ok(part, `A backup has been in the making since ${momentLabel(unfinished.startedAt)}.`);
  const size = lastSuccess?.bytes ? ` (${formatBytes(lastSuccess.bytes)})` : '';
  const last = lastSuccess
    ? `The last backup is of ${momentLabel(lastSuccess.startedAt)}${size}.`
    : 'There is no backup yet.';
  return ok(part, nextAt ? `${last} The next one is due on ${momentLabel(nextAt)}.` : `${last} None are scheduled.`);
};

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
