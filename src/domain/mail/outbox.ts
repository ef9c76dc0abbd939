import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';

/** A letter about one event; there is never a second one about the same. */
export interface Letter {
  event: string;
  recipient: string;
  subject: string;
  body: string;
}

export interface Mail extends Letter {
  id: number;
  status: 'waiting' | 'sent' | 'failed';
  attempts: number;
  nextTryAt: Date;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

export const mailColumns = [
  'id',
  'event',
  'recipient',
  'subject',
  'body',
  'status',
  'attempts',
  'next_try_at as nextTryAt',
  'last_error as lastError',
  'created_at as createdAt',
  'sent_at as sentAt',
] as const;

/** Puts a letter into the outbox, in the transaction that decides; false if the event has one already. */
export const queueLetter = async (tx: Db, letter: Letter): Promise<boolean> => {
  const queued = await tx
    .insertInto('outbox')
    .values({ ...letter, subject: letter.subject.slice(0, 300) })
    .onConflict((conflict) => conflict.column('event').doNothing())
    .returning('id')
    .executeTakeFirst();
  return queued !== undefined;
};

export interface OutboxFilter {
  before?: number | undefined;
  limit: number;
  status?: Mail['status'] | undefined;
}

export const readOutbox = (db: Db, { before, limit, status }: OutboxFilter): Promise<Mail[]> =>
  db
    .selectFrom('outbox')
    .select(mailColumns)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Lets a mail that was given up, or that waits for its next try, be tried at once. */
export const retryMail = (db: Db, actor: Actor, id: number): Promise<Mail> =>
  db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('outbox')
      .select(mailColumns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new NotFoundError('There is no such mail.');
    if (before.status === 'sent') throw new ConflictError('This mail is sent already.');
    const after = await tx
      .updateTable('outbox')
      .set({ status: 'waiting', attempts: 0, next_try_at: new Date() })
      .where('id', '=', id)
      .returning(mailColumns)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, { action: 'retry', entity: 'mail', entityId: id });
    return after;
  });
