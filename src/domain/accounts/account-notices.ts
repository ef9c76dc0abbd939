import { randomUUID } from 'node:crypto';
import { type Role, roleLabels } from '#contract/values/accounts.ts';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { momentLabel } from '#domain/day.ts';
import { accountEvent, composeMessage, queueMessage } from '#domain/mail/outbox.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { deviceName } from './devices.ts';

/** Changes that an account's owner is emailed about. */
type AccountChange =
  | { kind: 'account created' }
  | { kind: 'new device' }
  /** `factor` is the subject of "was added", such as "An authenticator app" or "The passkey “Laptop”". */
  | { kind: 'factor added' | 'factor removed'; factor: string }
  | { kind: 'token created'; name: string }
  | { kind: 'password changed' }
  // Changes by somebody else:
  | { kind: 'factors reset' }
  | { kind: 'email changed'; email: string }
  | { kind: 'role changed'; role: Role }
  | { kind: 'password reset' };

interface Notice {
  subject: string;
  paragraphs: string[];
  advice: string;
}

const roleName = (role: Role) =>
  role === 'main_admin' || role === 'admin'
    ? `${role === 'admin' ? 'an' : 'a'} ${roleLabels[role].toLowerCase()}`
    : `an admin with the role “${roleLabels[role]}”`;

const byActor = ({ adminId, admin }: Actor) => (adminId === null ? 'on the command line of the server' : `by ${admin}`);

const noticeOf = (change: AccountChange, actor: Actor, { siteName, siteUrl }: SiteIdentity): Notice => {
  const changePassword = `change your password at ${siteUrl}/admin/account, which also ends all your other sessions, and tell a main admin.`;
  const ifNotYou = `If this was you, there is nothing to do. If it was not, ${changePassword}`;
  const askMainAdmin =
    'If you did not expect this, ask a main admin. Main admins can see in the audit log who did it, and when.';
  switch (change.kind) {
    case 'account created':
      return {
        subject: `Your admin account on ${siteName}`,
        paragraphs: [
          `An admin account on ${siteName} was created for you ${byActor(actor)}.`,
          `Sign in at ${siteUrl}/admin with this email and the password that you were given. You will be asked to choose your own.`,
        ],
        advice: 'If you did not expect this, do not sign in, and tell the owner of the site.',
      };
    case 'new device':
      return {
        subject: `New sign-in to your account on ${siteName}`,
        paragraphs: [`There was a sign-in to your account on ${siteName} from a new device.`],
        advice: ifNotYou,
      };
    case 'factor added':
      return {
        subject: `New way to sign in to your account on ${siteName}`,
        paragraphs: [`${change.factor} was added to your account on ${siteName}.`],
        advice: `${ifNotYou} Then remove what was added.`,
      };
    case 'factor removed':
      return {
        subject: `A way to sign in to your account on ${siteName} was removed`,
        paragraphs: [`${change.factor} was removed from your account on ${siteName}.`],
        advice: ifNotYou,
      };
    case 'factors reset':
      return {
        subject: `The second factor of your account on ${siteName} was reset`,
        paragraphs: [
          `The second factor of your account on ${siteName} was removed ${byActor(actor)}. Until you set up a new one at ${siteUrl}/admin/account, your password is enough to sign in.`,
        ],
        advice: askMainAdmin,
      };
    case 'token created':
      return {
        subject: `New API token of your account on ${siteName}`,
        paragraphs: [`The API token “${change.name}” of your account on ${siteName} was created.`],
        advice: `If this was you, there is nothing to do. If it was not, revoke it at ${siteUrl}/admin/account, and ${changePassword}`,
      };
    case 'password changed':
      return {
        subject: `Your password on ${siteName} was changed`,
        paragraphs: [`The password of your account on ${siteName} was changed. All other sessions have ended.`],
        advice:
          'If this was you, there is nothing to do. If it was not, ask a main admin at once to deactivate your account. On the server, "marquee admin reset-password" sets a new password.',
      };
    case 'email changed':
      return {
        subject: `The email of your account on ${siteName} was changed`,
        paragraphs: [
          `The email of your account on ${siteName} was changed to ${change.email} ${byActor(actor)}. All your sessions have ended. Sign in with the new email or your username; the password is the same.`,
        ],
        advice: askMainAdmin,
      };
    case 'role changed':
      return {
        subject: `Your role on ${siteName} was changed`,
        paragraphs: [
          `You are now ${roleName(change.role)} of ${siteName}. This was changed ${byActor(actor)}. All your sessions have ended.`,
        ],
        advice: askMainAdmin,
      };
    case 'password reset':
      return {
        subject: `Your password on ${siteName} was reset`,
        paragraphs: [
          `The password of your account on ${siteName} was replaced ${byActor(actor)}. All your sessions have ended. When you sign in with the new password, you will be asked to choose your own.`,
        ],
        advice: askMainAdmin,
      };
  }
};

interface NewAdmin {
  username: string;
  email: string;
  role: Role;
}

const noticeOfNewAdmin = (
  { username, email, role }: NewAdmin,
  actor: Actor,
  { siteName, siteUrl }: SiteIdentity,
): Notice => ({
  subject: `New admin on ${siteName}: ${username}`,
  paragraphs: [
    `${username} (${email}) is now ${roleName(role)} of ${siteName}. The account was created ${byActor(actor)}.`,
  ],
  advice: `If none of you did this, ${
    role === 'main_admin'
      ? 'someone else has access to your server.'
      : `delete the account at ${siteUrl}/admin/manage-admins, end all sessions there, and change your passwords.`
  }`,
});

const noticeOfNewMainAdmin = (
  { username, email }: NewAdmin,
  actor: Actor,
  { siteName, siteUrl }: SiteIdentity,
): Notice => ({
  subject: `New main admin on ${siteName}: ${username}`,
  paragraphs: [`${username} (${email}) is now a main admin of ${siteName}. The role was changed ${byActor(actor)}.`],
  advice: `If none of you did this, change the role back at ${siteUrl}/admin/manage-admins, end all sessions there, and change your passwords.`,
});

/** Who made a change, and with which browser. */
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

const readOwner = (tx: Db, adminId: number) =>
  tx
    .selectFrom('admins')
    .select(['id', 'username', 'email', 'role'])
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow();

interface Recipient {
  id: number;
  username: string;
  email: string;
}

const queueNotice = (
  tx: Db,
  to: Recipient,
  { subject, paragraphs, advice }: Notice,
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

/** Emails the owner of an account about a change. Call it in the transaction that makes the change. */
export const notifyOwner = async (
  tx: Db,
  adminId: number,
  change: AccountChange,
  requester: Requester,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  const owner = await readOwner(tx, adminId);
  await queueNotice(tx, owner, noticeOf(change, requester.actor, site), requester, site);
};

/** The active main admins, who also get emails about failures. */
export const readMainAdmins = (tx: Db): Promise<Recipient[]> =>
  tx
    .selectFrom('admins')
    .select(['id', 'username', 'email'])
    .where('role', '=', 'main_admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();

const notifyOtherMainAdmins = async (
  tx: Db,
  adminId: number,
  notice: Notice,
  requester: Requester,
  site: SiteIdentity,
): Promise<void> => {
  for (const mainAdmin of await readMainAdmins(tx))
    if (mainAdmin.id !== adminId) await queueNotice(tx, mainAdmin, notice, requester, site);
};

/** Emails a new admin and the main admins, in the transaction that creates the account. */
export const announceNewAdmin = async (
  tx: Db,
  adminId: number,
  requester: Requester,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  const newAdmin = await readOwner(tx, adminId);
  await queueNotice(tx, newAdmin, noticeOf({ kind: 'account created' }, requester.actor, site), requester, site);
  await notifyOtherMainAdmins(tx, adminId, noticeOfNewAdmin(newAdmin, requester.actor, site), requester, site);
};

/** Emails the other main admins about a new one, in the transaction that changes the role. */
export const announceMainAdmin = async (
  tx: Db,
  adminId: number,
  requester: Requester,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  const promoted = await readOwner(tx, adminId);
  await notifyOtherMainAdmins(tx, adminId, noticeOfNewMainAdmin(promoted, requester.actor, site), requester, site);
};
