import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverMessages, type Send, smtpSender } from '#domain/mail/delivery.ts';
import { queueMessage } from '#domain/mail/outbox.ts';
import { type Mailbox, openMailbox } from '../../support/mailbox.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let admin: SignedInAdmin;
let mailbox: Mailbox;
beforeAll(async () => {
  site = await startTestSite();
  admin = await createSignedInAdmin(site, 'moderator');
  call = callerOf(site, admin.cookie);
});
afterAll(() => site.stop());
beforeEach(async () => {
  mailbox = await openMailbox();
  await site.database.db.deleteFrom('outbox').execute();
});
afterEach(() => mailbox.close());

const message = (event: string) => ({
  event,
  recipient: 'owner@example.com',
  subject: 'About “Lantern”',
  body: 'Hello,\n\n.\nit is on.',
});
const minutes = (n: number) => new Date(Date.now() + n * 60_000 + 5000);

const deliver = async (now = new Date()) => {
  const { send, close } = smtpSender(mailbox.url, 'Marquee <site@example.com>');
  try {
    return await deliverMessages(site.database.db, send, 'marquee.example.com', now);
  } finally {
    close();
  }
};
const outbox = async () => (await call('GET', '/outbox')).json().mails;

describe('the outbox', () => {
  it('is sent once, with a message id derived from its event', async () => {
    await queueMessage(site.database.db, message('one'));
    expect(await queueMessage(site.database.db, message('one'))).toBe(false);
    expect(await deliver()).toBe(1);
    expect(await deliver(minutes(600))).toBe(0);
    expect(mailbox.mails).toHaveLength(1);
    expect(mailbox.mails[0]).toMatch(/^Message-ID: <[0-9a-f]{32}@marquee\.example\.com>/im);
    expect(mailbox.mails[0]).toMatch(/^To: owner@example\.com/im);
    expect(await outbox()).toMatchObject([
      { status: 'sent', attempts: 1, sentAt: expect.any(String), lastError: null },
    ]);
  });

  it('is due at once, even if the clock of the database is ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    try {
      await queueMessage(site.database.db, message('ahead'));
      expect(await deliver()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not sent when the transaction is rolled back', async () => {
    const undone = site.database.db.transaction().execute(async (tx) => {
      await queueMessage(tx, message('undone'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await deliver()).toBe(0);
    expect(await outbox()).toEqual([]);
  });

  it('is sent once by several concurrent processes', async () => {
    for (let n = 0; n < 10; n++) await queueMessage(site.database.db, message(`many ${n}`));
    const sent = await Promise.all([deliver(), deliver(), deliver()]);
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(10);
    expect(mailbox.mails).toHaveLength(10);
  });

  it('is retried with growing pauses while the mail server refuses it', async () => {
    await queueMessage(site.database.db, message('later'));
    mailbox.refuse('451 come back later');
    const start = new Date();
    expect(await deliver(start)).toBe(0);
    const pauses: number[] = [];
    let now = start;
    for (let n = 0; n < 10; n++) {
      const [mail] = await outbox();
      expect(mail).toMatchObject({ status: 'waiting', attempts: n + 1, lastError: expect.stringContaining('451') });
      const next = new Date(mail.nextTryAt);
      pauses.push(Math.round((next.getTime() - now.getTime()) / 60_000));
      expect(await deliver(new Date(next.getTime() - 1000))).toBe(0);
      now = next;
      await deliver(now);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    mailbox.accept();
    expect(await deliver(new Date((await outbox())[0].nextTryAt))).toBe(1);
    expect(mailbox.mails).toHaveLength(1);
  });

  it('fails after the last attempt, and is sent when an admin retries it', async () => {
    await queueMessage(site.database.db, message('hopeless'));
    await site.database.db.updateTable('outbox').set({ attempts: 33 }).execute();
    mailbox.refuse('550 nobody here');
    await deliver();
    const [failed] = await outbox();
    expect(failed).toMatchObject({ status: 'failed', attempts: 34, nextTryAt: null });
    expect((await call('GET', '/outbox?status=failed')).json().mails).toHaveLength(1);
    expect((await call('GET', '/outbox?status=sent')).json().mails).toHaveLength(0);
    mailbox.accept();
    await queueMessage(site.database.db, message('patient'));
    const later = { attempts: 3, next_try_at: minutes(60) };
    await site.database.db.updateTable('outbox').set(later).where('event', '=', message('patient').event).execute();
    expect((await call('POST', `/outbox/${failed._id}/retry`)).json().mail).toMatchObject({
      _id: failed._id,
      status: 'waiting',
    });
    expect(await deliver(minutes(0))).toBe(1);
    expect((await call('POST', `/outbox/${failed._id}/retry`)).statusCode).toBe(409);
  });

  it('starts over with all attempts after a retry, which is audited', async () => {
    await queueMessage(site.database.db, message('once more'));
    await site.database.db.updateTable('outbox').set({ status: 'failed', attempts: 34 }).execute();
    const [failed] = await outbox();
    await call('POST', `/outbox/${failed._id}/retry`);
    mailbox.refuse('451 come back later');
    await deliver(minutes(0));
    expect(await outbox()).toMatchObject([{ status: 'waiting', attempts: 1, nextTryAt: expect.any(String) }]);
    const audited = await site.database.db.selectFrom('audit_log').selectAll().where('entity', '=', 'mail').execute();
    expect(audited.filter(({ entity_id }) => entity_id === failed._id)).toMatchObject([
      { action: 'retry', admin_id: admin.id, admin: admin.username },
    ]);
  });

  it('has the same message id if it is sent again after a crash', async () => {
    await queueMessage(site.database.db, message('crash'));
    const ids: string[] = [];
    const diesAfterwards: Send = async ({ messageId }) => {
      ids.push(messageId);
      await site.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'`,
      );
    };
    await expect(deliverMessages(site.database.db, diesAfterwards, 'h.example.com')).rejects.toThrow();
    expect(await outbox()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    await deliverMessages(site.database.db, async ({ messageId }) => ids.push(messageId), 'h.example.com');
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is searched by words of the recipient and the subject, and read one by one', async () => {
    const about = (subject: string) => ({ ...message(subject), subject });
    await queueMessage(site.database.db, about('Your site Café Noir'));
    await queueMessage(site.database.db, about('Your site Lantern'));
    await queueMessage(site.database.db, { ...about('Somebody signed in'), event: `admin ${admin.id} signed in` });
    const found = async (search: string) =>
      (await call('GET', `/outbox?search=${encodeURIComponent(search)}`)).json().mails;
    const [mail, ...others] = await found('CAFE owner@');
    expect([mail.subject, others]).toEqual(['Your site Café Noir', []]);
    expect(await found('signed in')).toEqual([]);
    expect((await call('GET', `/outbox/${mail._id}`)).json().mail).toEqual(mail);
    const { id } = await site.database.db
      .selectFrom('outbox')
      .select('id')
      .where('event', 'like', 'admin %')
      .executeTakeFirstOrThrow();
    expect((await call('GET', `/outbox/${id}`)).statusCode).toBe(404);
  });

  it('is read in pages of 50, newest first', async () => {
    for (let n = 0; n < 5; n++) await queueMessage(site.database.db, message(`page ${n}`));
    const first = (await call('GET', '/outbox?limit=3')).json();
    const second = (await call('GET', `/outbox?limit=3&before=${first.next}`)).json();
    const ids = [...first.mails, ...second.mails].map((mail: { _id: string }) => Number(mail._id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect([ids.length, second.next]).toEqual([5, null]);
    for (let n = 5; n < 51; n++) await queueMessage(site.database.db, message(`page ${n}`));
    expect(await outbox()).toHaveLength(50);
  });
});
