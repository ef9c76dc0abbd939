import { accessSync, constants, statSync } from 'node:fs';
import { formatBytes } from '#contract/values/checks.ts';
import type { BackupTarget } from '#domain/backup/backup-target.ts';
import type { BackupState } from '#domain/backup/backups.ts';
import { momentLabel } from '#domain/day.ts';
import { type Check, failure, leftToDo, ok } from './check.ts';

const part = 'Backups';

/** Whether the site makes backups, or has made any. */
export const hasBackups = ({ lastSuccess, lastFailure }: BackupState, makesBackups: boolean): boolean =>
  makesBackups || lastSuccess !== undefined || lastFailure !== undefined;

export interface BackupDuties {
  /** Whether a live node makes backups. */
  makesBackups: boolean;
  /** Whether the operator says that something else does. */
  backsUpElsewhere: boolean;
}

export const judgeBackups = (state: BackupState, { makesBackups, backsUpElsewhere }: BackupDuties): Check => {
  const { problem, unfinished, lastSuccess, nextAt } = state;
  if (problem !== undefined)
    return failure(part, problem, 'Check BACKUP_TO and the backup settings, and make one with “Back up now”.');
  if (!hasBackups(state, makesBackups))
    return backsUpElsewhere
      ? ok(part, 'Something else backs up the database, says BACKUP_TO.')
      : leftToDo(
          part,
          'The site makes no backups.',
          'Set BACKUP_TO to a folder or a command, or to “elsewhere” if something else backs up the database.',
        );
  if (unfinished) return ok(part, `A backup has been running since ${momentLabel(unfinished.startedAt)}.`);
  const size = lastSuccess?.bytes ? ` (${formatBytes(lastSuccess.bytes)})` : '';
  const last = lastSuccess
    ? `The last backup was made on ${momentLabel(lastSuccess.startedAt)}${size}.`
    : 'There is no backup yet.';
  return ok(part, nextAt ? `${last} The next one is due on ${momentLabel(nextAt)}.` : `${last} None are scheduled.`);
};

const whatToDo = 'Create it for the user of the site, or correct BACKUP_TO.';

/** Checks that backups can be written to the folder of BACKUP_TO. A command can't be checked without running it. */
export const checkBackupFolder = (target: BackupTarget | undefined): Check[] => {
  if (target?.kind !== 'folder') return [];
  const { path } = target;
  try {
    if (!statSync(path).isDirectory()) return [failure(part, `BACKUP_TO is ${path}, which is not a folder.`, whatToDo)];
    accessSync(path, constants.W_OK | constants.X_OK);
    return [ok(part, `Backups can be written to ${path}.`)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [failure(part, `Backups cannot be written to ${path}${code ? ` (${code})` : ''}.`, whatToDo)];
  }
};
