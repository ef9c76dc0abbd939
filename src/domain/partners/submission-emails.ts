import type { NewMessage } from '#domain/mail/outbox.ts';
import type { Partner } from './partners.ts';

/** The settings that the emails mention. */
export interface SubmissionTerms {
  siteName: string;
  siteUrl: string;
  /** Such as "$5". */
  lifetimePrice: string;
}

const dateLabel = (date: Date) =>
  date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** On one line: submitters may have written line breaks. */
const nameOf = ({ name }: Partner) => name.replace(/\s+/g, ' ').trim();

/** Each kind of message is sent to a partner at most once: the outbox refuses a second one for the same event. */
const messageTo = (
  partner: Partner,
  kind: string,
  { siteName, siteUrl }: SubmissionTerms,
  subject: string,
  paragraphs: string[],
): NewMessage => ({
  event: `partner ${partner.id} ${kind}`,
  recipient: partner.email ?? '',
  subject,
  body: ['Hello,', ...paragraphs, `${siteName}\n${siteUrl}`].join('\n\n'),
});

export const approvalEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'approved', terms, `${nameOf(partner)} is now on ${terms.siteName}`, [
    `Your website ${nameOf(partner)} (${partner.url}) is now listed at ${terms.siteUrl}/our-network.`,
    ...(partner.freeUntil && !partner.paidAt
      ? [
          `It stays there free of charge until ${dateLabel(partner.freeUntil)}; after that, a one-time fee of ${terms.lifetimePrice} keeps it there for life.`,
        ]
      : []),
  ]);

export const rejectionEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'rejected', terms, `About ${nameOf(partner)} on ${terms.siteName}`, [
    `Thank you for submitting ${nameOf(partner)} (${partner.url}). Unfortunately, we cannot list it, for this reason:`,
    partner.rejectReason ?? '',
  ]);

export const lastFreeDayEmail = (partner: Partner, terms: SubmissionTerms): NewMessage =>
  messageTo(partner, 'last day', terms, `The free days of ${nameOf(partner)} on ${terms.siteName} end tomorrow`, [
    `The free days of ${nameOf(partner)} (${partner.url}) end on ${partner.freeUntil ? dateLabel(partner.freeUntil) : ''}.`,
    `A one-time fee of ${terms.lifetimePrice} keeps it listed for life. Without the fee, the listing ends on that day.`,
  ]);
