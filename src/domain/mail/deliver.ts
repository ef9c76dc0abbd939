import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { type Mail, mailColumns } from './outbox.ts';

/** Hands one mail over to a mail server; resolves when the server has taken it. */
export type Send = (mail: Mail & { messageId: string }) => Promise<unknown>;

const minute = 60 * 1000;
const longestPause = 6 * 60 * minute;
/** With these pauses, about a week. */
const mostAttempts = 34;

const pauseAfter = (attempts: number) => Math.min(minute * 2 ** (attempts - 1), longestPause);

/** The same for the same event, for ever: a mail server or a reader can tell a repetition from a second letter. */
const messageIdOf = ({ event }: Mail, host: string) =>
  `<${createHash('sha256').update(event).digest('hex').slice(0, 32)}@${host}>`;

/** Sends the mail that waits longest, held so that no other process sends it too; says whether there was one. */
const deliverNext = (db: Db, send: Send, host: string, now: Date): Promise<'sent' | 'postponed' | undefined> =>
  db.transaction().execute(async (tx) => {
    const mail = await tx
      .selectFrom('outbox')
      .select(mailColumns)
      .where('status', '=', 'waiting')
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!mail) return undefined;
    const attempts = mail.attempts + 1;
    const update = tx.updateTable('outbox').where('id', '=', mail.id);
    try {
      await send({ ...mail, messageId: messageIdOf(mail, host) });
    } catch (problem) {
      const last_error = (problem as Error).message.slice(0, 1000);
      const status = attempts >= mostAttempts ? 'failed' : 'waiting';
      const next_try_at = new Date(now.getTime() + pauseAfter(attempts));
      await update.set({ attempts, last_error, status, next_try_at }).execute();
      return 'postponed';
    }
    await update.set({ attempts, status: 'sent', sent_at: new Date(), last_error: null }).execute();
    return 'sent';
  });

/** Sends what is due, one mail after the other. Returns how many were sent. */
export const deliverMail = async (db: Db, send: Send, host: string, now = new Date()): Promise<number> => {
  let sent = 0;
  for (;;) {
    const outcome = await deliverNext(db, send, host, now);
    if (outcome === undefined) return sent;
    if (outcome === 'sent') sent += 1;
  }
};
