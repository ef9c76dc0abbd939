import { createHash } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { Db } from '#db/database.ts';
import { type Message, messageColumns } from './outbox.ts';

const minute = 60 * 1000;
const maxDelay = 6 * 60 * minute;

/** About a week, with the delays below. */
export const maxAttempts = 34;

export const retryDelayMs = (attempts: number): number => Math.min(minute * 2 ** (attempts - 1), maxDelay);

/** Hands a message to the mail server. Resolves once the server has accepted it. */
export type Send = (message: Message & { messageId: string }) => Promise<unknown>;

/** Derived from the event, so that mail servers and clients recognise a message that was sent twice. */
const messageIdOf = ({ event }: Message, host: string) =>
  `<${createHash('sha256').update(event).digest('hex').slice(0, 32)}@${host}>`;

/** Sends the message that has been due longest. Its row stays locked, so that no other process sends it as well. */
const deliverNext = (db: Db, send: Send, host: string, now: Date): Promise<'sent' | 'postponed' | undefined> =>
  db.transaction().execute(async (tx) => {
    const message = await tx
      .selectFrom('outbox')
      .select(messageColumns)
      .where('status', '=', 'waiting')
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!message) return undefined;
    const attempts = message.attempts + 1;
    const update = tx.updateTable('outbox').where('id', '=', message.id);
    try {
      await send({ ...message, messageId: messageIdOf(message, host) });
    } catch (error) {
      const last_error = (error as Error).message.slice(0, 1000);
      const status = attempts >= maxAttempts ? 'failed' : 'waiting';
      const next_try_at = new Date(now.getTime() + retryDelayMs(attempts));
      await update.set({ attempts, last_error, status, next_try_at }).execute();
      return 'postponed';
    }
    await update.set({ attempts, status: 'sent', sent_at: new Date(), last_error: null }).execute();
    return 'sent';
  });

/** Sends all messages that are due, one after the other. Returns how many were sent. */
export const deliverMessages = async (db: Db, send: Send, host: string, now = new Date()): Promise<number> => {
  let sent = 0;
  for (;;) {
    const outcome = await deliverNext(db, send, host, now);
    if (outcome === undefined) return sent;
    if (outcome === 'sent') sent += 1;
  }
};

const seconds = 1000;

/** Shorter than idle_in_transaction_session_timeout, because a transaction stays open during delivery. */
const timeouts = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 20 * seconds };

const isLocal = (smtpUrl: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(smtpUrl).hostname);

/** Requires STARTTLS, so that messages and the password aren't sent unencrypted, unless the URL says `?requireTLS=false`. */
const openTransport = (smtpUrl: string, limits: typeof timeouts) =>
  nodemailer.createTransport({ url: smtpUrl, requireTLS: !isLocal(smtpUrl), ...limits });

/** Sends through an SMTP server. `smtpUrl` looks like smtp://user:password@host:port. */
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

/** Connects and signs in like a delivery, but sends nothing. */
export const verifySmtp = async (smtpUrl: string): Promise<void> => {
  const transport = openTransport(smtpUrl, verifyTimeouts);
  await transport.verify().finally(() => transport.close());
};
