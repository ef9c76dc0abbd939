import type { Db } from '#db/database.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { mailFailure, mailRecovery } from './backup-emails.ts';
import { type Backup, endBackup, findLost } from './backup-rows.ts';
import { readBackups } from './read-backups.ts';

const maxErrorLength = 1000;

/** Records that a backup has failed, and tells the main admins unless they know already. */
export const failBackup = (db: Db, { id }: Pick<Backup, 'id'>, error: string, site: SiteIdentity): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await endBackup(tx, id, { error: error.slice(0, maxErrorLength) }))) return;
    await mailFailure(tx, await readBackups(tx), site);
  });

/** Records that a backup is good, and tells the main admins if they were told of a failure. */
export const finishBackup = (
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
    ? 'no node has begun with it: set BACKUP_TO on one, and restart it'
    : `the site on ${node} was ended while it was at work`;

/** Ends a backup whose node is gone, and tells the main admins if none has been made for too long. */
export const watchBackups = async (db: Db, site: SiteIdentity, now = new Date()): Promise<void> => {
  const lost = await findLost(db);
  if (lost) await failBackup(db, lost, lostError(lost), site);
  await db.transaction().execute(async (tx) => {
    const state = await readBackups(tx, now);
    if (state.problem !== undefined) await mailFailure(tx, state, site);
  });
};
