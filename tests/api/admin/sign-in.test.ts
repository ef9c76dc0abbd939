import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callerOf, cookieOf, createSignedInAdmin, type SignedInAdmin, signIn } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

const attempt = (payload: object, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
  site.app.inject({ method: 'POST', url: '/api/adminlogin', payload, headers, remoteAddress });

const setCookies = ({ headers }: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  [headers['set-cookie'] ?? []].flat();

describe('signing in', () => {
  it('works with the email and with the username, in any case', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const byEmail = await attempt({ email: admin.email.toUpperCase(), password: admin.password });
    const byName = await attempt({ username: admin.username, password: admin.password });
    for (const response of [byEmail, byName]) {
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({
        success: true,
        admin: { _id: String(admin.id), email: admin.email, role: 'admin', isActive: true },
      });
      expect(response.body).not.toContain('argon2');
    }
    expect(cookieOf(byEmail.headers)).not.toBe(cookieOf(byName.headers));
  });

  it.each([
    { email: 'owner\u0000@example.com', password: 'x' },
    { username: '\ud800', password: 'x' },
    { email: 'owner@example.com', password: '\udc00' },
  ])('refuses text that PostgreSQL cannot store: %j', async (credentials) => {
    const refused = await attempt(credentials);
    expect([refused.statusCode, refused.json().success]).toEqual([400, false]);
  });

  it('sets a cookie that scripts cannot read and stores only its hash', async () => {
    const { email, password } = await createSignedInAdmin(site, 'admin');
    const response = await attempt({ email, password });
    const header = setCookies(response).find((each) => each.startsWith('marquee_session=')) ?? '';
    expect(header).toMatch(/^marquee_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = /=([\w-]{43})/.exec(header)?.[1] ?? '';
    const stored = await site.database.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('marks the cookies as Secure and of this host alone if the site is served over https', async () => {
    const secure = await startTestSite({ siteUrl: 'https://marquee.example.com' });
    try {
      const { email, password, cookie } = await createSignedInAdmin(secure, 'admin');
      const { response } = await signIn(secure, email, password);
      const signedOut = await callerOf(secure, cookie)('POST', '/adminlogout');
      const headers = [response, signedOut].flatMap(setCookies);
      expect(headers).toHaveLength(3);
      for (const header of headers) {
        expect(header).toMatch(/^__Host-marquee_(session|device)=/);
        expect(header).toMatch(/; Path=\/; .*HttpOnly; Secure; SameSite=Lax/);
        expect(header).not.toContain('Domain');
      }
    } finally {
      await secure.stop();
    }
  });

  it('gives the same response for an unknown account, a wrong password and an inactive admin', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const sleeper = await createSignedInAdmin(site, 'admin');
    await site.database.db.updateTable('admins').set({ is_active: false }).where('id', '=', sleeper.id).execute();
    const answers = [
      await attempt({ email: 'nobody@example.com', password: 'whatever' }, {}, '192.0.2.10'),
      await attempt({ email: admin.email, password: 'whatever' }, {}, '192.0.2.11'),
      await attempt({ email: sleeper.email, password: sleeper.password }, {}, '192.0.2.12'),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ success: false, message: 'Invalid credentials' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each([
    [{}, 'Enter a password.'],
    [{ password: 'x' }, 'Enter either an email or a username.'],
    [{ email: 'a@example.com', username: 'a', password: 'x' }, 'Enter either an email or a username.'],
    [{ email: 'a@example.com' }, 'Enter a password.'],
    [{ email: 7, password: 'x' }, 'The email must be text.'],
    [{ email: 'a@example.com', password: 'x'.repeat(201) }, 'The password may have at most 200 characters.'],
    [{ email: 'a@example.com', password: 'x', role: 'main_admin' }, 'role is not a known field.'],
  ])('refuses the body %j', async (body, message) => {
    const response = await attempt(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toContain(message);
  });
});

/** Changes the admin while its password is being verified. */
const signInDuring = async (change: string) => {
  const { id, email, password } = await createSignedInAdmin(site, 'admin');
  const { pool } = site.database;
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(`update admins set ${change} where id = $1`, [id]);
    const answer = attempt({ email, password });
    // Of this database alone: those of other test files wait for locks as well.
    const waiting = async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
    await other.query('commit');
    return await answer;
  } finally {
    other.release();
  }
};

describe('an admin changed while signing in', () => {
  it.each(['is_active = false', "password_hash = 'another'"])('is refused after %s', async (change) => {
    const answer = await signInDuring(change);
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Invalid credentials']);
  });

  it('is signed in after any other change', async () => {
    expect((await signInDuring('last_login_at = now()')).statusCode).toBe(200);
  });
});

describe('throttling', () => {
  // Time stands still, so that no pause ends however long the attempts take.
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it('refuses attempts after five wrong passwords for an account, says for how long, and how else to get in', async () => {
    const { email } = await createSignedInAdmin(site, 'admin');
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await attempt({ email, password: `guess ${n}` }, {}, '198.51.100.1')).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = await attempt({ email, password: 'guess' }, {}, '198.51.100.1');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().message]).toEqual([
      429,
      '5',
      'There were too many attempts. Try again in 5 seconds. A passkey, or a browser that you have signed in with before, gets you in now. So does “npx marquee admin unlock” on the server.',
    ]);
  });

  it('counts concurrent guesses one by one', async () => {
    const guesses = Array.from({ length: 20 }, (_, n) =>
      attempt({ email: 'crowd@example.com', password: `guess ${n}` }, {}, '203.0.113.1'),
    );
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('does not lock an admin out of a browser it has signed in with before', async () => {
    const { email, password } = await createSignedInAdmin(site, 'admin');
    const cookie = setCookies(await attempt({ email, password }, {}, '192.0.2.77'))[1]?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^marquee_device=/);
    for (let n = 0; n < 8; n++) await attempt({ email, password: `guess ${n}` }, {}, '198.51.100.100');
    expect((await attempt({ email, password }, {}, '198.51.100.100')).statusCode).toBe(429);
    expect((await attempt({ email, password }, { cookie }, '198.51.100.100')).statusCode).toBe(200);
  });

  it('never lasts longer than 5 minutes for an account, and starts over after 15 without an attempt', async () => {
    const { db } = site.database;
    const body = { email: 'patient@example.com', password: 'guess' };
    await attempt(body, {}, '192.0.2.90');
    const hash = createHash('sha256').update(body.email).digest('hex');
    const keys = [`identifier:${hash}`];
    await db.updateTable('sign_in_attempts').set({ failures: 1000 }).where('key', 'in', keys).execute();
    await attempt(body, {}, '192.0.2.90');
    const refused = await attempt(body, {}, '192.0.2.90');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(5 * 60);
    const longAgo = new Date(Date.now() - 16 * 60 * 1000);
    await db
      .updateTable('sign_in_attempts')
      .set({ last_at: longAgo, blocked_until: new Date(Date.now() - 1) })
      .where('key', 'in', keys)
      .execute();
    expect((await attempt(body, {}, '192.0.2.90')).statusCode).toBe(401);
    expect((await attempt(body, {}, '192.0.2.90')).statusCode).toBe(401);
  });

  it('also applies to the current password of a password change', async () => {
    const { cookie, password } = await createSignedInAdmin(site, 'admin');
    const change = (currentPassword: string) =>
      callerOf(site, cookie)('POST', '/admin/me/password', { currentPassword, newPassword: 'a new password' });
    for (let n = 0; n < 5; n++) expect((await change(`guess ${n}`)).statusCode).toBe(400);
    expect((await change(password)).statusCode).toBe(429);
  });
});

interface ListedSession {
  _id: string;
  username: string;
  device: string;
  current: boolean;
}

describe('sessions', () => {
  let main: SignedInAdmin;
  let admin: SignedInAdmin;
  beforeAll(async () => {
    main = await createSignedInAdmin(site, 'main_admin');
    admin = await createSignedInAdmin(site, 'admin');
  });

  const statusOf = async (cookie: string) => (await callerOf(site, cookie)('GET', '/admin/me')).statusCode;

  it('end at sign-out', async () => {
    const { cookie } = await createSignedInAdmin(site, 'admin');
    expect(await statusOf(cookie)).toBe(200);
    const response = await callerOf(site, cookie)('POST', '/adminlogout');
    expect(response.statusCode).toBe(200);
    expect(String(response.headers['set-cookie'])).toMatch(/^marquee_session=; /);
    expect(await statusOf(cookie)).toBe(401);
  });

  it.each([
    ['idle', { last_seen_at: new Date(Date.now() - 12 * 3600 * 1000 - 1000) }],
    ['old', { expires_at: new Date(Date.now() - 1000) }],
  ])('end when they are too %s', async (_, change) => {
    const { cookie, id } = await createSignedInAdmin(site, 'admin');
    await site.database.db.updateTable('sessions').set(change).where('admin_id', '=', id).execute();
    expect(await statusOf(cookie)).toBe(401);
  });

  it('record when they were last used, to the minute', async () => {
    const { cookie, id } = await createSignedInAdmin(site, 'admin');
    const lastSeen = async () =>
      (
        await site.database.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('admin_id', '=', id)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    const first = await lastSeen();
    await statusOf(cookie);
    expect(await lastSeen()).toEqual(first);
    const earlier = new Date(Date.now() - 5 * 60 * 1000);
    await site.database.db.updateTable('sessions').set({ last_seen_at: earlier }).where('admin_id', '=', id).execute();
    await statusOf(cookie);
    expect((await lastSeen()).getTime()).toBeGreaterThan(earlier.getTime());
  });

  it('can be listed and ended by their owner alone', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const other = await createSignedInAdmin(site, 'admin');
    const second = await signIn(site, admin.email, admin.password);
    const call = callerOf(site, admin.cookie);
    const { sessions } = (await call('GET', '/admin/me/sessions')).json();
    expect(sessions).toHaveLength(2);
    expect(sessions.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
    const lastSeen = sessions.map(({ lastSeenAt }: { lastSeenAt: string }) => lastSeenAt);
    expect(lastSeen).toEqual(lastSeen.toSorted().toReversed());
    const elsewhere = sessions.find((session: { current: boolean }) => !session.current)._id;
    expect((await callerOf(site, other.cookie)('DELETE', `/admin/me/sessions/${elsewhere}`)).statusCode).toBe(404);
    expect((await call('DELETE', `/admin/me/sessions/${elsewhere}`)).statusCode).toBe(200);
    expect(await statusOf(second.cookie)).toBe(401);
    expect(await statusOf(admin.cookie)).toBe(200);
  });

  it('all end at a password change, and the browser that made it gets a new one', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const second = await signIn(site, admin.email, admin.password);
    const change = (payload: object) => callerOf(site, admin.cookie)('POST', '/admin/me/password', payload);
    const wrong = await change({ currentPassword: 'wrong', newPassword: 'a new password' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().fields).toEqual({ currentPassword: 'The current password is wrong.' });
    const short = await change({ currentPassword: admin.password, newPassword: 'short' });
    expect(short.json().message).toBe('Password must be at least 6 characters long');
    const done = await change({ currentPassword: admin.password, newPassword: 'a new password' });
    expect(done.statusCode).toBe(200);
    expect(await statusOf(admin.cookie)).toBe(401);
    expect(await statusOf(second.cookie)).toBe(401);
    expect(await statusOf(cookieOf(done.headers))).toBe(200);
    expect((await signIn(site, admin.email, admin.password)).response.statusCode).toBe(401);
    expect((await signIn(site, admin.email, 'a new password')).response.statusCode).toBe(200);
  });

  const asMain: ReturnType<typeof callerOf> = (...call) => callerOf(site, main.cookie)(...call);
  const everyones = async (): Promise<ListedSession[]> => (await asMain('GET', '/admin/sessions')).json().sessions;

  it('name the browser and the system', async () => {
    const { sessions } = (await callerOf(site, admin.cookie)('GET', '/admin/me/sessions')).json();
    expect(sessions).toMatchObject([{ username: admin.username, device: 'an unknown device', current: true }]);
  });

  it('but the current one can be ended at once, and those of others stay', async () => {
    const own = await createSignedInAdmin(site, 'admin');
    const others = [await signIn(site, own.email, own.password), await signIn(site, own.email, own.password)];
    const ended = await callerOf(site, own.cookie)('DELETE', '/admin/me/sessions');
    expect(ended.json()).toEqual({ success: true, message: '2 sessions ended.' });
    expect(await statusOf(own.cookie)).toBe(200);
    for (const { cookie } of others) expect(await statusOf(cookie)).toBe(401);
    for (const { cookie } of [main, admin]) expect(await statusOf(cookie)).toBe(200);
    const { entries } = (await asMain('GET', `/audit?entity=session&adminId=${own.id}`)).json();
    const before = { username: own.username, device: 'an unknown device' };
    expect(entries).toMatchObject([
      { action: 'end', before },
      { action: 'end', before },
    ]);
  });

  it('of everyone are listed for main admins, who can end them', async () => {
    const target = await createSignedInAdmin(site, 'main_admin');
    const session = (await everyones()).find(({ username }) => username === target.username);
    expect((await everyones()).filter(({ current }) => current)).toMatchObject([{ username: main.username }]);
    for (const [method, path] of [
      ['GET', '/admin/sessions'],
      ['DELETE', `/admin/sessions/${session?._id}`],
    ] as const)
      expect((await callerOf(site, admin.cookie)(method, path)).statusCode).toBe(403);
    expect((await asMain('DELETE', `/admin/sessions/${session?._id}`)).statusCode).toBe(200);
    expect(await statusOf(target.cookie)).toBe(401);
    expect((await asMain('DELETE', `/admin/sessions/${session?._id}`)).statusCode).toBe(404);
    const { entries } = (await asMain('GET', `/audit?entity=session&entityId=${session?._id}`)).json();
    expect(entries).toMatchObject([{ admin: main.username, action: 'end', before: { username: target.username } }]);
  });
});

describe('writes from other sites', () => {
  const write = (headers: Record<string, string>) =>
    attempt({ email: 'cross@example.com', password: 'guess' }, headers, '192.0.2.200');

  it.each([
    [{ origin: 'https://evil.example.com' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://other.localhost:3000' }],
  ])('are refused: %j', async (headers) => {
    expect((await write(headers as Record<string, string>)).statusCode).toBe(403);
  });

  it.each([
    [{}],
    [{ origin: 'http://localhost:3000' }],
    [{ origin: 'http://192.0.2.5:3000', host: '192.0.2.5:3000' }],
    [{ 'sec-fetch-site': 'same-origin' }],
  ])('from this site are allowed: %j', async (headers) => {
    expect((await write(headers as Record<string, string>)).statusCode).not.toBe(403);
  });
});
