import { composeMessage, type NewMessage } from '#domain/mail/outbox.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import type { Partner } from './partners.ts';

/** The settings that the emails mention. */
export interface SubmissionTerms extends SiteIdentity {
  /** Such as "$5". */
  lifetimePrice: string;
}

const dateLabel = (date: Date) =>
  date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Each kind of message is sent to a partner at most once: the outbox refuses a second one for the same event. */
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

export const approvalEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'approved', terms, `${partner.name} is now on ${terms.siteName}`, [
    `Your website ${partner.name} (${partner.url}) is now listed at ${terms.siteUrl}/our-network.`,
    ...(partner.freeUntil && !partner.paidAt
      ? [
          `It stays there free of charge until ${dateLabel(partner.freeUntil)}; after that, a one-time fee of ${terms.lifetimePrice} keeps it there for life.`,
        ]
      : []),
  ]);

export const rejectionEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'rejected', terms, `About ${partner.name} on ${terms.siteName}`, [
    `Thank you for submitting ${partner.name} (${partner.url}). Unfortunately, we cannot list it, for this reason:`,
    // An admin wrote it, so its lines stay.
    (partner.rejectReason ?? '').split('\n'),
  ]);

export const lastFreeDayEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'last day', terms, `The free days of ${partner.name} on ${terms.siteName} end tomorrow`, [
    `The free days of ${partner.name} (${partner.url}) end on ${partner.freeUntil ? dateLabel(partner.freeUntil) : ''}.`,
    `A one-time fee of ${terms.lifetimePrice} keeps it listed for life. Without the fee, the listing ends on that day.`,
  ]);
