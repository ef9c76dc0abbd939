import type { CaseDecision } from '#contract/values/cases.ts';
import { composeMessage } from '#domain/mail/compose-message.ts';
import type { NewMessage } from '#domain/mail/outbox.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { statusLine } from './case-email.ts';
import type { Case } from './lock-case.ts';

/** Every email about a case has an event that begins with this. */
export const caseEvent = (id: number, event: string) => `case ${id} ${event}`;

const maxListed = 50;

export const listed = (lines: readonly string[]) =>
  lines.length > maxListed ? [...lines.slice(0, maxListed), `and ${lines.length - maxListed} more`] : [...lines];

const greetingOf = ({ reporterName }: Pick<Case, 'reporterName'>) =>
  reporterName === '' ? 'Hello,' : `Hello ${reporterName},`;

const statusPage = ({ siteUrl }: SiteIdentity) => [
  'You can answer or object on the private status page of your notice. Keep its address to yourself:',
  statusLine(siteUrl),
];

interface Decided {
  decision: CaseDecision;
  reason: string;
  urls: readonly string[];
  isDecided: boolean;
}

const removed = 'We have removed what you reported:';
const kept = 'We have decided to keep what you reported:';

export const decisionEmail = (
  found: Case,
  entryId: number,
  { decision, reason, urls, isDecided }: Decided,
  site: SiteIdentity,
): NewMessage =>
  composeMessage({
    event: caseEvent(found.id, `decision ${entryId}`),
    recipient: found.reporterEmail,
    subject: `Decision on your notice ${found.number}`,
    greeting: greetingOf(found),
    paragraphs: [
      decision === 'remove' ? removed : kept,
      listed(urls),
      'The reason:',
      reason.split('\n'),
      ...(isDecided ? [] : ['We have not decided on the other URLs of your notice yet, and will write again.']),
      statusPage(site),
    ],
    site,
  });

/** One email about many notices of the same reporter. */
export const bundleEmail = (
  cases: readonly [Case, ...Case[]],
  entryId: number,
  { decision, reason }: Pick<Decided, 'decision' | 'reason'>,
  site: SiteIdentity,
): NewMessage => {
  const [first] = cases;
  return composeMessage({
    event: caseEvent(first.id, `decision ${entryId}`),
    recipient: first.reporterEmail,
    subject:
      cases.length === 1 ? `Decision on your notice ${first.number}` : `Decision on ${cases.length} of your notices`,
    greeting: greetingOf(first),
    paragraphs: [
      decision === 'remove'
        ? 'We have removed what these notices of yours named:'
        : 'We have decided to keep what these notices of yours named:',
      listed(cases.map(({ number }) => number)),
      'The reason:',
      reason.split('\n'),
      statusPage(site),
    ],
    site,
  });
};

export const reopenedEmail = (found: Case, entryId: number, site: SiteIdentity): NewMessage =>
  composeMessage({
    event: caseEvent(found.id, `reopened ${entryId}`),
    recipient: found.reporterEmail,
    subject: `We are looking at your notice ${found.number} again`,
    greeting: greetingOf(found),
    paragraphs: ['We have withdrawn our last decision on your notice, and will decide again.', statusPage(site)],
    site,
  });

export const questionEmail = (found: Case, entryId: number, question: string, site: SiteIdentity): NewMessage =>
  composeMessage({
    event: caseEvent(found.id, `question ${entryId}`),
    recipient: found.reporterEmail,
    subject: `A question about your notice ${found.number}`,
    greeting: greetingOf(found),
    paragraphs: ['To decide on your notice, we need to know:', question.split('\n'), statusPage(site)],
    site,
  });

interface Countered {
  name: string;
  statement: string;
  urls: readonly string[];
  restorableFrom: string;
  restoreBy: string;
}

export const counterNoticeEmail = (
  found: Case,
  entryId: number,
  { name, statement, urls, restorableFrom, restoreBy }: Countered,
  site: SiteIdentity,
): NewMessage =>
  composeMessage({
    event: caseEvent(found.id, `counter-notice ${entryId}`),
    recipient: found.reporterEmail,
    subject: `Counter-notice to your copyright notice ${found.number}`,
    greeting: greetingOf(found),
    paragraphs: [
      'We have received a counter-notice about:',
      listed(urls),
      `It is from ${name}, who consents to the jurisdiction of a court and states:`,
      statement.split('\n'),
      `Unless you tell us that you have filed an action to restrain ${name}, we restore this between ${restorableFrom} and ${restoreBy}.`,
    ],
    site,
  });

export const restoredEmail = (found: Case, entryId: number, urls: readonly string[], site: SiteIdentity): NewMessage =>
  composeMessage({
    event: caseEvent(found.id, `restored ${entryId}`),
    recipient: found.reporterEmail,
    subject: `Restored after a counter-notice: ${found.number}`,
    greeting: greetingOf(found),
    paragraphs: [
      'The time in which you could tell us of an action in court is over. We have restored:',
      listed(urls),
      statusPage(site),
    ],
    site,
  });
