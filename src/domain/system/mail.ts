import { momentLabel } from '#domain/day.ts';
import { type Check, failure, ok, warning } from './check.ts';
import { plural } from './format.ts';
import type { MailQueue } from './mail-queue.ts';

const part = 'Mail';
/** Delivery runs every minute, and waits longer after each failed attempt. */
const lateMs = 15 * 60_000;
/** A message that failed longer ago has been seen, or will not be missed. */
const rememberedMs = 7 * 24 * 60 * 60_000;

/** What the outbox says about the delivery of mail. */
export const judgeMailQueue = (queue: MailQueue, hasMailServer: boolean, now = new Date()): Check => {
  const { waiting, oldestWaitingAt, lastError, lastSentAt, failedAt } = queue;
  const waits = `${plural(waiting, 'email')} ${waiting === 1 ? 'waits' : 'wait'} in the outbox`;
  if (!hasMailServer)
    return waiting === 0
      ? ok(part, 'No mail server is set, and no email waits.')
      : warning(part, `${waits}, because no mail server is set.`, 'Set SMTP_URL to your mail server.');
  if (failedAt !== undefined && now.getTime() - failedAt.getTime() < rememberedMs)
    return failure(
      part,
      `An email could not be sent and was given up on ${momentLabel(failedAt)}${lastError ? `: ${lastError}` : ''}.`,
      'See why under Mail in the back-office, and send it again there.',
    );
  if (oldestWaitingAt && now.getTime() - oldestWaitingAt.getTime() > lateMs)
    return warning(
      part,
      `${waits}, the oldest since ${momentLabel(oldestWaitingAt)}${lastError ? `: ${lastError}` : ''}.`,
      'See whether the mail server takes emails: "npx marquee doctor" asks it.',
    );
  const sent = lastSentAt ? `The last email was sent on ${momentLabel(lastSentAt)}` : 'No email has been sent yet';
  return ok(part, waiting === 0 ? `${sent}, and none waits.` : `${sent}. ${waits}.`);
};
