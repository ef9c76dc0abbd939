import nodemailer from 'nodemailer';
import type { Send } from './deliver.ts';

const seconds = 1000;

/** Shorter than idle_in_transaction_session_timeout: delivering keeps a transaction open. */
const timeouts = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 20 * seconds };

const isLocal = (smtpUrl: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(smtpUrl).hostname);

/** Without STARTTLS, messages and the password would cross the network in the clear, unless the URL says `?requireTLS=false`. */
const openTransport = (smtpUrl: string, limits: typeof timeouts) =>
  nodemailer.createTransport({ url: smtpUrl, requireTLS: !isLocal(smtpUrl), ...limits });

/** Sends through an SMTP server, given as smtp://user:password@host:port. */
export const smtpSender = (smtpUrl: string, from: string): { send: Send; close: () => void } => {
  const transport = openTransport(smtpUrl, timeouts);
  return {
    send: ({ recipient, subject, body, messageId }) =>
      transport.sendMail({
        from,
        to: { name: '', address: recipient },
        subject,
        text: body,
        messageId,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    close: () => transport.close(),
  };
};

const verifyTimeouts = { connectionTimeout: 5 * seconds, greetingTimeout: 5 * seconds, socketTimeout: 5 * seconds };

/** Connects and signs in as a delivery would, but sends nothing. */
export const verifySmtp = async (smtpUrl: string): Promise<void> => {
  const transport = openTransport(smtpUrl, verifyTimeouts);
  await transport.verify().finally(() => transport.close());
};
