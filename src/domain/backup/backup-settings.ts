import { defaultSettings } from '#contract/values/default-settings.ts';
import type { Db } from '#db/database.ts';
import { readSettings } from '#domain/settings/settings.ts';
import type { Retention } from './retention.ts';

export interface BackupSettings extends Retention {
  /** In UTC; null if none are scheduled. */
  hour: number | null;
}

export const readBackupSettings = async (db: Db): Promise<BackupSettings> => {
  const { backups } = (await readSettings(db)) as { backups?: BackupSettings };
  return backups ?? defaultSettings.backups;
};
