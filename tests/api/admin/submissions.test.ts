import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endFreeDays, remindOfLastDay } from '#domain/partners/submissions.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ siteUrl: 'https://marquee.example.com', siteName: 'Night Shelf' });
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
});
afterAll(() => site.stop());

let made = 0;
const submit = async (url?: string) => {
  made += 1;
  const { id } = await site.database.db
    .insertInto('partners')
    .values({
      name: `Lantern ${made}`,
      url: url ?? `https://example.com/${made}`,
      email: `owner${made}@example.com`,
      submitted_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, email: `owner${made}@example.com`, name: `Lantern ${made}` };
};
const decide = (id: number, verb: string, body?: object) => call('POST', `/submissions/${id}/${verb}`, body);
const messagesTo = (email: string) =>
  site.database.db.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('id').execute();
const shown = async (name: string) =>
  (await callerOf(site)('GET', '/find-website')).json().some((one: { webName: string }) => one.webName === name);
const day = 24 * 3600 * 1000;

describe('a submission', () => {
  it('waits, is approved, is listed, and has 5 free days and one email', async () => {
    const { id, email, name } = await submit();
    const waiting = (await call('GET', '/submissions')).json().submissions;
    expect(waiting.at(-1)).toMatchObject({ _id: String(id), active: false, email });
    expect(await shown(name)).toBe(false);

    const before = Date.now();
    const { network } = (await decide(id, 'approve')).json();
    const after = Date.now();
    expect(network).toMatchObject({ active: true, paidAt: null, rejectedAt: null });
    const freeUntil = Date.parse(network.freeUntil);
    expect(freeUntil).toBeGreaterThanOrEqual(before + 5 * day);
    expect(freeUntil).toBeLessThanOrEqual(after + 5 * day);
    expect(await shown(name)).toBe(true);
    expect((await call('GET', '/submissions')).json().submissions).toEqual([]);

    const messages = await messagesTo(email);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ status: 'waiting', subject: `${name} is now on Night Shelf` });
    expect(messages[0]?.body).toMatch(/^Hello,\n\nYour website /);
    expect(messages[0]?.body).toContain('https://marquee.example.com/our-network');

    const again = await decide(id, 'approve');
    expect([again.statusCode, again.json().current]).toEqual([409, network]);
    expect(await messagesTo(email)).toHaveLength(1);
  });

  it('cannot add lines to its emails, whatever is stored', async () => {
    const { id, email } = await submit('https://example.com/\n\nPay here:\r\nhttps://evil.example\u2028now');
    await decide(id, 'reject', { reason: 'The page does not open.\nSorry.' });
    await decide(id, 'approve');
    const [rejected, approved] = await messagesTo(email);
    for (const message of [rejected, approved])
      expect(message?.body).toContain('(https://example.com/ Pay here: https://evil.example now)');
    expect(rejected?.body).toContain('\n\nThe page does not open.\nSorry.\n\n');
  });

  it('approved by several admins concurrently is approved once, with one email', async () => {
    const { id, email } = await submit();
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => decide(id, 'approve')))).map(
      (r) => r.statusCode,
    );
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await messagesTo(email)).toHaveLength(1);
  });

  it('is rejected with a reason that the email states, and can still be approved', async () => {
    const { id, email } = await submit();
    const { network } = (await decide(id, 'reject', { reason: 'The page does not open.' })).json();
    expect(network).toMatchObject({ active: false, rejectReason: 'The page does not open.' });
    const [message] = await messagesTo(email);
    expect(message?.body).toMatch(/^Hello,\n\nThank you for submitting /);
    expect(message?.body).toContain('The page does not open.');
    expect((await decide(id, 'reject', { reason: 'Again' })).statusCode).toBe(409);
    expect((await decide(id, 'approve')).json().network).toMatchObject({ active: true, rejectedAt: null });
    expect(await messagesTo(email)).toHaveLength(2);
    expect((await decide(id, 'reject', { reason: 'Too late' })).statusCode).toBe(409);
  });

  it('refuses a decision about an older version', async () => {
    const { id } = await submit();
    await call('PUT', `/networks/${id}`, { description: 'Corrected' });
    expect((await decide(id, 'approve', { version: 1 })).statusCode).toBe(409);
    expect((await decide(id, 'approve', { version: 2 })).statusCode).toBe(200);
  });

  it('can be hidden and listed again during its free days', async () => {
    const { id, name } = await submit();
    expect((await decide(id, 'activate')).statusCode).toBe(409);
    await decide(id, 'approve');
    expect((await decide(id, 'deactivate')).json().network.active).toBe(false);
    expect(await shown(name)).toBe(false);
    expect((await decide(id, 'deactivate')).statusCode).toBe(409);
    expect((await decide(id, 'activate')).json().network.active).toBe(true);
    expect((await decide(id, 'activate')).statusCode).toBe(409);
    expect(await shown(name)).toBe(true);
  });

  it('is only a website that a visitor submitted', async () => {
    const added = await call('POST', '/networks', { name: 'Own', url: 'https://example.com/own' });
    const id = Number(added.json().network._id);
    for (const [verb, body] of [['approve'], ['reject', { reason: 'x' }], ['paid']] as [string, object?][])
      expect((await decide(id, verb, body)).statusCode).toBe(409);
  });
});

describe('the free days', () => {
  it('end by themselves, unless the website was paid for', async () => {
    const unpaid = await submit();
    const paid = await submit();
    for (const { id } of [unpaid, paid]) await decide(id, 'approve');
    expect((await decide(paid.id, 'paid')).json().network).toMatchObject({ paidAt: expect.any(String), active: true });
    expect((await decide(paid.id, 'paid')).statusCode).toBe(409);
    await endFreeDays(site.database.db, new Date(Date.now() + 4 * day));
    await site.index.waitUntilIndexed();
    expect([await shown(unpaid.name), await shown(paid.name)]).toEqual([true, true]);
    await endFreeDays(site.database.db, new Date(Date.now() + 5 * day + 1000));
    await site.index.waitUntilIndexed();
    expect([await shown(unpaid.name), await shown(paid.name)]).toEqual([false, true]);
    const entry = await site.database.db
      .selectFrom('audit_log')
      .select(['admin', 'action'])
      .where('entity_id', '=', String(unpaid.id))
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ admin: 'System', action: 'end_free_days' });
    expect((await decide(unpaid.id, 'paid')).json().network.active).toBe(true);
    expect(await shown(unpaid.name)).toBe(true);
  });

  it('are announced by email a day before, once', async () => {
    const soon = await submit();
    await decide(soon.id, 'approve');
    const remind = (now: number) =>
      remindOfLastDay(
        site.database.db,
        { siteName: 'Night Shelf', siteUrl: 'https://marquee.example.com', lifetimePrice: '$5' },
        new Date(now),
      );
    await remind(Date.now() + 3 * day);
    expect(await messagesTo(soon.email)).toHaveLength(1);
    await remind(Date.now() + 4 * day + 1000);
    await remind(Date.now() + 4 * day + 3_600_000);
    const messages = await messagesTo(soon.email);
    expect(messages).toHaveLength(2);
    expect(messages[1]?.subject).toContain('end tomorrow');
  });

  it('end exactly on time, not a millisecond early', async () => {
    const { id } = await submit();
    const end = Date.parse((await decide(id, 'approve')).json().network.freeUntil);
    const isActive = async () =>
      (await call('GET', '/networks')).json().find((one: { _id: string }) => one._id === String(id)).active;
    await endFreeDays(site.database.db, new Date(end - 1));
    expect(await isActive()).toBe(true);
    await endFreeDays(site.database.db, new Date(end));
    expect(await isActive()).toBe(false);
    expect((await decide(id, 'deactivate')).statusCode).toBe(409);
  });

  it('are announced in their last 24 hours: not before, and not after they ended', async () => {
    const { id, email } = await submit();
    const end = Date.parse((await decide(id, 'approve')).json().network.freeUntil);
    const terms = { siteName: 'Night Shelf', siteUrl: 'https://marquee.example.com', lifetimePrice: '$9' };
    const remindAt = async (now: number) => {
      await remindOfLastDay(site.database.db, terms, new Date(now));
      return (await messagesTo(email)).length;
    };
    expect(await remindAt(end)).toBe(1);
    expect(await remindAt(end - day - 1)).toBe(1);
    expect(await remindAt(end - day)).toBe(2);
    expect((await messagesTo(email))[1]?.body).toMatch(/^Hello,\n\nThe free days of /);
    expect((await messagesTo(email))[1]?.body).toContain('A one-time fee of $9 keeps it listed for life.');
  });

  it('cannot be restarted once they are over', async () => {
    const { id } = await submit();
    await decide(id, 'approve');
    await decide(id, 'deactivate');
    await site.database.db
      .updateTable('partners')
      .set({ free_until: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    expect((await decide(id, 'activate')).statusCode).toBe(409);
    expect((await decide(id, 'approve')).statusCode).toBe(409);
    const { network } = (await decide(id, 'paid')).json();
    expect(network.active).toBe(true);
    await decide(id, 'deactivate');
    expect((await decide(id, 'activate')).json().network.active).toBe(true);
  });

  it('have the length and price of the settings', async () => {
    const admin = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
    const settings = (await admin('GET', '/settings')).json();
    expect(settings).toMatchObject({ freeDays: 5, lifetimePrice: '$5' });
    expect((await admin('PUT', '/settings', { ...settings, freeDays: 30, lifetimePrice: '12 €' })).statusCode).toBe(
      200,
    );
    const { id, email } = await submit();
    const before = Date.now();
    const freeUntil = Date.parse((await decide(id, 'approve')).json().network.freeUntil);
    expect(Math.round((freeUntil - before) / day)).toBe(30);
    expect((await messagesTo(email))[0]?.body).toContain('a one-time fee of 12 € keeps it there for life');
    await admin('PUT', '/settings', settings);
  });

  it.each([
    [{ freeDays: '' }, 'The number of free days must be a whole number from 1 to 365.'],
    [{ freeDays: 0 }, 'The number of free days must be a whole number from 1 to 365.'],
    [{ freeDays: 366 }, 'The number of free days must be a whole number from 1 to 365.'],
    [{ lifetimePrice: '' }, 'Enter a lifetime price.'],
    [{ lifetimePrice: 'x'.repeat(21) }, 'The lifetime price may have at most 20 characters.'],
  ])('cannot be set to %j', async (change, message) => {
    const admin = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
    const settings = (await admin('GET', '/settings')).json();
    const refused = await admin('PUT', '/settings', { ...settings, ...change });
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
  });
});

describe('the lists', () => {
  it('have the oldest submission first, and for visitors the oldest listed partner first', async () => {
    const [first, second] = [await submit(), await submit()];
    const namesOf = (list: { name?: string; webName?: string }[]) => list.map((one) => one.name ?? one.webName);
    const waiting = namesOf((await call('GET', '/submissions')).json().submissions);
    expect(waiting.slice(-2)).toEqual([first.name, second.name]);
    await decide(second.id, 'approve');
    await decide(first.id, 'approve');
    const listed = namesOf((await callerOf(site)('GET', '/find-website')).json());
    expect(listed.slice(-2)).toEqual([first.name, second.name]);
    await decide(first.id, 'deactivate');
    expect(namesOf((await callerOf(site)('GET', '/find-website')).json()).at(-1)).toBe(second.name);
    expect(await shown(first.name)).toBe(false);
  });
});
