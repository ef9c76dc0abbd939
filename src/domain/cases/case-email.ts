import { caseNumber } from '#contract/values/cases.ts';
import { hiddenToken, reportStatusPath } from '#contract/values/report-status-path.ts';
import { composeMessage, type NewMessage } from '#domain/mail/outbox.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { type CaseKeys, caseToken } from './case-keys.ts';

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
export const statusLine = (siteUrl: string) => siteUrl + reportStatusPath(hiddenToken);

/** An email to the reporter of a case, with its number and its status page. */
export const caseEmail = (
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
