import { type CaseDecision, caseNumber } from '#contract/values/cases.ts';
import { hiddenToken, reportStatusPath } from '#contract/values/reports.ts';
import type { Tx } from '#db/database.ts';
import { composeMessage, type NewMessage, queueMessage } from '#domain/mail/outbox.ts';
import { sendsMail } from '#domain/nodes.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { type CaseKeys, caseToken } from './case-keys.ts';
import { addEntry, type Case, type CaseUrl } from './cases.ts';
import { countReceipt } from './email-limits.ts';

/** Events of emails about a case. An event never gets a second email. */
export const caseEvent = (id: number, event: string) => `case ${id} ${event}`;

/** The private URL with a placeholder for its token, which must not be stored in the outbox. */
const statusLine = (siteUrl: string) => siteUrl + reportStatusPath(hiddenToken);

/** Fills in the private status URL of the case that the message is about just before it is sent. */
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

interface CaseEmail {
  event: string;
  subject: string;
  paragraphs: (string | string[])[];
}

const emailToReporter = (
  { id, reporterEmail }: Pick<Case, 'id' | 'reporterEmail'>,
  { event, subject, paragraphs }: CaseEmail,
  site: SiteIdentity,
): NewMessage =>
  composeMessage({
    event: caseEvent(id, event),
    recipient: reporterEmail,
    subject,
    greeting: 'Hello,',
    paragraphs,
    site,
  });

const maxListed = 50;

export const listed = (lines: readonly string[]) =>
  lines.length > maxListed ? [...lines.slice(0, maxListed), `and ${lines.length - maxListed} more`] : [...lines];

/** Never emails what was typed into the form, because anybody can enter anybody's email. */
const listUrls = (urls: readonly NamedUrl[], { siteUrl }: SiteIdentity) => {
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
  'You can answer or object on the private status page of your notice. Keep its link to yourself:',
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
  caseRecord: Case,
  entryId: number,
  { decision, reason, urls, isDecided }: Decided,
  site: SiteIdentity,
): NewMessage =>
  emailToReporter(
    caseRecord,
    {
      event: `decision ${entryId}`,
      subject: `Decision on your notice ${caseRecord.number}`,
      paragraphs: [
        ...(urls.length === 0
          ? ['We have read your notice.', 'Our answer:']
          : [decision === 'remove' ? removed : kept, listUrls(urls, site), 'The reason:']),
        reason.split('\n'),
        ...(isDecided ? [] : ['We have not decided on the other URLs of your notice yet, and will write again.']),
        statusPage(site),
      ],
    },
    site,
  );

/** One email about several notices from the same reporter, or about one URL that all of them named. */
export const bundleEmail = (
  cases: readonly [Case, ...Case[]],
  { entryId, url }: { entryId: number; url: string | undefined },
  { decision, reason }: Pick<Decided, 'decision' | 'reason'>,
  site: SiteIdentity,
): NewMessage => {
  const [first] = cases;
  const content = url ?? 'what these notices of yours named';
  return emailToReporter(
    first,
    {
      event: `decision ${entryId}`,
      subject:
        cases.length === 1 ? `Decision on your notice ${first.number}` : `Decision on ${cases.length} of your notices`,
      paragraphs: [
        decision === 'remove' ? `We have removed ${content}:` : `We have decided to keep ${content}:`,
        listed(cases.map(({ number }) => number)),
        'The reason:',
        reason.split('\n'),
        statusPage(site),
      ],
    },
    site,
  );
};

export const reopenedEmail = (caseRecord: Case, entryId: number, site: SiteIdentity): NewMessage =>
  emailToReporter(
    caseRecord,
    {
      event: `reopened ${entryId}`,
      subject: `We are looking at your notice ${caseRecord.number} again`,
      paragraphs: ['We have withdrawn our last decision on your notice, and will decide again.', statusPage(site)],
    },
    site,
  );

export const questionEmail = (caseRecord: Case, entryId: number, question: string, site: SiteIdentity): NewMessage =>
  emailToReporter(
    caseRecord,
    {
      event: `question ${entryId}`,
      subject: `A question about your notice ${caseRecord.number}`,
      paragraphs: ['To decide on your notice, we need to know:', question.split('\n'), statusPage(site)],
    },
    site,
  );

interface Countered {
  name: string;
  statement: string;
  urls: readonly NamedUrl[];
  restorableFrom: string;
  restoreBy: string;
}

export const counterNoticeEmail = (
  caseRecord: Case,
  entryId: number,
  { name, statement, urls, restorableFrom, restoreBy }: Countered,
  site: SiteIdentity,
): NewMessage =>
  emailToReporter(
    caseRecord,
    {
      event: `counter-notice ${entryId}`,
      subject: `Counter-notice to your copyright notice ${caseRecord.number}`,
      paragraphs: [
        'We have received a counter-notice about:',
        listUrls(urls, site),
        `It is from ${name}, who consents to the jurisdiction of a court and states:`,
        statement.split('\n'),
        `Unless you tell us that you have filed an action to restrain ${name}, we will restore this between ${restorableFrom} and ${restoreBy}.`,
      ],
    },
    site,
  );

export const restoredEmail = (
  caseRecord: Case,
  entryId: number,
  urls: readonly NamedUrl[],
  site: SiteIdentity,
): NewMessage =>
  emailToReporter(
    caseRecord,
    {
      event: `restored ${entryId}`,
      subject: `Restored after a counter-notice: ${caseRecord.number}`,
      paragraphs: [
        'The time in which you could tell us of an action in court is over. We have restored:',
        listUrls(urls, site),
        statusPage(site),
      ],
    },
    site,
  );

export type ReceivedCase = Pick<Case, 'id' | 'receivedAt' | 'dueAt' | 'reporterEmail'>;

const timeLabel = (time: Date) =>
  `${time.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

const howToFollow = (number: string, { siteUrl }: SiteIdentity) => [
  `Your case number is ${number}. You can follow the case, answer and object here. Keep this link to yourself: anyone who has it can speak for you.`,
  statusLine(siteUrl),
];

const pages = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`;

const hiddenSentences = ({ withheld, waiting }: { withheld: number; waiting: number }) => {
  if (withheld === 0) return [];
  return waiting === 0
    ? ['What you reported can no longer be seen on our site while we decide.']
    : [
        `${pages(withheld)} of what you reported can no longer be seen while we decide. ${pages(waiting)} can still be seen.`,
      ];
};

/**
 * Asks to confirm the mailbox, because what was reported could not be hidden at once. Says everything that the receipt says. `count`
 * distinguishes the emails about one case.
 */
export const confirmationEmail = (
  received: ReceivedCase,
  { code, count }: { code: string; count: number },
  site: SiteIdentity,
): NewMessage =>
  emailToReporter(
    received,
    {
      event: `confirm ${count}`,
      subject: `Please confirm your email for notice ${caseNumber(received)}`,
      paragraphs: [
        'Thank you. Your notice has arrived. Notices hide only so much before a person looks, so what you reported is not hidden yet, or not all of it.',
        'To have more of it hidden before that, open this page and press the button:',
        `${statusLine(site.siteUrl)}?confirm=${code}`,
        `A person looks at it in any case. We will decide by ${timeLabel(received.dueAt)} and write to you.`,
        'If you have not sent us anything, someone entered your email by mistake. Please do not press the button; you do not need to do anything.',
        `Your case number is ${caseNumber(received)}. Keep the link to yourself: anyone who has it can speak for you.`,
      ],
    },
    site,
  );

/**
 * Without a mail server, nothing waits for one: the pages promise no email then, and a question or a receipt that comes weeks later
 * only confuses.
 */
const isSent = async (tx: Tx, email: string): Promise<boolean> => email !== '' && (await sendsMail(tx));

/** Quotes nothing of the notice: somebody else may have entered it, for the recipient to read. */
export const sendReceipt = async (
  tx: Tx,
  received: ReceivedCase & { withheld: number; waiting: number; hasProof: boolean },
  site: SiteIdentity,
) => {
  const { reporterEmail, dueAt, hasProof } = received;
  if (!(await isSent(tx, reporterEmail)) || !(await countReceipt(tx, reporterEmail, hasProof))) return;
  const number = caseNumber(received);
  const message: CaseEmail = {
    event: 'received',
    subject: `We have received your notice ${number}`,
    paragraphs: [
      'Thank you. Your notice has arrived, and someone will read it.',
      ...hiddenSentences(received),
      `We will decide by ${timeLabel(dueAt)} and write to you.`,
      'If you have not sent us anything, someone entered your email by mistake. You do not need to do anything.',
      ...howToFollow(number, site),
    ],
  };
  await queueMessage(tx, emailToReporter(received, message, site));
};

/** Confirms an objection. `objectionId` distinguishes several objections to one case. */
export const sendObjectionReceipt = async (tx: Tx, objected: ReceivedCase, objectionId: number, site: SiteIdentity) => {
  if (!(await isSent(tx, objected.reporterEmail))) return;
  const number = caseNumber(objected);
  const message: CaseEmail = {
    event: `objection ${objectionId}`,
    subject: `We have received your objection to the decision on ${number}`,
    paragraphs: [
      'Thank you. Your objection has arrived, and we will look at your case again.',
      `We will decide by ${timeLabel(objected.dueAt)} and write to you.`,
      ...howToFollow(number, site),
    ],
  };
  await queueMessage(tx, emailToReporter(objected, message, site));
};

/** Emails about decisions wait this long, so that undoing a wrong one also recalls its email. */
export const undoWindowMs = 5 * 60_000;

/** Queues an email to the reporter, if they gave an email and the site sends any, and notes it in the history. */
export const sendCaseEmail = async (tx: Tx, caseId: number, message: NewMessage, delayMs = 0): Promise<void> => {
  if (!(await isSent(tx, message.recipient)) || !(await queueMessage(tx, message, delayMs))) return;
  await addEntry(tx, caseId, { kind: 'email', text: `${message.subject} (to ${message.recipient})`, isPublic: false });
};
