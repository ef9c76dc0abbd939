import type { Db, Tx } from '#db/database.ts';
import { type Actor, system } from '#domain/audit-log.ts';
import { dayMs } from '#domain/day.ts';
import { findTwin } from '#domain/directory/twins.ts';
import { ConflictError } from '#domain/errors.ts';
import { assertPublicUrls } from '#domain/fetching/public-url.ts';
import { partnerListing } from '#domain/listing/record-listings.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { composeMessage, type NewMessage, queueMessage } from '#domain/mail/outbox.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { encodePicture, logoKind, storePicture } from '#domain/uploads/pictures.ts';
import { isWaiting, type Partner, partners, selectPartners } from './partners.ts';

export interface Submission {
  name: string;
  url: string;
  email: string;
  description: string;
  logo: Buffer;
}

const alreadySent = 'This website is already listed, or has been sent to us and waits for an answer.';

/** Stores a visitor's website, inactive until an admin approves it. */
export const submitWebsite = async (db: Db, submission: Submission): Promise<void> => {
  assertPublicUrls({ links: { link: submission.url } });
  await assertMayBeListed(db, partnerListing({ ...submission, id: 0, logo: '' }, 'link'));
  // Encode before the transaction, which would keep a connection while waiting for other pictures to be encoded.
  const image = await encodePicture(submission.logo, logoKind);
  await db.transaction().execute(async (tx) => {
    // A visitor isn't told which: it may be a website that nobody sees yet.
    if ((await findTwin(tx, 'networks', { id: 0, url: submission.url })) !== undefined)
      throw new ConflictError(alreadySent);
    const logo = await storePicture(tx, image, logoKind);
    await tx
      .insertInto('partners')
      .values({ ...submission, logo, active: false, submitted_at: new Date(), reject_reason: null })
      .execute();
  });
};

/** Settings that appear in the emails. */
interface SubmissionTerms extends SiteIdentity {
  /** Such as "$5". */
  lifetimePrice: string;
}

const dateLabel = (date: Date) =>
  date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Sent at most once per partner and kind, because the outbox ignores a second message for the same event. */
const messageTo = (
  partner: Partner,
  kind: string,
  site: SubmissionTerms,
  subject: string,
  paragraphs: (string | string[])[],
): NewMessage =>
  composeMessage({
    event: `partner ${partner.id} ${kind}`,
    recipient: partner.email ?? '',
    subject,
    greeting: 'Hello,',
    paragraphs,
    site,
  });

const approvalEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'approved', terms, `${partner.name} is now on ${terms.siteName}`, [
    `Your website ${partner.name} (${partner.url}) is now listed at ${terms.siteUrl}/our-network.`,
    ...(partner.freeUntil && !partner.paidAt
      ? [
          `It stays there free of charge until ${dateLabel(partner.freeUntil)}; after that, a one-time fee of ${terms.lifetimePrice} keeps it there for life.`,
        ]
      : []),
  ]);

const rejectionEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'rejected', terms, `About ${partner.name} on ${terms.siteName}`, [
    `Thank you for submitting ${partner.name} (${partner.url}). Unfortunately, we cannot list it, for this reason:`,
    // Keep the line breaks of the admin's text.
    (partner.rejectReason ?? '').split('\n'),
  ]);

const lastFreeDayEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'last day', terms, `The free days of ${partner.name} on ${terms.siteName} end tomorrow`, [
    `The free days of ${partner.name} (${partner.url}) end on ${partner.freeUntil ? dateLabel(partner.freeUntil) : ''}.`,
    `A one-time fee of ${terms.lifetimePrice} keeps it listed for life. Without the fee, the listing ends on that day.`,
  ]);

const maxWaiting = 500;

/** Submissions without a decision, oldest first. */
export const waitingSubmissions = (db: Db): Promise<Partner[]> =>
  selectPartners(db).where(isWaiting).orderBy('submitted_at').orderBy('id').limit(maxWaiting).execute();

export interface Decision {
  db: Db;
  actor: Actor;
  id: number;
  expectedVersion: number | undefined;
}

/** Runs `change` on the locked partner in one transaction. */
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
const isEntitled = ({ submittedAt, approvedAt, paidAt, freeUntil }: Partner) =>
  !submittedAt || (approvedAt && (paidAt || (freeUntil && freeUntil > new Date())));

export const activate = (decision: Decision): Promise<Partner> =>
  decide(decision, async (tx, before) => {
    if (before.active) refuse(before, 'This website is already active.');
    if (!isEntitled(before)) refuse(before, 'This website is not approved, or its free days are over.');
    return partners.change(tx, decision.actor, 'activate', before, { active: true });
  });

/** Skips rows that another process is working on. */
const lockUnpaid = (db: Db) =>
  selectPartners(db)
    .where('active', '=', true)
    .where('paid_at', 'is', null)
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .skipLocked();

/** Hides unpaid partners whose free days are over. */
export const endFreeDays = (db: Db, now = new Date()): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const expired = await lockUnpaid(tx).where('free_until', '<=', now).execute();
    for (const partner of expired) await partners.change(tx, system, 'end_free_days', partner, { active: false });
    return expired.length;
  });

/** Emails the submitters whose last free day has begun, each once. */
export const remindOfLastDay = (db: Db, terms: SubmissionTerms, now = new Date()): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ending = await lockUnpaid(tx)
      .where('email', 'is not', null)
      .where('free_until', '>', now)
      .where('free_until', '<=', new Date(now.getTime() + dayMs))
      .execute();
    let queued = 0;
    for (const partner of ending) if (await queueMessage(tx, lastFreeDayEmail(partner, terms))) queued += 1;
    return queued;
  });
