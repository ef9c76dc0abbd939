import type { Db } from '#db/database.ts';
import { version } from '#db/version.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { ConflictError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { type Backup, insertBackup, renewBackup, takeRequested, withdrawBackup } from './backup-rows.ts';
import { readBackupSettings } from './backup-settings.ts';
import { type BackupTarget, targetName } from './backup-target.ts';
import { failBackup, finishBackup, watchBackups } from './end-backup.ts';
import { readBackups } from './read-backups.ts';
import { type RemoveOptions, removeExpired, removeFailed, removeInterrupted } from './remove-backups.ts';
import { writeToTarget } from './write-to-target.ts';

const renewEveryMs = 20_000;
const minuteMs = 60_000;

export interface BackupRunnerOptions {
  db: Db;
  databaseUrl: string;
  /** Undefined if backups are none of this node's business. */
  target: BackupTarget | undefined;
  /** The name of this node. */
  node: string;
  site: SiteIdentity;
  logger: Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;
  hangMs?: number;
}

export interface BackupRunner {
  /** Whether this node makes backups. */
  isConfigured: boolean;
  /** Begins a backup that is due or was requested, which goes on in the background. */
  runDue: (now?: Date) => Promise<void>;
  /** Has a backup made as soon as possible, by this or another node. */
  request: (actor: Actor) => Promise<Backup>;
  /** Interrupts the backup, if this node is writing one. */
  stop: () => Promise<void>;
}

/** Makes the site's backups on this node. */
export const createBackupRunner = (options: BackupRunnerOptions): BackupRunner => {
  const { db, databaseUrl, target, node, site, logger, hangMs = 30 * minuteMs } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  let running: Promise<unknown> = Promise.resolve();

  const write = async (to: BackupTarget, backup: Backup) => {
    const removal: RemoveOptions = { db, target: to, node, hangMs, signal, logger };
    const renewal = setInterval(() => renewBackup(db, backup.id).catch(() => {}), renewEveryMs);
    try {
      await removeFailed(removal);
      const { lastSuccess } = await readBackups(db);
      const source = { url: databaseUrl, version, signal };
      const expectedBytes = lastSuccess?.bytes ?? 0;
      const written = await writeToTarget(to, { source, name: backup.name, expectedBytes, hangMs });
      await finishBackup(db, backup, written, site);
      logger.info({ backup: backup.name, ...written }, 'Backup made');
    } catch (err) {
      if (signal.aborted) {
        await removeInterrupted(removal, backup);
        return withdrawBackup(db, backup.id);
      }
      logger.error({ err, backup: backup.name }, 'Backup failed');
      return failBackup(db, backup, (err as Error).message, site);
    } finally {
      clearInterval(renewal);
    }
    return removeExpired(removal, await readBackupSettings(db), backup.startedAt);
  };

  const begin = (to: BackupTarget, backup: Backup) => {
    running = write(to, backup).catch((err: unknown) => {
      if (!signal.aborted) logger.error({ err, backup: backup.name }, 'The end of a backup could not be recorded');
    });
  };

  const insertDue = async (to: BackupTarget, now: Date) => {
    const { nextAt } = await readBackups(db, now);
    if (!nextAt || nextAt > now) return undefined;
    return insertBackup(db, { requestedBy: null, node, target: targetName(to) }, now);
  };

  const runDue = async (now = new Date()) => {
    await watchBackups(db, site, now);
    if (!target || signal.aborted) return;
    const backup = (await takeRequested(db, node, targetName(target))) ?? (await insertDue(target, now));
    if (backup) begin(target, backup);
  };

  return {
    isConfigured: target !== undefined,
    runDue,
    request: async (actor) => {
      await watchBackups(db, site);
      const { lastSuccess, lastFailure } = await readBackups(db);
      if (!target && !lastSuccess && !lastFailure)
        throw new ConflictError('No node makes backups yet: set BACKUP_TO on one, and restart it.');
      const backup = await db.transaction().execute(async (tx) => {
        const inserted = await insertBackup(tx, { requestedBy: actor.admin }, new Date());
        if (!inserted) throw new ConflictError('A backup is already being made.');
        const after = { name: inserted.name };
        await recordChange(tx, actor, { action: 'create', entity: 'backup', entityId: inserted.id, after });
        return inserted;
      });
      // Otherwise it waits for the next minute, in which another node looks.
      if (target) await runDue();
      return backup;
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
