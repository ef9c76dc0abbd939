import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { type Message, messageColumns } from './outbox.ts';
import { maxAttempts, retryDelayMs } from './retry-schedule.ts';

/** Hands a message to the mail server; resolves when the server has accepted it. */
export type Send = (message: Message & { messageId: string }) => Promise<unknown>;

/** Derived from the event, so that mail servers and readers recognise a message that was sent twice. */
const messageIdOf = ({ event }: Message, host: string) =>
  `<${createHash('sha256').update(event).digest('hex').slice(0, 32)}@${host}>`;

/** Sends the message that has been due longest. Its row stays locked, so that no other process sends it too. */
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
