import type { MailRecord } from '#contract/outbox.ts';
import type { Message } from '#domain/mail/outbox.ts';

export const toMailRecord = (message: Message): MailRecord => ({
  _id: String(message.id),
  recipient: message.recipient,
  subject: message.subject,
  body: message.body,
  status: message.status,
  attempts: message.attempts,
  nextTryAt: message.status === 'waiting' ? message.nextTryAt.toISOString() : null,
  lastError: message.lastError,
  createdAt: message.createdAt.toISOString(),
  sentAt: message.sentAt?.toISOString() ?? null,
});
