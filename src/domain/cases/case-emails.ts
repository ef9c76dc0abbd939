import type { CaseDecision } from '#contract/values/cases.ts';
import { composeMessage, type NewMessage } from '#domain/mail/outbox.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { statusLine } from './case-email.ts';
import type { CaseUrl } from './case-urls.ts';
import type { Case } from './lock-case.ts';

/** Every email about a case has an event that begins with this. */
export const caseEvent = (id: number, event: string) => `case ${id} ${event}`;

const maxListed = 50;

export const listed = (lines: readonly string[]) =>
  lines.length > maxListed ? [...lines.slice(0, maxListed), `and ${lines.length - maxListed} more`] : [...lines];

/**
 * What an email names of a notice: the pages of this site, and how much else. Anybody can enter anybody's email, so nothing that was
 * typed into the form is sent to it.
 */
const named = (urls: readonly NamedUrl[], { siteUrl }: SiteIdentity) => {
  const videoIds = [...new Set(urls.map(({ videoId }) => videoId).filter((id) => id !== null))];
  const others = urls.filter(({ videoId }) => videoId === null).length;
  return [
    ...listed(videoIds.map((id) => `${siteUrl}/video/${id}`)),
    ...(others > 0
      ? [`${videoIds.length > 0 ? 'and ' : ''}${others} ${others === 1 ? 'URL' : 'URLs'} of other sites`]
      : []),
  ];
};

const statusPage = ({ siteUrl }: SiteIdentity) => [
  'You can answer or object on the private status page of your notice. Keep its address to yourself:',
  statusLine(siteUrl),
];

type NamedUrl = Pick<CaseUrl, 'videoId'>;

interface Decided {
  decision: CaseDecision;
  reason: string;
  urls: readonly NamedUrl[];
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
    greeting: 'Hello,',
    paragraphs: [
      ...(urls.length === 0
        ? ['We have read your notice.']
        : [decision === 'remove' ? removed : kept, named(urls, site)]),
      urls.length === 0 ? 'Our answer:' : 'The reason:',
      reason.split('\n'),
      ...(isDecided ? [] : ['We have not decided on the other URLs of your notice yet, and will write again.']),
      statusPage(site),
    ],
    site,
  });

/** One email about many notices of the same reporter, or about one URL that all of them named. */
export const bundleEmail = (
  cases: readonly [Case, ...Case[]],
  { entryId, url }: { entryId: number; url: string | undefined },
  { decision, reason }: Pick<Decided, 'decision' | 'reason'>,
  site: SiteIdentity,
): NewMessage => {
  const [first] = cases;
  return composeMessage({
    event: caseEvent(first.id, `decision ${entryId}`),
    recipient: first.reporterEmail,
    subject:
      cases.length === 1 ? `Decision on your notice ${first.number}` : `Decision on ${cases.length} of your notices`,
    greeting: 'Hello,',
    paragraphs: [
      decision === 'remove'
        ? `We have removed ${url ?? 'what these notices of yours named'}:`
        : `We have decided to keep ${url ?? 'what these notices of yours named'}:`,
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
    greeting: 'Hello,',
    paragraphs: ['We have withdrawn our last decision on your notice, and will decide again.', statusPage(site)],
    site,
  });

export const questionEmail = (found: Case, entryId: number, question: string, site: SiteIdentity): NewMessage =>
  composeMessage({
    event: caseEvent(found.id, `question ${entryId}`),
    recipient: found.reporterEmail,
    subject: `A question about your notice ${found.number}`,
    greeting: 'Hello,',
    paragraphs: ['To decide on your notice, we need to know:', question.split('\n'), statusPage(site)],
    site,
  });

interface Countered {
  name: string;
  statement: string;
  urls: readonly NamedUrl[];
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
    greeting: 'Hello,',
    paragraphs: [
      'We have received a counter-notice about:',
      named(urls, site),
      `It is from ${name}, who consents to the jurisdiction of a court and states:`,
      statement.split('\n'),
      `Unless you tell us that you have filed an action to restrain ${name}, we restore this between ${restorableFrom} and ${restoreBy}.`,
    ],
    site,
  });

export const restoredEmail = (
  found: Case,
  entryId: number,
  urls: readonly NamedUrl[],
  site: SiteIdentity,
): NewMessage =>
  composeMessage({
    event: caseEvent(found.id, `restored ${entryId}`),
    recipient: found.reporterEmail,
    subject: `Restored after a counter-notice: ${found.number}`,
    greeting: 'Hello,',
    paragraphs: [
      'The time in which you could tell us of an action in court is over. We have restored:',
      named(urls, site),
      statusPage(site),
    ],
    site,
  });
