import { type CaseDecision, caseNumber } from '#contract/values/cases.ts';
import { hiddenToken, reportStatusPath } from '#contract/values/reports.ts';
import type { Tx } from '#db/database.ts';
import { composeMessage, type NewMessage, queueMessage } from '#domain/mail/outbox.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { type CaseKeys, caseToken } from './case-keys.ts';
import { addEntry, type Case, type CaseUrl } from './cases.ts';

interface CaseOfEmail {
  id: number;
  receivedAt: Date;
  reporterEmail: string;
}

interface CaseEmail {
  /** Tells the emails of a case apart: the same event never gets a second one. */
  event: string;
  subject: (number: string) => string;
  paragraphs: (string | string[])[];
}

/** Where the private URL goes in: the outbox must not hold it. */
const statusLine = (siteUrl: string) => siteUrl + reportStatusPath(hiddenToken);

/** An email to the reporter of a case, with its number and its status page. */
const caseEmail = (
  { id, receivedAt, reporterEmail }: CaseOfEmail,
  site: SiteIdentity,
  { event, subject, paragraphs }: CaseEmail,
): NewMessage => {
  const number = caseNumber({ id, receivedAt });
  return composeMessage({
    event: `case ${id} ${event}`,
    recipient: reporterEmail,
    subject: subject(number),
    greeting: 'Hello,',
    paragraphs: [
      ...paragraphs,
      `Your case has the number ${number}. You can follow it, answer and object here. Keep this link to yourself: whoever has it can speak for you.`,
      statusLine(site.siteUrl),
    ],
    site,
  });
};

/** The message as it is sent, with the private URL of the case that it is about, and never of another one. */
export const withStatusUrl = <Message extends Pick<NewMessage, 'event' | 'body'>>(
  message: Message,
  keys: Pick<CaseKeys, 'tokens'>,
  siteUrl: string,
): Message => {
  const caseId = /^case (\d+) /.exec(message.event)?.[1];
  if (caseId === undefined) return message;
  const url = siteUrl + reportStatusPath(caseToken(keys, Number(caseId)));
  return { ...message, body: message.body.replaceAll(statusLine(siteUrl), () => url) };
};

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

interface ReporterCase {
  id: number;
  receivedAt: Date;
  dueAt: Date;
  reporterEmail: string;
}

/** Anybody can enter anybody's email: nobody gets more than this many receipts a day. */
const receiptsPerDay = 5;

const timeLabel = (time: Date) =>
  `${time.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

const receiptsSentTo = async (tx: Tx, email: string) => {
  const { sent } = await tx
    .selectFrom('cases')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('received_at', '>', new Date(Date.now() - 24 * 3_600_000))
    .where('reporter_email', '=', email)
    .executeTakeFirstOrThrow();
  return sent;
};

/** Says nothing of what was entered: it may have been entered by somebody else, to be read by the recipient. */
export const sendReceipt = async (tx: Tx, received: ReporterCase & { withheld: number }, site: SiteIdentity) => {
  const { reporterEmail, dueAt, withheld } = received;
  if (reporterEmail === '' || (await receiptsSentTo(tx, reporterEmail)) > receiptsPerDay) return;
  const message = caseEmail(received, site, {
    event: 'received',
    subject: (number) => `We have received your notice ${number}`,
    paragraphs: [
      'Thank you. Your notice has arrived, and somebody will read it.',
      ...(withheld > 0 ? ['What you reported can no longer be seen on our site while we decide.'] : []),
      `We will decide by ${timeLabel(dueAt)} and write to you.`,
      'If you have not sent us anything, somebody entered your email by mistake. You need not do anything.',
    ],
  });
  await queueMessage(tx, message);
};

/** Confirms an objection; `objectionId` tells several of one case apart. */
export const sendObjectionReceipt = async (tx: Tx, objected: ReporterCase, objectionId: number, site: SiteIdentity) => {
  if (objected.reporterEmail === '') return;
  const message = caseEmail(objected, site, {
    event: `objection ${objectionId}`,
    subject: (number) => `We have received your objection to the decision on ${number}`,
    paragraphs: [
      'Thank you. Your objection has arrived, and we will look at your case again.',
      `We will decide by ${timeLabel(objected.dueAt)} and write to you.`,
    ],
  });
  await queueMessage(tx, message);
};

/** Queues an email to the reporter, if they gave an email, and notes it in the history. */
export const sendCaseEmail = async (tx: Tx, caseId: number, message: NewMessage): Promise<void> => {
  if (message.recipient === '' || !(await queueMessage(tx, message))) return;
  await addEntry(tx, caseId, { kind: 'email', text: `${message.subject} (to ${message.recipient})`, isPublic: false });
};
