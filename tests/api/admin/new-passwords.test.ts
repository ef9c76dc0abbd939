import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusedPasswords } from '#contract/values/accounts.ts';
import { resetPassword } from '#domain/accounts/account-resets.ts';
import { createAdmin } from '#domain/accounts/admins.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

const siteName = 'Night Shelf';
let site: TestSite;
let main: SignedInAdmin;
let admin: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite({ siteName });
  main = await createSignedInAdmin(site, 'main_admin');
  const { db } = site.database;
  const owner = { username: 'Mara Quill', email: 'quill.desk@example.com', password: 'the first phrase' };
  const id = await createAdmin(db, { ...owner, role: 'admin', createdBy: null });
  admin = { ...owner, id, cookie: '' };
});
afterAll(() => site.stop());

const asMain: ReturnType<typeof callerOf> = (...call) => callerOf(site, main.cookie)(...call);

const refused: [string, string][] = [
  ['12345', 'Password must be at least 6 characters long'],
  ['🎬🎬🎬', 'Password must be at least 6 characters long'],
  ['      ', refusedPasswords.blank],
  ['\u200b\u200b\u3164\u3164\u200b\u200b', refusedPasswords.blank],
  ['123456', refusedPasswords.common],
  ['aaaaaaaaaaaa', refusedPasswords.common],
  ['hgfedcba', refusedPasswords.common],
  ['Password1!', refusedPasswords.common],
  ['PassWord1', refusedPasswords.common],
  [' qwerty ', refusedPasswords.common],
  ['mara quill', refusedPasswords.username],
  ['Quill.Desk@example.com', refusedPasswords.email],
  ['quill.desk', refusedPasswords.email],
  ['night shelf', refusedPasswords.siteName],
  ['Night Shelf 24', refusedPasswords.siteName],
];

describe('a new password is refused with a sentence at its field', () => {
  it.each(refused)('when an admin is created: %j', async (password, message) => {
    const body = { username: admin.username, email: admin.email, password };
    const response = await asMain('POST', '/admin/create', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ success: false, message, fields: { password: message } });
  });

  it.each(refused)('when it is changed: %j', async (newPassword, message) => {
    const own = await createSignedInAdmin(site, 'admin');
    const { username, email } = admin;
    const body = { currentPassword: own.password, newPassword };
    const rename = { username: `${username}.`, email: `x.${email}` };
    await site.database.db.updateTable('admins').set(rename).where('id', '=', admin.id).execute();
    await site.database.db.updateTable('admins').set({ username, email }).where('id', '=', own.id).execute();
    const response = await callerOf(site, own.cookie)('POST', '/admin/me/password', body);
    expect(response.json()).toEqual({ success: false, message, fields: { newPassword: message } });
    await asMain('DELETE', `/admin/${own.id}`);
    await site.database.db.updateTable('admins').set({ username, email }).where('id', '=', admin.id).execute();
  });

  it.each([...refused, ['the first phrase', refusedPasswords.unchanged], ['x'.repeat(201), 'at most 200 characters']])(
    'when it is reset on the command line: %j',
    async (password, message) => {
      await expect(resetPassword(site.database.db, admin.email, password, site.config)).rejects.toThrow(message);
    },
  );

  it('when it is the current one', async () => {
    const { cookie, password } = await createSignedInAdmin(site, 'admin');
    const body = { currentPassword: password, newPassword: password };
    const response = await callerOf(site, cookie)('POST', '/admin/me/password', body);
    expect(response.json().fields).toEqual({ newPassword: refusedPasswords.unchanged });
  });

  it('when it is that of the first admin', async () => {
    const first = startTestSite({ adminPassword: 'password1' });
    await expect(first).rejects.toThrow(`ADMIN_EMAIL and ADMIN_PASSWORD cannot be used: ${refusedPasswords.common}`);
  });
});

describe('the minimum length', () => {
  it('is a setting, which generated passwords always meet', async () => {
    for (const minPasswordLength of [5, 21])
      expect((await asMain('PUT', '/settings', { minPasswordLength })).statusCode).toBe(400);
    expect((await asMain('PUT', '/settings', { minPasswordLength: 15 })).statusCode).toBe(200);
    const body = { username: 'newcomer', email: 'newcomer@example.com' };
    const short = await asMain('POST', '/admin/create', { ...body, password: 'fourteen chars' });
    expect(short.json().fields).toEqual({ password: 'Password must be at least 15 characters long' });
    const long = await asMain('POST', '/admin/create', { ...body, password: 'fifteen charact' });
    expect(long.statusCode).toBe(200);
    expect((await asMain('PUT', '/settings', {})).json().settings.minPasswordLength).toBe(6);
  });
});
