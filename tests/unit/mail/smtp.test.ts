/** A server that does not offer STARTTLS. 0.0.0.0 leads to this machine, without being one of its loopback IPs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smtpSender } from '#domain/mail/delivery.ts';
import { type Mailbox, openMailbox } from '../../support/mailbox.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterAll(() => mailbox.close());

const message = {
  id: 1,
  event: 'test',
  recipient: 'owner@example.com',
  subject: 'Lantern',
  body: 'It is on.',
  messageId: '<1@example.com>',
  status: 'waiting' as const,
  attempts: 0,
  nextTryAt: new Date(),
  lastError: null,
  createdAt: new Date(),
  sentAt: null,
};

const sendTo = async (host: string, query = '') => {
  const url = new URL(mailbox.url);
  const { send, close } = smtpSender(`smtp://${host}:${url.port}/${query}`, 'Marquee <site@example.com>');
  const before = mailbox.mails.length;
  await send(message).catch(() => {});
  close();
  return mailbox.mails.length > before ? 'sent' : 'refused';
};

it('sends nothing in the clear over the network', async () => {
  expect(await sendTo('0.0.0.0')).toBe('refused');
});

it('sends to this machine, and where the operator allows it', async () => {
  expect(await sendTo('127.0.0.1')).toBe('sent');
  expect(await sendTo('localhost')).toBe('sent');
  expect(await sendTo('0.0.0.0', '?requireTLS=false')).toBe('sent');
});
