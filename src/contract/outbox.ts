import { type Static, Type } from 'typebox';
import { IdParams, OptionalDecimalId, SearchText } from './query.ts';
import { Id, OptionalTime, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';
import { mailStatuses } from './values/mail-statuses.ts';

const MailStatus = Type.Enum(mailStatuses);

export const MailRecord = Type.Object({
  _id: Id,
  recipient: Type.String(),
  subject: Type.String(),
  body: Type.String(),
  status: MailStatus,
  attempts: Type.Integer(),
  nextTryAt: OptionalTime,
  lastError: Type.Union([Type.String(), Type.Null()]),
  createdAt: Time,
  sentAt: OptionalTime,
});
export type MailRecord = Static<typeof MailRecord>;

export const outboxRoutes = defineRoutes({
  getOutbox: {
    method: 'GET',
    path: '/outbox',
    access: 'admin',
    area: 'outbox',
    summary:
      'Lists messages, newest first, by words of the recipient and the subject. Pass `next` as `before` to get the next page.',
    query: Type.Object({
      before: OptionalDecimalId('before'),
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
      status: Type.Union([MailStatus, Type.Literal('')], { default: '' }),
      search: SearchText,
    }),
    response: Success({
      mails: Type.Array(MailRecord),
      next: Type.Union([Id, Type.Null()]),
    }),
  },
  getMail: {
    method: 'GET',
    path: '/outbox/:id',
    access: 'admin',
    area: 'outbox',
    summary: 'Returns one message',
    params: IdParams,
    response: Success({ mail: MailRecord }),
  },
  retryMail: {
    method: 'POST',
    path: '/outbox/:id/retry',
    access: 'admin',
    area: 'outbox',
    summary: 'Retries a failed message',
    params: IdParams,
    response: Success({ mail: MailRecord }),
  },
});
