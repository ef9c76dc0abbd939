import type { outboxRoutes } from '#contract/outbox.ts';
import { readMessage, readOutbox, retryMessage } from '#domain/mail/outbox.ts';
import { actorOf, isMainAdmin } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { toMailRecord } from './records/message.ts';

export const outboxHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof outboxRoutes> => ({
  getOutbox: async ({ query: { before, limit, status, search }, ...call }) => {
    const messages = await readOutbox(db, {
      before: before ? Number(before) : undefined,
      limit,
      search,
      status: status === '' ? undefined : status,
      withAccounts: isMainAdmin(call),
    });
    const mails = messages.map(toMailRecord);
    return { success: true, mails, next: mails.length < limit ? null : (mails.at(-1)?._id ?? null) };
  },
  getMail: async (call) => ({
    success: true,
    mail: toMailRecord(await readMessage(db, Number(call.params.id), { withAccounts: isMainAdmin(call) })),
  }),
  retryMail: async (call) => ({
    success: true,
    mail: toMailRecord(
      await retryMessage(db, actorOf(call), Number(call.params.id), { withAccounts: isMainAdmin(call) }),
    ),
  }),
});
