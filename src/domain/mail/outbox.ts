import { sql } from 'kysely';
import type { MailStatus } from '#contract/values/record-kinds.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { containsWords } from '#domain/paged-search.ts';
import type { SiteIdentity } from '#domain/settings.ts';

/** An email about an event. An event never gets a second email. */
export interface NewMessage {
  event: string;
  recipient: string;
  subject: string;
  body: string;
}

export interface Message extends NewMessage {
  id: number;
  status: MailStatus;
  attempts: number;
  nextTryAt: Date;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

export const messageColumns = [
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

const maxSubjectLength = 300;

const accountPrefix = 'admin ';

/** An event of an admin's account. Only main admins see messages about it in the back-office. */
export const accountEvent = (adminId: number, event: string) => `${accountPrefix}${adminId} ${event}`;

/**
 * Transactional outbox: call it in the transaction of the change. It is not sent before `delayMs` have passed, so that it can be recalled.
 * Returns false if the event has a message.
 */
export const queueMessage = async (tx: Db, message: NewMessage, delayMs = 0): Promise<boolean> => {
  const queued = await tx
    .insertInto('outbox')
    .values({
      ...message,
      subject: [...message.subject].slice(0, maxSubjectLength).join(''),
      // Use this process's clock, as deliveries do: by the database's finer clock, a new message would not be due yet.
      next_try_at: new Date(Date.now() + delayMs),
    })
    .onConflict((conflict) => conflict.column('event').doNothing())
    .returning('id')
    .executeTakeFirst();
  return queued !== undefined;
};

interface OutboxFilter {
  /** Continues after the message with this id (keyset pagination). */
  before?: number | undefined;
  limit: number;
  status?: MailStatus | undefined;
  search: string;
  /** Includes messages about accounts, which contain admins' IPs and devices. Only for main admins. */
  withAccounts: boolean;
}

export const notAboutAccounts = sql<boolean>`not starts_with(event, ${accountPrefix})`;

export const readOutbox = (db: Db, { before, limit, status, search, withAccounts }: OutboxFilter): Promise<Message[]> =>
  db
    .selectFrom('outbox')
    .select(messageColumns)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .$if(!withAccounts, (query) => query.where(notAboutAccounts))
    .where(containsWords(sql`concat_ws(' ', recipient, subject)`, search))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

type Access = Pick<OutboxFilter, 'withAccounts'>;

const selectMessage = (db: Db, id: number, { withAccounts }: Access) =>
  db
    .selectFrom('outbox')
    .select(messageColumns)
    .where('id', '=', id)
    .$if(!withAccounts, (query) => query.where(notAboutAccounts));

const noSuchMessage = () => new NotFoundError('There is no such message.');

export const readMessage = (db: Db, id: number, access: Access): Promise<Message> =>
  selectMessage(db, id, access).executeTakeFirstOrThrow(noSuchMessage);

/** Makes a failed or waiting message due now and resets its attempts. */
export const retryMessage = (db: Db, actor: Actor, id: number, access: Access): Promise<Message> =>
  db.transaction().execute(async (tx) => {
    const before = await selectMessage(tx, id, access).forUpdate().executeTakeFirstOrThrow(noSuchMessage);
    if (before.status === 'sent') throw new ConflictError('This message has already been sent.');
    const after = await tx
      .updateTable('outbox')
      .set({ status: 'waiting', attempts: 0, next_try_at: new Date() })
      .where('id', '=', id)
      .returning(messageColumns)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, { action: 'retry', entity: 'mail', entityId: id });
    return after;
  });

/** Removes line breaks and control characters, so that user input cannot look like a header or a paragraph of the site. */
export const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();

interface Draft extends Pick<NewMessage, 'event' | 'recipient' | 'subject'> {
  greeting: string;
  /** An array is a paragraph of several lines. */
  paragraphs: (string | string[])[];
  site: SiteIdentity;
}

/** A plain text message, signed with the site's name and URL. */
export const composeMessage = ({ event, recipient, subject, greeting, paragraphs, site }: Draft): NewMessage => ({
  event,
  recipient,
  subject: oneLine(subject),
  body: [greeting, ...paragraphs, [site.siteName, site.siteUrl]]
    .map((paragraph) => [paragraph].flat().map(oneLine).join('\n'))
    .join('\n\n'),
});
