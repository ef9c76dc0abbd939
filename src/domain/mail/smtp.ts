import nodemailer from 'nodemailer';
import type { Send } from './deliver.ts';

const seconds = 1000;

/** Shorter than idle_in_transaction_session_timeout: delivering keeps a transaction open. */
const timeouts = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 20 * seconds };

/** Sends through an SMTP server, given as smtp://user:password@host:port. */
export const smtpSender = (smtpUrl: string, from: string): { send: Send; close: () => void } => {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...timeouts });
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
