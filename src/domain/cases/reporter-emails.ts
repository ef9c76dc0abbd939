import type { Tx } from '#db/database.ts';
import { queueMessage } from '#domain/mail/outbox.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { caseEmail } from './case-email.ts';

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
