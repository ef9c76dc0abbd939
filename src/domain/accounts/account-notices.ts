import { randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit/record-change.ts';
import { momentLabel } from '#domain/day.ts';
import { composeMessage } from '#domain/mail/compose-message.ts';
import { accountEvent, queueMessage } from '#domain/mail/outbox.ts';
import { currentSite, type SiteIdentity } from '#domain/settings/site-identity.ts';
import { type AccountChange, noticeOf, noticeOfNewAdmin, noticeOfNewMainAdmin } from './account-notice-texts.ts';
import { deviceName } from './device-name.ts';

/** Who made a change, and with what. */
export interface Requester {
  actor: Actor;
  /** Undefined on the command line. */
  userAgent?: string | undefined;
}

const detailsOf = ({ actor, userAgent }: Requester) => [
  `When: ${momentLabel(new Date())}`,
  ...(userAgent === undefined ? ['Where: the command line of the server'] : [`Device: ${deviceName(userAgent)}`]),
  ...(actor.ip === null ? [] : [`IP address: ${actor.ip}`]),
];

const selectOwners = (tx: Db) => tx.selectFrom('admins').select(['id', 'username', 'email', 'role']);

type Owner = Awaited<ReturnType<ReturnType<typeof selectOwners>['executeTakeFirstOrThrow']>>;

interface Text {
  subject: string;
  paragraphs: string[];
  advice: string;
}

const queueNotice = (
  tx: Db,
  to: Owner,
  { subject, paragraphs, advice }: Text,
  requester: Requester,
  site: SiteIdentity,
) =>
  queueMessage(
    tx,
    composeMessage({
      event: accountEvent(to.id, randomUUID()),
      recipient: to.email,
      subject,
      greeting: `Hello ${to.username},`,
      paragraphs: [...paragraphs, detailsOf(requester), advice],
      site,
    }),
  );

/** Emails the owner of an account about a change to it. Call it in the transaction that makes the change. */
export const notifyOwner = async (
  tx: Db,
  adminId: number,
  change: AccountChange,
  requester: Requester,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  const owner = await selectOwners(tx).where('id', '=', adminId).executeTakeFirstOrThrow();
  await queueNotice(tx, owner, noticeOf(change, requester.actor, site), requester, site);
};

/** The active main admins but the one that the message is about. */
const otherMainAdmins = (tx: Db, adminId: number): Promise<Owner[]> =>
  selectOwners(tx)
    .where('role', '=', 'main_admin')
    .where('is_active', '=', true)
    .where('id', '!=', adminId)
    .orderBy('id')
    .execute();

/** Emails a new admin and the main admins, in the transaction that creates the account. */
export const announceNewAdmin = async (
  tx: Db,
  adminId: number,
  requester: Requester,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  const newAdmin = await selectOwners(tx).where('id', '=', adminId).executeTakeFirstOrThrow();
  await queueNotice(tx, newAdmin, noticeOf({ kind: 'account created' }, requester.actor, site), requester, site);
  for (const mainAdmin of await otherMainAdmins(tx, adminId))
    await queueNotice(tx, mainAdmin, noticeOfNewAdmin(newAdmin, requester.actor, site), requester, site);
};

/** Emails the other main admins about a new one, in the transaction that changes the role. */
export const announceMainAdmin = async (
  tx: Db,
  adminId: number,
  requester: Requester,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  const promoted = await selectOwners(tx).where('id', '=', adminId).executeTakeFirstOrThrow();
  for (const mainAdmin of await otherMainAdmins(tx, adminId))
    await queueNotice(tx, mainAdmin, noticeOfNewMainAdmin(promoted, requester.actor, site), requester, site);
};
