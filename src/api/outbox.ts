import type { MailRecord, outboxRoutes } from '#contract/outbox.ts';
import { type Message, readOutbox, retryMessage } from '#domain/mail/outbox.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';

const toMailRecord = (mail: Message): MailRecord => ({
  _id: String(mail.id),
  recipient: mail.recipient,
  subject: mail.subject,
  body: mail.body,
  status: mail.status,
  attempts: mail.attempts,
  nextTryAt: mail.status === 'waiting' ? mail.nextTryAt.toISOString() : null,
  lastError: mail.lastError,
  createdAt: mail.createdAt.toISOString(),
  sentAt: mail.sentAt?.toISOString() ?? null,
});

export const outboxHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof outboxRoutes> => ({
  getOutbox: async ({ query: { before, limit, status } }) => {
    const mails = (
      await readOutbox(db, {
        before: before ? Number(before) : undefined,
        limit,
        status: status === '' ? undefined : status,
      })
    ).map(toMailRecord);
    return { success: true, mails, next: mails.length < limit ? null : (mails.at(-1)?._id ?? null) };
  },
  retryMail: async (call) => ({
    success: true,
    mail: toMailRecord(await retryMessage(db, actorOf(call), Number(call.params.id))),
  }),
});
