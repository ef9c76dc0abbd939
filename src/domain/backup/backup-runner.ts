import type { Db } from '#db/database.ts';
import { version } from '#db/version.ts';
import { readMainAdmins } from '#domain/accounts/account-notices.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { momentLabel } from '#domain/day.ts';
import { ConflictError } from '#domain/errors.ts';
import { renewRegularly } from '#domain/jobs/leases.ts';
import { accountEvent, composeMessage, queueMessage } from '#domain/mail/outbox.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { readBackupSettings } from './backup-schedule.ts';
import {
  type BackupTarget,
  type RemoveOptions,
  removeExpired,
  removeFailed,
  removeInterrupted,
  targetName,
  writeToTarget,
} from './backup-target.ts';
import {
  type Backup,
  type BackupState,
  endBackup,
  findLost,
  insertBackup,
  readBackups,
  takeRequested,
  withdrawBackup,
} from './backups.ts';

/** All failures between two good backups are the same event, so that admins get a single email. */
const failureEvent = (adminId: number, lastSuccess: Backup | undefined) =>
  accountEvent(adminId, `backups fail after ${lastSuccess?.id ?? 0}`);

/** Emails the main admins what is wrong with backups, once until they work again. */
const mailFailure = async (
  tx: Db,
  { problem = '', lastSuccess }: Pick<BackupState, 'problem' | 'lastSuccess'>,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  for (const { id, username, email } of await readMainAdmins(tx))
    await queueMessage(
      tx,
      composeMessage({
        event: failureEvent(id, lastSuccess),
        recipient: email,
        subject: `Backups of ${site.siteName} are failing`,
        greeting: `Hello ${username},`,
        paragraphs: [
          problem,
          'You won’t get another email until a backup succeeds. The dashboard shows the state of backups, and docs/operations/backups.md explains what to do.',
        ],
        site,
      }),
    );
};

/** Emails the main admins who got an email about failures that backups work again. */
const mailRecovery = async (
  tx: Db,
  { finished, lastSuccess }: { finished: Backup; lastSuccess: Backup | undefined },
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  for (const { id, username, email } of await readMainAdmins(tx)) {
    const failureEmail = await tx
      .selectFrom('outbox')
      .select('id')
      .where('event', '=', failureEvent(id, lastSuccess))
      .executeTakeFirst();
    if (!failureEmail) continue;
    await queueMessage(
      tx,
      composeMessage({
        event: accountEvent(id, `backups work again with ${finished.id}`),
        recipient: email,
        subject: `Backups of ${site.siteName} work again`,
        greeting: `Hello ${username},`,
        paragraphs: [`A backup was made on ${momentLabel(finished.startedAt)}: ${finished.name}.`],
        site,
      }),
    );
  }
};

const maxErrorLength = 1000;

/** Records that a backup has failed, and emails the main admins unless they know already. */
const failBackup = (db: Db, { id }: Pick<Backup, 'id'>, error: string, site: SiteIdentity): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await endBackup(tx, id, { error: error.slice(0, maxErrorLength) }))) return;
    await mailFailure(tx, await readBackups(tx), site);
  });

/** Records that a backup is good, and emails the main admins if they got an email about a failure. */
const finishBackup = (
  db: Db,
  { id }: Pick<Backup, 'id'>,
  result: { bytes: number; videos: number },
  site: SiteIdentity,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { lastSuccess } = await readBackups(tx);
    const finished = await endBackup(tx, id, result);
    if (finished) await mailRecovery(tx, { finished, lastSuccess }, site);
  });

const lostError = ({ node }: Backup) =>
  node === null
    ? 'no node has started it: set BACKUP_TO on one, and restart it'
    : `the site on ${node} was killed while writing it`;

/** Ends a backup whose lease has expired, and emails the main admins if backups are overdue. */
export const watchBackups = async (db: Db, site: SiteIdentity, now = new Date()): Promise<void> => {
  const lost = await findLost(db);
  if (lost) await failBackup(db, lost, lostError(lost), site);
  await db.transaction().execute(async (tx) => {
    const state = await readBackups(tx, now);
    if (state.problem !== undefined) await mailFailure(tx, state, site);
  });
};

const minuteMs = 60_000;

export interface BackupRunnerOptions {
  db: Db;
  databaseUrl: string;
  /** Undefined if this node makes no backups. */
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
  /** Starts a due or requested backup in the background. */
  runDue: (now?: Date) => Promise<void>;
  /** Requests a backup from this or another node. */
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
    const endRenewal = renewRegularly(db, 'backups', backup.id);
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
      endRenewal();
    }
    return removeExpired(removal, await readBackupSettings(db), backup.startedAt);
  };

  const begin = (to: BackupTarget, backup: Backup) => {
    running = write(to, backup).catch((err: unknown) => {
      if (!signal.aborted) logger.error({ err, backup: backup.name }, 'Could not record the result of a backup');
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
      // Otherwise another node makes it within a minute.
      if (target) await runDue();
      return backup;
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
