import type { MailRecord } from '#contract/outbox.ts';
import type { MailStatus } from '#contract/values/mail-statuses.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type Message = WithId<MailRecord>;

export const loadMessages = async (query: { before: string; status: MailStatus | ''; search: string }) => {
  const { mails, next } = await adminClient.getOutbox({ query });
  return { messages: mails.map(withId), next };
};

export const loadMessage = async (id: string) => withId((await adminClient.getMail({ params: { id } })).mail);

export const retryMessage = ({ id }: Message) => adminClient.retryMail({ params: { id } });
