import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resetPassword, resetSecondFactor, unlockSignIn } from '#domain/accounts/account-resets.ts';
import { verifyPassword } from '#domain/accounts/passwords.ts';
import { countAttempt, signInCounters } from '#domain/accounts/sign-in-attempts.ts';
import { callerOf, createSignedInAdmin, hashCheaply, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
  // Time stands still, so that no pause ends however long the attempts take.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  await site.stop();
});

const attempt = (who: string | { username: string }, password: string, remoteAddress: string, cookie = '') =>
  site.app.inject({
    method: 'POST',
    url: '/api/adminlogin',
    payload: { ...(typeof who === 'string' ? { email: who } : who), password },
    headers: cookie ? { cookie } : {},
    remoteAddress,
  });

const statusesOf = async (count: number, make: (n: number) => ReturnType<typeof attempt>) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await make(n)).statusCode);
  return statuses;
};

const cookiesOf = ({ headers }: Awaited<ReturnType<typeof attempt>>) =>
  [headers['set-cookie'] ?? []].flat().map((header) => header.split(';')[0] ?? '');

/** Signs in as a browser does and returns its cookies: [session, device]. */
const browserOf = async ({ email, password }: SignedInAdmin, ip: string, cookie = '') => {
  const [session = '', device = ''] = cookiesOf(await attempt(email, password, ip, cookie));
  return { session, device };
};

/** As if so many guesses from an IP had failed, each at another account: hashing what they guess takes 20 ms. */
const guessedBefore = async (ip: string, count: number) => {
  const [counter] = signInCounters({
    ip,
    isIpShared: false,
    device: undefined,
    identifier: 'x',
  }).filter(({ kind }) => kind === 'ip');
  if (!counter) throw new Error('No counter is of the IP');
  for (let n = 0; n < count; n++) await countAttempt(site.database.db, [counter]);
};

describe('guesses', () => {
  it('from an IP that the admin has used are refused after a few, whoever else signs in from there', async () => {
    const target = await createSignedInAdmin(site, 'main_admin');
    const own = await createSignedInAdmin(site, 'admin');
    await browserOf(target, '192.0.2.1');
    const statuses = await statusesOf(40, async (n) => {
      if (n % 4 === 3) await attempt(own.email, own.password, '192.0.2.1');
      return attempt(target.email, `guess ${n}`, '192.0.2.1');
    });
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(35).fill(429)]);
  });

  it('at many accounts are refused after 20, also if the guesser signs in to their own in between', async () => {
    const own = await createSignedInAdmin(site, 'admin');
    await guessedBefore('192.0.2.2', 15);
    const statuses = await statusesOf(12, async (n) => {
      if (n % 3 === 2) await attempt(own.email, own.password, '192.0.2.2');
      return attempt(`spray${n}@example.com`, 'guess', '192.0.2.2');
    });
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });

  it('are not refused for longer than the longest pause when the clock is set back', async () => {
    const { email } = await createSignedInAdmin(site, 'admin');
    const guess = () => attempt(email, 'guess', '192.0.2.4');
    expect((await statusesOf(6, guess)).at(-1)).toBe(429);
    const now = Date.now();
    vi.setSystemTime(now - 24 * 3600 * 1000);
    expect((await guess()).statusCode).toBe(401);
    vi.setSystemTime(now);
  });

  it('from one /64 of IPv6 count as from one IP', async () => {
    await guessedBefore('2001:db8::ffff', 17);
    const statuses = await statusesOf(5, (n) => attempt(`six${n}@example.com`, 'guess', `2001:db8::${n + 1}`));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await attempt('six@example.com', 'guess', '2001:db8:0:1::1')).statusCode).toBe(401);
  });

  it('with the cookie of a known browser are refused after a few, and end with its own success', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const { device } = await browserOf(admin, '192.0.2.3');
    const guess = (n: number) => attempt(admin.email, `guess ${n}`, '192.0.2.3', device);
    expect(await statusesOf(4, guess)).toEqual([401, 401, 401, 401]);
    expect((await attempt(admin.email, admin.password, '192.0.2.3', device)).statusCode).toBe(200);
    expect(await statusesOf(6, guess)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('count for a known browser by a cookie that scripts cannot read, for as long as browsers keep one', async () => {
    const { cookies } = await attempt(main.email, main.password, '192.0.2.77');
    expect(cookies.find(({ name }) => name === 'marquee_device')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 400 * 24 * 3600,
    });
  });

  it('get no allowance from a cookie of another account, an invented one, or one from before a new password', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const { device: foreign } = await browserOf(main, '192.0.2.30', '');
    const { session, device: old } = await browserOf(admin, '192.0.2.31');
    const newPassword = 'quite another phrase';
    const body = { currentPassword: admin.password, newPassword };
    expect((await callerOf(site, session)('POST', '/admin/me/password', body)).statusCode).toBe(200);
    await statusesOf(6, (n) => attempt(admin.email, `guess ${n}`, '192.0.2.32'));
    for (const cookie of [foreign, old, 'marquee_device=invented'])
      expect((await attempt(admin.email, newPassword, '192.0.2.32', cookie)).statusCode).toBe(429);
  });
});

describe('the email and the username of an account', () => {
  it('are counted apart, so that a refusal of one says nothing about the other', async () => {
    const { email, username, password } = await createSignedInAdmin(site, 'admin');
    const statuses = await statusesOf(6, (n) => attempt(email, `guess ${n}`, '192.0.2.80'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await attempt({ username }, password, '192.0.2.80')).statusCode).toBe(200);
  });

  it.each([
    ['password', (email: string) => resetPassword(site.database.db, email, 'quite another phrase', site.config)],
    ['second factor', (email: string) => resetSecondFactor(site.database.db, email, site.config)],
    ['wrong guesses', (email: string) => unlockSignIn(site.database.db, email)],
  ])('are unlocked by a reset of the %s', async (what, reset) => {
    const { email, username, password } = await createSignedInAdmin(site, 'admin');
    await statusesOf(6, (n) => attempt(email, `guess ${n}`, '192.0.2.84'));
    await statusesOf(6, (n) => attempt({ username }, `guess ${n}`, '192.0.2.85'));
    await reset(email);
    const current = what === 'password' ? 'quite another phrase' : password;
    for (const who of [email, { username }]) expect((await attempt(who, current, '192.0.2.84')).statusCode).toBe(200);
  });
});

describe('a stranger who keeps guessing at an account', () => {
  const reserveOf = (email: string) => `reserve:identifier:${createHash('sha256').update(email).digest('hex')}`;

  it('does not keep its owner out of a new browser elsewhere', async () => {
    const { email, password } = await createSignedInAdmin(site, 'admin');
    const guess = (n: number) => attempt(email, `guess ${n}`, '198.51.100.7');
    expect((await statusesOf(9, guess)).at(-1)).toBe(429);
    // One typing error is allowed for.
    expect((await attempt(email, 'mistyped', '192.0.2.86')).statusCode).toBe(401);
    expect((await attempt(email, password, '192.0.2.86')).statusCode).toBe(200);
    expect((await guess(10)).statusCode).toBe(429);
  });

  it.each([
    ['IPv6 /48', (n: number) => `2001:db8:7:${n.toString(16)}::1`, '2001:db8:8::1'],
    ['IPv4 /24', (n: number) => `203.0.113.${n}`, '192.0.2.88'],
  ])(
    'gets two guesses from all networks of an %s together, so the reserve is left for the owner',
    async (_, ip, own) => {
      const { email, password } = await createSignedInAdmin(site, 'admin');
      await statusesOf(6, (n) => attempt(email, `guess ${n}`, '198.51.100.7'));
      const guesses = await statusesOf(55, (n) => attempt(email, `guess ${n}`, ip(n)));
      expect(guesses.filter((status) => status === 401).length).toBe(2);
      expect((await attempt(email, password, own)).statusCode).toBe(200);
    },
  );

  it('gets two guesses from each further network, and few in all', async () => {
    const { db } = site.database;
    const { email, password } = await createSignedInAdmin(site, 'admin');
    await statusesOf(6, (n) => attempt(email, `guess ${n}`, '198.51.100.7'));
    const elsewhere = await statusesOf(3, (n) => attempt(email, `guess ${n}`, '203.0.113.8'));
    expect(elsewhere).toEqual([401, 401, 429]);
    const used = { failures: 58, blocked_until: new Date(Date.now() + 15 * 60_000) };
    await db.updateTable('sign_in_attempts').set(used).where('key', '=', reserveOf(email)).execute();
    const refused = await attempt(email, password, '192.0.2.87');
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      expect.stringMatching(/^There were too many attempts\. Try again in 15 minutes\. A passkey/),
    ]);
  });
});

describe('an account that does not exist', () => {
  it('answers like one that does, before and after it is locked', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const answersFor = async (email: string, net: string) => {
      const answers = [];
      for (let n = 0; n < 8; n++) {
        const { statusCode, headers, body } = await attempt(email, `guess ${n}`, `${net}.1`);
        answers.push({ statusCode, headers: { ...headers, date: '' }, body });
      }
      return answers;
    };
    const existing = await answersFor(admin.email, '198.51.100');
    expect(existing.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(await answersFor('nobody.here@example.com', '203.0.113')).toEqual(existing);
    // Its username answers as an unknown one does.
    const byName = await attempt({ username: admin.username }, 'guess', '192.0.2.70');
    const unknown = await attempt({ username: 'nobody-here' }, 'guess', '192.0.2.71');
    expect([byName.statusCode, byName.body]).toEqual([401, unknown.body]);
    expect(unknown.statusCode).toBe(401);
  });

  it('costs as much work: while no more passwords can be hashed, both wait alike', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    // Two at a time and 32 in the queue; each is followed by another at once.
    let isBusy = true;
    const stored = await hashCheaply('somebody else');
    const occupy = async () => {
      while (isBusy) await verifyPassword(stored, 'somebody else');
    };
    const others = Array.from({ length: 34 }, occupy);
    const answers = await Promise.all([
      attempt(admin.email, 'guess', '100.64.0.1'),
      attempt('nobody.else@example.com', 'guess', '100.64.0.2'),
    ]);
    isBusy = false;
    await Promise.all(others);
    const refusal = [429, 'Many people are signing in right now. Please try again in a few seconds.'];
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([refusal, refusal]);
  });
});

describe('the audit log', () => {
  const failures = async (entityId: number) => {
    const query = `/audit?action=failed_login&entityId=${entityId}&limit=200`;
    return (await callerOf(site, main.cookie)('GET', query)).json().entries;
  };

  it('has one entry for the failures of an IP at an account, with their count', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    await Promise.all(Array.from({ length: 9 }, (_, n) => attempt(admin.email, `guess ${n}`, '192.0.2.40')));
    await attempt(admin.email, 'guess', '192.0.2.41');
    expect(await failures(admin.id)).toMatchObject([
      { admin: 'Somebody', adminId: null, ip: '192.0.2.41', after: { attempts: 1, refused: 0 } },
      { admin: 'Somebody', ip: '192.0.2.40', after: { username: admin.username, attempts: 9, refused: 4 } },
    ]);
  });

  it('has one for unknown accounts, without what was typed', async () => {
    for (const n of [1, 2, 3]) await attempt(`my-password-${n}`, 'guess', '2001:db8:0:40::1');
    const entries = (await failures(0)).filter(({ ip }: { ip: string }) => ip === '2001:db8:0:40::/64');
    expect(entries).toMatchObject([{ entityId: '0', after: { attempts: 3, refused: 0 } }]);
    expect(JSON.stringify(entries)).not.toContain('my-password');
  });
});

describe('signing in again', () => {
  const statusOf = async (cookie: string) => (await callerOf(site, cookie)('GET', '/admin/me')).statusCode;

  it('ends the session that the browser had, and no other', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const first = await browserOf(admin, '192.0.2.50');
    const second = await browserOf(admin, '192.0.2.50', `${first.session}; ${first.device}`);
    expect(await statusOf(first.session)).toBe(401);
    expect(await statusOf(second.session)).toBe(200);
    expect(await statusOf(admin.cookie)).toBe(200);
    expect(second.device).toBe(first.device);
  });

  it('is never cached', async () => {
    const answers = [
      await attempt(main.email, main.password, '192.0.2.60', (await browserOf(main, '192.0.2.61')).device),
      await attempt('nobody@example.com', 'guess', '192.0.2.60'),
    ];
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  });
});
