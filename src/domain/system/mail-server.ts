import { verifySmtp } from '#domain/mail/smtp.ts';
import { type Check, failure, ok, warning } from './check.ts';

const part = 'Mail server';

/** Connects and signs in, but sends nothing. */
export const checkMailServer = async (smtpUrl: string | undefined, mailFrom: string): Promise<Check> => {
  if (smtpUrl === undefined) return ok(part, 'SMTP_URL is not set: emails wait in the outbox.');
  const { host } = new URL(smtpUrl);
  try {
    await verifySmtp(smtpUrl);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return failure(
      part,
      `The mail server ${host} does not take emails: ${message}.`,
      code === 'EAUTH' ? 'Correct the user or the password in SMTP_URL.' : 'Start it, or correct SMTP_URL.',
    );
  }
  return /@localhost\b/.test(mailFrom)
    ? warning(
        part,
        `The mail server ${host} answers, but emails come from ${mailFrom}.`,
        'Set MAIL_FROM to an email of your domain: others are often refused as spam.',
      )
    : ok(part, `The mail server ${host} answers, and lets the site in.`);
};
