import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyOwner } from '#domain/accounts/account-notices.ts';
import { resetPassword } from '#domain/accounts/account-resets.ts';
import { createAdminAndNotify } from '#domain/accounts/admins.ts';
import { system } from '#domain/audit-log.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
let admin: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite({ siteUrl: 'https://marquee.example.com' });
  main = await createSignedInAdmin(site, 'main_admin');
});
afterAll(() => site.stop());
beforeEach(async () => {
  admin = await createSignedInAdmin(site, 'admin');
  await site.database.db.deleteFrom('outbox').execute();
});

const messages = () => site.database.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

const signInWith = async ({ email, password }: SignedInAdmin, cookie = '', userAgent = firefox) =>
  site.app.inject({
    method: 'POST',
    url: '/api/adminlogin',
    payload: { email, password },
    headers: { 'user-agent': userAgent, cookie },
    remoteAddress: '192.0.2.7',
  });

describe('the owner of an account is told', () => {
  it('of a sign-in from a new device, and not from a known one', async () => {
    const first = await signInWith(admin);
    const [message, ...others] = await messages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      recipient: admin.email,
      subject: 'New sign-in to your account on Marquee',
      status: 'waiting',
    });
    const [greeting, what, details, advice, signature] = message?.body.split('\n\n') ?? [];
    expect([greeting, what]).toEqual([
      `Hello ${admin.username},`,
      'There was a sign-in to your account on Marquee from a new device.',
    ]);
    expect(details).toMatch(
      /^When: \d{1,2} \w+ \d{4} at \d\d:\d\d UTC\nDevice: Firefox on Windows\nIP address: 192\.0\.2\.7$/,
    );
    expect(advice).toContain('https://marquee.example.com/admin/account');
    expect(signature).toBe('Marquee\nhttps://marquee.example.com');

    const device = [first.headers['set-cookie'] ?? []].flat()[1]?.split(';')[0];
    await signInWith(admin, device);
    expect(await messages()).toHaveLength(1);
  });

  it.each(['call-555-0100', 'Firefox/1 evil.example', 'www.evil.example/confirm', '\u202emoc.live'])(
    'without a word that the browser chose: %j',
    async (userAgent) => {
      await signInWith(admin, '', userAgent);
      const [message] = await messages();
      expect(message?.body).toMatch(/\nDevice: (an unknown device|Firefox)\n/);
      expect(message?.body).not.toMatch(/555|evil|moc/);
    },
  );

  it('of a password that was changed, without the password', async () => {
    const body = { currentPassword: admin.password, newPassword: 'quite another phrase' };
    await callerOf(site, admin.cookie)('POST', '/admin/me/password', body);
    expect(await messages()).toMatchObject([
      { recipient: admin.email, subject: 'Your password on Marquee was changed' },
    ]);
    const text = JSON.stringify(await messages());
    for (const password of Object.values(body)) expect(text).not.toContain(password);
  });

  it('of a password that was reset on the command line', async () => {
    await resetPassword(site.database.db, admin.email, 'quite another phrase', site.config);
    const [message] = await messages();
    expect(message).toMatchObject({ recipient: admin.email, subject: 'Your password on Marquee was reset' });
    expect(message?.body).toContain('was replaced on the command line of the server');
    expect(message?.body).not.toContain('quite another phrase');
  });

  it('of nothing if the change is refused', async () => {
    const body = { currentPassword: 'not the password', newPassword: 'quite another phrase' };
    await callerOf(site, admin.cookie)('POST', '/admin/me/password', body);
    expect(await messages()).toEqual([]);
  });

  it('of a factor, whose name cannot add lines', async () => {
    const actor = { adminId: admin.id, admin: admin.username, ip: '2001:db8::1' };
    const factor = 'The passkey “Laptop\r\n\r\nBcc: all@example.com\u0000\u2028\u0085x”';
    await site.database.db
      .transaction()
      .execute((tx) =>
        notifyOwner(tx, admin.id, { kind: 'factor added', factor }, { actor, userAgent: firefox }, site.config),
      );
    const [message] = await messages();
    expect(message?.body.split('\n\n')[1]).toBe(
      'The passkey “Laptop Bcc: all@example.com x” was added to your account on Marquee.',
    );
  });
});

describe('a new admin', () => {
  it('gets a message, and so do the main admins', async () => {
    const newAdmin = { username: 'night-desk', email: 'desk@example.com', password: 'chosen by another' };
    expect((await callerOf(site, main.cookie)('POST', '/admin/create', newAdmin)).statusCode).toBe(200);
    const [own, ...others] = await messages();
    expect(own).toMatchObject({ recipient: 'desk@example.com', subject: 'Your admin account on Marquee' });
    expect(own?.body).toContain(`was created for you by ${main.username}`);
    expect(others.map(({ recipient }) => recipient)).toEqual(['owner@example.com', main.email]);
    expect(others[0]).toMatchObject({ subject: 'New admin on Marquee: night-desk' });
    expect(others[0]?.body).toContain('night-desk (desk@example.com) is now an admin of Marquee.');
    expect(JSON.stringify([own, ...others])).not.toContain(newAdmin.password);
  });

  it('who is created on the command line gets one too', async () => {
    const newAdmin = { username: 'second-main', email: 'second@example.com', password: 'chosen by another' };
    const created = { ...newAdmin, role: 'main_admin', createdBy: null } as const;
    await createAdminAndNotify(site.database.db, created, { actor: system }, site.config);
    const [own, other] = await messages();
    expect(own?.body).toContain('was created for you on the command line of the server');
    expect(other?.body).toContain('is now a main admin of Marquee.');
  });
});

it('are in the outbox for main admins alone', async () => {
  const moderator = await createSignedInAdmin(site, 'moderator');
  await signInWith(admin);
  const [message] = await messages();
  const [asMain, asAdmin] = [callerOf(site, main.cookie), callerOf(site, moderator.cookie)];
  // Of the sign-ins of both.
  expect((await asMain('GET', '/outbox')).json().mails).toHaveLength(2);
  expect((await asAdmin('GET', '/outbox')).json().mails).toEqual([]);
  expect((await asAdmin('POST', `/outbox/${message?.id}/retry`)).statusCode).toBe(404);
  expect((await asMain('POST', `/outbox/${message?.id}/retry`)).statusCode).toBe(200);
});
