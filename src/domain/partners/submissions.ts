import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { dayMs } from '#domain/day.ts';
import { ConflictError } from '#domain/errors.ts';
import { queueMessage } from '#domain/mail/outbox.ts';
import { type Partner, partners, selectPartners } from './partners.ts';
import { approvalEmail, rejectionEmail, type SubmissionTerms } from './submission-emails.ts';

const maxWaiting = 500;

/** Submitted, and neither approved nor rejected; the back-office's isWaiting (kit/records/partner.ts) says the same. */
export const isWaiting = sql<boolean>`(submitted_at is not null and approved_at is null and rejected_at is null)`;

/** Submissions without a decision, oldest first. */
export const waitingSubmissions = (db: Db): Promise<Partner[]> =>
  selectPartners(db).where(isWaiting).orderBy('submitted_at').orderBy('id').limit(maxWaiting).execute();

export interface Decision {
  db: Db;
  actor: Actor;
  id: number;
  expectedVersion: number | undefined;
}

/** Locks the partner and lets `change` decide, in one transaction. */
const decide = ({ db, id, expectedVersion }: Decision, change: (tx: Tx, before: Partner) => Promise<Partner>) =>
  db.transaction().execute(async (tx) => change(tx, await partners.lock(tx, id, expectedVersion)));

const refuse = (partner: Partner, reason: string): never => {
  throw new ConflictError(reason, partner);
};

/** Lists a submission and starts its free days. A rejected submission can still be approved. */
export const approve = (decision: Decision, terms: SubmissionTerms & { freeDays: number }): Promise<Partner> =>
  decide(decision, async (tx, before) => {
    if (!before.submittedAt) refuse(before, 'Only a submitted website can be approved.');
    if (before.approvedAt) refuse(before, 'This website is already approved.');
    const now = new Date();
    const after = await partners.change(tx, decision.actor, 'approve', before, {
      active: true,
      approved_at: now,
      free_until: new Date(now.getTime() + terms.freeDays * dayMs),
      rejected_at: null,
      reject_reason: null,
    });
    await queueMessage(tx, approvalEmail(after, terms));
    return after;
  });

export const reject = (decision: Decision, terms: SubmissionTerms, reason: string): Promise<Partner> =>
  decide(decision, async (tx, before) => {
    if (!before.submittedAt) refuse(before, 'Only a submitted website can be rejected.');
    if (before.approvedAt) refuse(before, 'This website is already approved. Deactivate it instead.');
    if (before.rejectedAt) refuse(before, 'This website is already rejected.');
    const after = await partners.change(tx, decision.actor, 'reject', before, {
      active: false,
      rejected_at: new Date(),
      reject_reason: reason.trim(),
    });
    await queueMessage(tx, rejectionEmail(after, terms));
    return after;
  });

/** A paid partner is listed for life. */
export const markPaid = (decision: Decision): Promise<Partner> =>
  decide(decision, async (tx, before) => {
    if (!before.approvedAt) refuse(before, 'Only an approved website can be marked as paid.');
    if (before.paidAt) refuse(before, 'This website is already paid for.');
    return partners.change(tx, decision.actor, 'mark_paid', before, { paid_at: new Date(), active: true });
  });

export const deactivate = (decision: Decision): Promise<Partner> =>
  decide(decision, async (tx, before) => {
    if (!before.active) refuse(before, 'This website is already inactive.');
    return partners.change(tx, decision.actor, 'deactivate', before, { active: false });
  });

/** Partners that an admin added, and submissions that are paid for or within their free days. */
const mayBeListed = ({ submittedAt, approvedAt, paidAt, freeUntil }: Partner) =>
  !submittedAt || (approvedAt && (paidAt || (freeUntil && freeUntil > new Date())));

export const activate = (decision: Decision): Promise<Partner> =>
  decide(decision, async (tx, before) => {
    if (before.active) refuse(before, 'This website is already active.');
    if (!mayBeListed(before)) refuse(before, 'This website is not approved, or its free days are over.');
    return partners.change(tx, decision.actor, 'activate', before, { active: true });
  });
