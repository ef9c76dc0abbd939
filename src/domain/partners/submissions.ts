import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit/record-change.ts';
import { ConflictError } from '#domain/errors.ts';
import { queueMessage } from '#domain/mail/outbox.ts';
import { approvalLetter, rejectionLetter, type SiteName } from './letters.ts';
import { changeNetwork, type Network, networks, takeNetwork } from './networks.ts';

const freeDays = 5;
const mostWaiting = 500;

/** What visitors submitted and nobody has decided about, oldest first. */
export const waitingSubmissions = (db: Db): Promise<Network[]> =>
  networks(db)
    .where('submitted_at', 'is not', null)
    .where('approved_at', 'is', null)
    .where('rejected_at', 'is', null)
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(mostWaiting)
    .execute();

const refuse = (network: Network, why: string): never => {
  throw new ConflictError(why, network);
};

/** Shows a submission and starts its free days. A rejection can still be changed into an approval. */
export const approve = (
  db: Db,
  actor: Actor,
  site: SiteName,
  id: number,
  expectedVersion: number | undefined,
): Promise<Network> =>
  db.transaction().execute(async (tx) => {
    const before = await takeNetwork(tx, id, expectedVersion);
    if (!before.submittedAt) refuse(before, 'Only a submitted website can be approved.');
    if (before.approvedAt) refuse(before, 'This website is approved already.');
    const now = new Date();
    const after = await changeNetwork(tx, actor, before, 'approve', {
      active: true,
      approved_at: now,
      free_until: new Date(now.getTime() + freeDays * 24 * 3600 * 1000),
      rejected_at: null,
      reject_reason: null,
    });
    await queueMessage(tx, approvalLetter(after, site));
    return after;
  });

export const reject = (
  db: Db,
  actor: Actor,
  site: SiteName,
  id: number,
  reason: string,
  expectedVersion: number | undefined,
): Promise<Network> =>
  db.transaction().execute(async (tx) => {
    const before = await takeNetwork(tx, id, expectedVersion);
    if (!before.submittedAt) refuse(before, 'Only a submitted website can be rejected.');
    if (before.approvedAt) refuse(before, 'This website is approved already: deactivate it instead.');
    if (before.rejectedAt) refuse(before, 'This website is rejected already.');
    const after = await changeNetwork(tx, actor, before, 'reject', {
      active: false,
      rejected_at: new Date(),
      reject_reason: reason.trim(),
    });
    await queueMessage(tx, rejectionLetter(after, site));
    return after;
  });

/** Paid for: shown, and for life. */
export const markPaid = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<Network> =>
  db.transaction().execute(async (tx) => {
    const before = await takeNetwork(tx, id, expectedVersion);
    if (!before.approvedAt) refuse(before, 'Only an approved website can be marked as paid.');
    if (before.paidAt) refuse(before, 'This website is paid for already.');
    return changeNetwork(tx, actor, before, 'mark_paid', { paid_at: new Date(), active: true });
  });

export const deactivate = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<Network> =>
  db.transaction().execute(async (tx) => {
    const before = await takeNetwork(tx, id, expectedVersion);
    if (!before.active) refuse(before, 'This website is inactive already.');
    return changeNetwork(tx, actor, before, 'deactivate', { active: false });
  });

const mayBeShown = ({ submittedAt, approvedAt, paidAt, freeUntil }: Network) =>
  !submittedAt || (approvedAt && (paidAt || (freeUntil && freeUntil > new Date())));

export const activate = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<Network> =>
  db.transaction().execute(async (tx) => {
    const before = await takeNetwork(tx, id, expectedVersion);
    if (before.active) refuse(before, 'This website is active already.');
    if (!mayBeShown(before)) refuse(before, 'This website is not approved, or its free days are over.');
    return changeNetwork(tx, actor, before, 'activate', { active: true });
  });
