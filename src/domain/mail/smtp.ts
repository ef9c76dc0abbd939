import nodemailer from 'nodemailer';
import type { Send } from './deliver.ts';

const seconds = 1000;

/** Shorter than idle_in_transaction_session_timeout: delivering keeps a transaction open. */
const timeouts = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 20 * seconds };

const isLocal = (smtpUrl: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(smtpUrl).hostname);

/**
 * Sends through an SMTP server, given as smtp://user:password@host:port. Without STARTTLS, messages and the password would
 * cross the network in the clear: such a server is refused, unless the URL says `?requireTLS=false`.
 */
export const smtpSender = (smtpUrl: string, from: string): { send: Send; close: () => void } => {
  const transport = nodemailer.createTransport({ url: smtpUrl, requireTLS: !isLocal(smtpUrl), ...timeouts });
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
