import type { Db } from '#db/database.ts';
import { readMainAdmins } from '#domain/accounts/main-admins.ts';
import { momentLabel } from '#domain/day.ts';
import { composeMessage } from '#domain/mail/compose-message.ts';
import { accountEvent, queueMessage } from '#domain/mail/outbox.ts';
import { currentSite, type SiteIdentity } from '#domain/settings/site-identity.ts';
import type { Backup } from './backup-rows.ts';
import type { BackupState } from './read-backups.ts';

/** All failures between two good backups are one event. */
const failureEvent = (adminId: number, lastSuccess: Backup | undefined) =>
  accountEvent(adminId, `backups fail after ${lastSuccess?.id ?? 0}`);

/** Tells the main admins what is wrong with the backups, once until they work again. */
export const mailFailure = async (
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
        subject: `Backups of ${site.siteName} fail`,
        greeting: `Hello ${username},`,
        paragraphs: [
          problem,
          'You get no further email until a backup is made again. The dashboard shows the state of backups until then, and docs/operations.md (Backup) says what to do.',
        ],
        site,
      }),
    );
};

/** Tells the main admins who were told of failures that they are over. */
export const mailRecovery = async (
  tx: Db,
  { finished, lastSuccess }: { finished: Backup; lastSuccess: Backup | undefined },
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  for (const { id, username, email } of await readMainAdmins(tx)) {
    const told = await tx
      .selectFrom('outbox')
      .select('id')
      .where('event', '=', failureEvent(id, lastSuccess))
      .executeTakeFirst();
    if (!told) continue;
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
