import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetPassword } from '#domain/accounts/account-resets.ts';
import { createAdmin } from '#domain/accounts/admins.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAdmin, callerOf, createSignedInAdmin, type SignedInAdmin, signIn } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
});
afterAll(() => site.stop());

const asMain: ReturnType<typeof callerOf> = (...call) => callerOf(site, main.cookie)(...call);
const newAdmin = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password: 'teal-9',
  createdBy: 'ignored',
});

describe('managing admins', () => {
  it('creates an admin, who can sign in and is listed after older ones, with its creator', async () => {
    const created = await asMain('POST', '/admin/create', newAdmin('Ada Lane'.replace(' ', '.')));
    expect(created.json()).toMatchObject({ success: true, message: 'Admin created successfully!' });
    expect((await signIn(site, 'Ada.Lane@example.com', 'teal-9')).response.statusCode).toBe(200);
    const { admins } = (await asMain('GET', '/admin/all?adminId=1')).json();
    expect(admins.find((admin: { username: string }) => admin.username === 'Ada.Lane')).toMatchObject({
      role: 'admin',
      isActive: true,
      createdBy: { username: main.username, email: main.email },
      lastLogin: expect.any(String),
    });
    expect(admins.find((admin: { username: string }) => admin.username === 'admin').createdBy).toBeNull();
    expect(admins.at(-1).username).toBe('Ada.Lane');
    const ada = (await signIn(site, 'Ada.Lane@example.com', 'teal-9')).response.json().admin;
    expect(ada.createdBy).toEqual({ username: main.username, email: '' });
    expect(JSON.stringify(admins)).not.toContain('argon2');
  });

  it('refuses a username or email that is taken, in any case', async () => {
    await asMain('POST', '/admin/create', newAdmin('taken'));
    const again = await asMain('POST', '/admin/create', { ...newAdmin('other'), email: 'TAKEN@example.com' });
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe('An admin with this username or email already exists.');
  });

  const cyrillic = { admin: '\u0430dmin', copy: '\u0441\u043e\u0440\u0443' };

  it('refuses invisible characters and mixed alphabets, each with a sentence', async () => {
    const invisible = (label: string) =>
      `The ${label} must not contain invisible characters. Type it instead of pasting it.`;
    const refusals: [object, Record<string, string>][] = [
      ...['ad\u200bmin', '\u202eadmin', 'ad\u0007min', 'adm\u3164in', 'admin\ufe0f'].map(
        (username) => [{ username }, { username: invisible('username') }] as [object, Record<string, string>],
      ),
      [{ email: 'desk\u200b@example.com' }, { email: invisible('email') }],
      [{ email: '\u2066desk@example.com' }, { email: invisible('email') }],
      [
        { username: cyrillic.admin },
        { username: 'Usernames must not mix letters of different alphabets within a word.' },
      ],
    ];
    for (const [wrong, fields] of refusals) {
      const refused = await asMain('POST', '/admin/create', { ...newAdmin('fine'), ...wrong });
      expect([refused.statusCode, refused.json().fields]).toEqual([400, fields]);
      const typed = { ...newAdmin('fine'), role: 'admin', createdBy: null, ...wrong } as const;
      await expect(createAdmin(site.database.db, typed)).rejects.toThrow(Object.values(fields)[0]);
    }
  });

  it.each([
    'System',
    'command  line',
    'COMMAND-LINE',
    'Some.body',
    'ｓystem',
    'Sуstеm',
    'Comrnand Iine',
    '5ystem',
    'Sÿstem',
  ])('refuses the username %s, which the audit log has for the site itself', async (username) => {
    const refused = await asMain('POST', '/admin/create', { ...newAdmin('fine'), username });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['username']]);
  });

  it('says why such a username is refused, and allows others like it', async () => {
    const refused = await asMain('POST', '/admin/create', { ...newAdmin('fine'), username: 'Somebody' });
    expect(refused.json().message).toBe('This username is reserved. Choose another one.');
    expect((await asMain('POST', '/admin/create', newAdmin('system-desk'))).statusCode).toBe(200);
  });

  it.each([
    'desk@ex\u0430mple.com',
    'd\u0435sk@example.com',
    'ｄesk@example.com',
    'desk@exampｌe.com',
    'des\u212a@example.com',
  ])('refuses the email %s, whose letters look like others', async (email) => {
    const refused = await asMain('POST', '/admin/create', { ...newAdmin('fine'), email });
    const sentence = 'The email has letters that only look like others. Type it instead of pasting it.';
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { email: sentence }]);
  });

  it('accepts an email with a domain in another alphabet', async () => {
    const admin = { ...newAdmin('abroad'), email: 'müller@пример.example' };
    expect((await asMain('POST', '/admin/create', admin)).statusCode).toBe(200);
  });

  it('refuses a username that looks like that of another admin, also if both are created at once', async () => {
    const looksLike = (username: string) =>
      `This username looks like that of another admin, “${username}”. Choose another one.`;
    expect((await asMain('POST', '/admin/create', newAdmin('copy'))).statusCode).toBe(200);
    for (const username of [cyrillic.copy, 'ｃｏｐｙ']) {
      const refused = await asMain('POST', '/admin/create', { ...newAdmin('another'), username });
      expect([refused.statusCode, refused.json().message]).toEqual([409, looksLike('copy')]);
    }
    const atOnce = ['pace', '\u0440\u0430\u0441\u0435'].map((username, at) =>
      asMain('POST', '/admin/create', { ...newAdmin(`pace-${at}`), username }),
    );
    const statuses = (await Promise.all(atOnce)).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('deactivates, which ends the sessions, and activates again', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const toggle = () => asMain('PATCH', `/admin/${admin.id}/toggle-status`, { requestingAdminId: 'x' });
    expect((await toggle()).json()).toMatchObject({
      message: `Admin "${admin.username}" deactivated successfully!`,
      admin: { isActive: false },
    });
    expect((await callerOf(site, admin.cookie)('GET', '/admin/me')).statusCode).toBe(401);
    expect((await signIn(site, admin.email, admin.password)).response.statusCode).toBe(401);
    expect((await toggle()).json()).toMatchObject({ admin: { isActive: true } });
    expect((await callerOf(site, admin.cookie)('GET', '/admin/me')).statusCode).toBe(401);
    expect((await signIn(site, admin.email, admin.password)).response.statusCode).toBe(200);
  });

  it('deletes, which ends the sessions', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const deleted = await asMain('DELETE', `/admin/${admin.id}`, { requestingAdminId: String(main.id) });
    expect(deleted.json().message).toBe(`Admin "${admin.username}" deleted successfully!`);
    expect((await callerOf(site, admin.cookie)('GET', '/admin/me')).statusCode).toBe(401);
    expect((await asMain('DELETE', `/admin/${admin.id}`)).statusCode).toBe(404);
  });

  it('refuses to change main admins, including yourself', async () => {
    const other = await createSignedInAdmin(site, 'main_admin');
    for (const id of [other.id, main.id]) {
      expect((await asMain('DELETE', `/admin/${id}`)).statusCode).toBe(403);
      expect((await asMain('PATCH', `/admin/${id}/toggle-status`)).statusCode).toBe(403);
    }
    expect((await callerOf(site, other.cookie)('GET', '/admin/me')).statusCode).toBe(200);
  });

  it.each([
    [{ ...newAdmin('ab') }, /^Usernames have 3 to 20 characters/],
    [{ ...newAdmin('a'.repeat(21)) }, /^Usernames have 3 to 20 characters/],
    [{ ...newAdmin('has@sign') }, /^Usernames have 3 to 20 characters/],
    [{ ...newAdmin('tab\tname') }, /^Usernames have 3 to 20 characters/],
    [{ ...newAdmin('ok-name'), email: 'nonsense' }, /^Enter an email address such as/],
    [{ ...newAdmin('ok-name'), password: 'short' }, /^Password must be at least 6 characters long$/],
    [{ ...newAdmin('ok-name'), password: 'x'.repeat(201) }, /^The password may have at most 200 characters/],
    [{ ...newAdmin('ok-name'), role: 'main_admin' }, /^The role must be one of admin/],
    [{}, /^Enter a username\./],
  ])('refuses the new admin %j', async (body, message) => {
    const response = await asMain('POST', '/admin/create', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(message);
  });
});

describe('the last main admin', () => {
  it('cannot be removed, even when two are removed at the same time', async () => {
    const own = await createTestDatabase();
    try {
      const { db } = own.database;
      const ids: number[] = [];
      for (const username of ['one', 'two'])
        ids.push(
          await addAdmin(own, { username, email: `${username}@example.com`, password: 'teal-9', role: 'main_admin' }),
        );
      const leaving = await Promise.allSettled([
        ...ids.map((id) => db.deleteFrom('admins').where('id', '=', id).execute()),
        ...ids.map((id) => db.updateTable('admins').set({ role: 'admin' }).where('id', '=', id).execute()),
      ]);
      expect(leaving.some(({ status }) => status === 'rejected')).toBe(true);
      const left = await db.selectFrom('admins').select('id').where('role', '=', 'main_admin').execute();
      expect(left).toHaveLength(1);
      await expect(db.deleteFrom('admins').execute()).rejects.toThrow('the last main admin cannot be removed');
    } finally {
      await own.drop();
    }
  });
});

describe('a password reset on the command line', () => {
  it.each(['username', 'email'] as const)('by %s ends all sessions of that admin alone', async (identifier) => {
    const admin = await createSignedInAdmin(site, 'admin');
    const other = await createSignedInAdmin(site, 'admin');
    const second = await signIn(site, admin.email, admin.password);
    await resetPassword(site.database.db, admin[identifier].toUpperCase(), 'another password', site.config);
    for (const cookie of [admin.cookie, second.cookie])
      expect((await callerOf(site, cookie)('GET', '/admin/me')).statusCode).toBe(401);
    expect((await callerOf(site, other.cookie)('GET', '/admin/me')).statusCode).toBe(200);
    expect((await signIn(site, admin.email, admin.password)).response.statusCode).toBe(401);
    expect((await signIn(site, admin.email, 'another password')).response.statusCode).toBe(200);
    const entries = (await asMain('GET', `/audit?entity=admin&entityId=${admin.id}&action=reset_password`)).json()
      .entries;
    expect(entries).toMatchObject([{ admin: 'System', before: null, after: null }]);
  });

  it('is refused for a short password and changes nothing', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    await expect(resetPassword(site.database.db, admin.email, 'short', site.config)).rejects.toThrow(
      'at least 6 characters',
    );
    expect((await callerOf(site, admin.cookie)('GET', '/admin/me')).statusCode).toBe(200);
  });
});

describe('an admin created on the command line', () => {
  const good = { username: 'night-desk', email: 'desk@example.com', password: 'long enough', createdBy: null };
  const usernameRule = /^Usernames have 3 to 20 characters: letters, digits, dots/;
  const make = (changes: object) => createAdmin(site.database.db, { ...good, role: 'admin', ...changes });

  it.each([
    [{ username: 'ab' }, usernameRule],
    [{ username: 'x'.repeat(21) }, usernameRule],
    [{ username: 'desk@home' }, usernameRule],
    [{ email: 'nobody' }, 'Enter an email address such as name@example.com.'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'Enter an email address such as name@example.com.'],
    [{ password: 'short' }, 'Password must be at least 6 characters long'],
  ])('is refused with %j', async (changes, message) => {
    await expect(make(changes)).rejects.toThrow(message);
  });

  it('is refused if the name is taken', async () => {
    await make({});
    await expect(make({ email: 'other@example.com' })).rejects.toThrow('already exists');
  });
});

describe('changing another admin', () => {
  const as = (admin: SignedInAdmin) => callerOf(site, admin.cookie);
  const change = (target: SignedInAdmin, body: object, by = main) => as(by)('PATCH', `/admin/${target.id}`, body);
  const accountOf = async ({ id }: SignedInAdmin) =>
    site.database.db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const messagesTo = async (email: string) =>
    (
      await site.database.db
        .selectFrom('outbox')
        .select('subject')
        .where('recipient', '=', email)
        .orderBy('id')
        .execute()
    ).map(({ subject }) => subject);

  describe('the email of another admin', () => {
    it('is changed, which ends the sessions and tells both emails', async () => {
      const admin = await createSignedInAdmin(site, 'admin');
      const email = `moved-${admin.id}@example.com`;
      const changed = await change(admin, { email });
      expect(changed.json()).toMatchObject({ success: true, admin: { email, role: 'admin' } });
      expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(401);
      expect((await signIn(site, email, admin.password)).response.statusCode).toBe(200);
      for (const recipient of [admin.email, email])
        expect(await messagesTo(recipient)).toContain('The email of your account on Marquee was changed');
    });

    it('is refused if it is taken or no email', async () => {
      const admin = await createSignedInAdmin(site, 'admin');
      expect((await change(admin, { email: main.email.toUpperCase() })).statusCode).toBe(409);
      expect((await change(admin, { email: 'nobody' })).statusCode).toBe(400);
      expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(200);
    });
  });

  describe('the role of another admin', () => {
    it('is changed both ways, audited, and the other main admins hear of a new one', async () => {
      const admin = await createSignedInAdmin(site, 'admin');
      expect((await change(admin, { role: 'main_admin' })).statusCode).toBe(200);
      expect(await accountOf(admin)).toMatchObject({ role: 'main_admin', email: admin.email });
      expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(401);
      expect(await messagesTo(admin.email)).toContain('Your role on Marquee was changed');
      expect(await messagesTo(main.email)).toContain(`New main admin on Marquee: ${admin.username}`);
      expect((await change(admin, { role: 'admin' })).statusCode).toBe(200);
      expect(await accountOf(admin)).toMatchObject({ role: 'admin' });
      const entries = await site.database.db
        .selectFrom('audit_log')
        .select(['admin_id', 'before', 'after'])
        .where('entity', '=', 'admin')
        .where('entity_id', '=', String(admin.id))
        .where('action', '=', 'update')
        .orderBy('id')
        .execute();
      expect(entries).toMatchObject([
        { admin_id: main.id, before: { role: 'admin' }, after: { role: 'main_admin' } },
        { admin_id: main.id, before: { role: 'main_admin' }, after: { role: 'admin' } },
      ]);
    });

    it('leaves sessions and the audit log alone if nothing changes', async () => {
      const admin = await createSignedInAdmin(site, 'admin');
      expect((await change(admin, { role: 'admin', email: admin.email })).statusCode).toBe(200);
      expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(200);
    });

    it('is nobody’s own to change, and not for other admins', async () => {
      const admin = await createSignedInAdmin(site, 'admin');
      expect((await change(main, { role: 'admin' })).statusCode).toBe(403);
      expect((await change(main, { role: 'admin' }, admin)).statusCode).toBe(403);
      expect(await accountOf(main)).toMatchObject({ role: 'main_admin' });
    });

    it('cannot be lost by all main admins: of two who demote each other at once, one stays', async () => {
      const others = await site.database.db
        .selectFrom('admins')
        .select('id')
        .where('role', '=', 'main_admin')
        .execute();
      const [one, other] = [
        await createSignedInAdmin(site, 'main_admin'),
        await createSignedInAdmin(site, 'main_admin'),
      ];
      await site.database.db
        .updateTable('admins')
        .set({ role: 'admin' })
        .where(
          'id',
          'in',
          others.map(({ id }) => id),
        )
        .execute();
      try {
        const results = await Promise.all([
          change(other, { role: 'admin' }, one),
          change(one, { role: 'admin' }, other),
        ]);
        const statuses = results.map(({ statusCode }) => statusCode).sort();
        expect(statuses[0]).toBe(200);
        // The second is no main admin any more, or not even signed in.
        expect([401, 403]).toContain(statuses[1]);
        const left = await site.database.db
          .selectFrom('admins')
          .select('id')
          .where('role', '=', 'main_admin')
          .where('is_active', '=', true)
          .execute();
        expect(left).toHaveLength(1);
      } finally {
        await site.database.db.updateTable('admins').set({ role: 'main_admin' }).where('id', '=', main.id).execute();
      }
    });
  });

  describe('the password of another admin', () => {
    const reset = (target: SignedInAdmin, password: string) =>
      as(main)('POST', `/admin/${target.id}/password`, { password });

    it('is reset: the sessions end, and the new one has to be changed', async () => {
      const admin = await createSignedInAdmin(site, 'admin');
      expect((await reset(admin, 'violet-lamp-7')).json()).toEqual({
        success: true,
        message: `The password of "${admin.username}" was reset.`,
      });
      expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(401);
      expect((await signIn(site, admin.email, admin.password)).response.statusCode).toBe(401);
      const again = await signIn(site, admin.email, 'violet-lamp-7');
      expect(again.response.json()).toMatchObject({ admin: { mustChangePassword: true } });
      expect(await messagesTo(admin.email)).toContain('Your password on Marquee was reset');
    });

    it('is refused if it is too short, and for main admins', async () => {
      const admin = await createSignedInAdmin(site, 'admin');
      expect((await reset(admin, 'abc')).statusCode).toBe(400);
      expect((await reset(await createSignedInAdmin(site, 'main_admin'), 'violet-lamp-7')).statusCode).toBe(403);
      expect((await as(admin)('GET', '/admin/me')).statusCode).toBe(200);
    });
  });
});
