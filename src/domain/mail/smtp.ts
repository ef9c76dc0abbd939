import nodemailer from 'nodemailer';
import type { Send } from './deliver.ts';

const seconds = 1000;

/** Shorter than the database's patience with a transaction that waits. */
const timeouts = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 20 * seconds };

/** Sends through the mail server of an address like smtp://user:password@host:port. */
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
