import { statSync } from 'node:fs';
import { appliedToday, howToComplete, type Migration, readMigrations } from '#db/migrations.ts';
import { ValidationError } from '#domain/errors.ts';
import { type BackupHeader, readParts } from './backup-file.ts';

export interface CheckedBackup {
  header: BackupHeader;
  /** Migrations that the backup's schema has. */
  applied: Migration[];
  /** Migrations added since. */
  added: Migration[];
}

export interface CheckBackupOptions {
  path: string;
  migrations?: Migration[];
  /** Called with the share of the file that was read. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

const splitMigrations = (path: string, header: BackupHeader, migrations: Migration[]) => {
  const today = appliedToday(header.migrations, migrations);
  if (!today)
    throw new ValidationError(
      `${path} was made by an earlier development version of Marquee: restore it with that version, ${howToComplete}, and back up the site again.`,
    );
  const applied = today.map(({ name, checksum }) => {
    const known = migrations.find((migration) => migration.name === name);
    if (!known)
      throw new ValidationError(
        `${path} was made by a newer version of Marquee (${header.version}): restore it with that version.`,
      );
    if (known.checksum !== checksum)
      throw new ValidationError(`${path} was made by a version of Marquee with another migration ${name}.`);
    return known;
  });
  return { applied, added: migrations.filter((migration) => !applied.includes(migration)) };
};

/** Reads the whole backup. Throws if it is damaged, or if this version can't restore it. */
export const checkBackup = async ({
  path,
  migrations = readMigrations(),
  onProgress = () => {},
  signal,
}: CheckBackupOptions): Promise<CheckedBackup> => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let read = 0;
  let header: BackupHeader | undefined;
  const count = (bytes: number) => {
    read += bytes;
    onProgress(read / Math.max(1, size));
  };
  for await (const part of readParts(path, count)) {
    signal?.throwIfAborted();
    if (part.kind === 'header') header = part.header;
  }
  if (!header) throw new ValidationError(`${path} is damaged or incomplete: use another backup.`);
  return { header, ...splitMigrations(path, header, migrations) };
};
