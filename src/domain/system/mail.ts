import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { momentLabel } from '#domain/day.ts';
import { verifySmtp } from '#domain/mail/delivery.ts';
import { type Check, failure, leftToDo, ok, plural, warning } from './check.ts';

export interface MailQueue {
  waiting: number;
  oldestWaitingAt: Date | undefined;
  lastSentAt: Date | undefined;
  /** When the latest message that failed permanently was written. */
  failedAt: Date | undefined;
  /** Error of the latest unsent message. */
  lastError: string | undefined;
}

type Nullable<T> = { [K in keyof T]: Exclude<T[K], undefined> | null };

export const readMailQueue = async (db: Db): Promise<MailQueue> => {
  const { rows } = await sql<Nullable<MailQueue>>`
    select count(*) filter (where status = 'waiting')::int as waiting,
           min(created_at) filter (where status = 'waiting') as "oldestWaitingAt",
           max(sent_at) as "lastSentAt",
           max(created_at) filter (where status = 'failed') as "failedAt",
           (select last_error from outbox where status <> 'sent' and last_error is not null
            order by id desc limit 1) as "lastError"
    from outbox`.execute(db);
  const [row] = rows;
  return {
    waiting: row?.waiting ?? 0,
    oldestWaitingAt: row?.oldestWaitingAt ?? undefined,
    lastSentAt: row?.lastSentAt ?? undefined,
    failedAt: row?.failedAt ?? undefined,
    lastError: row?.lastError ?? undefined,
  };
};

const part = 'Mail';
/** Delivery runs every minute, with longer waits after each failed attempt. */
const lateMs = 15 * 60_000;
/** Older failures are no longer reported. */
const rememberedMs = 7 * 24 * 60 * 60_000;

/** Checks the delivery of email by the state of the outbox. */
export const judgeMailQueue = (queue: MailQueue, hasMailServer: boolean, now = new Date()): Check => {
  const { waiting, oldestWaitingAt, lastError, lastSentAt, failedAt } = queue;
  const waits = `${plural(waiting, 'email')} ${waiting === 1 ? 'is' : 'are'} waiting in the outbox`;
  if (!hasMailServer)
    return leftToDo(
      part,
      waiting === 0 ? 'No mail server is set, so no emails are sent.' : `${waits}, because no mail server is set.`,
      'Set SMTP_URL to your mail server. Reporters, partners and admins get emails only then.',
    );
  if (failedAt !== undefined && now.getTime() - failedAt.getTime() < rememberedMs)
    return failure(
      part,
      `An email could not be sent and was given up on ${momentLabel(failedAt)}${lastError ? `: ${lastError}` : ''}.`,
      'See Mail in the back-office for the reason, and send it again there.',
    );
  if (oldestWaitingAt && now.getTime() - oldestWaitingAt.getTime() > lateMs)
    return warning(
      part,
      `${waits}, the oldest since ${momentLabel(oldestWaitingAt)}${lastError ? `: ${lastError}` : ''}.`,
      'Run "npx marquee doctor" to check whether the mail server accepts emails.',
    );
  const sent = lastSentAt ? `The last email was sent on ${momentLabel(lastSentAt)}` : 'No email has been sent yet';
  return ok(part, waiting === 0 ? `${sent}, and none are waiting.` : `${sent}. ${waits}.`);
};

const mailServerPart = 'Mail server';

/** Connects and signs in, but sends nothing. */
export const checkMailServer = async (smtpUrl: string | undefined, mailFrom: string): Promise<Check[]> => {
  if (smtpUrl === undefined) return [];
  const { host } = new URL(smtpUrl);
  try {
    await verifySmtp(smtpUrl);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return [
      failure(
        mailServerPart,
        `The mail server ${host} does not accept emails: ${message}.`,
        code === 'EAUTH' ? 'Correct the user or the password in SMTP_URL.' : 'Start it, or correct SMTP_URL.',
      ),
    ];
  }
  return [
    /@localhost\b/.test(mailFrom)
      ? warning(
          mailServerPart,
          `The mail server ${host} responds, but emails come from ${mailFrom}.`,
          'Set MAIL_FROM to an email address of your domain. Others are often rejected as spam.',
        )
      : ok(mailServerPart, `The mail server ${host} responds and accepts the login.`),
  ];
};
