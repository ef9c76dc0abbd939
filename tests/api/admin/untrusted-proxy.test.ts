import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { watchProxies } from '#api/http/proxy-watch.ts';
import { countAttempt, signInCounters } from '#domain/accounts/sign-in-attempts.ts';
import { createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let admin: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  admin = await createSignedInAdmin(site, 'admin');
  // Time stands still, so that no pause ends however long the attempts take.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  await site.stop();
});

const attempt = (on: TestSite, email: string, password: string, remoteAddress: string, forwardedFor = '198.51.100.7') =>
  on.app.inject({
    method: 'POST',
    url: '/api/adminlogin',
    payload: { email, password },
    headers: { 'x-forwarded-for': forwardedFor },
    remoteAddress,
  });

/** As if so many guesses had failed, each at another account: hashing what they guess takes 20 ms. */
const guessedBefore = async (on: TestSite, ip: string, isIpShared: boolean, count: number) => {
  const client = { ip, isIpShared, device: undefined };
  const counters = signInCounters({ ...client, identifier: 'x' });
  const ofIp = counters.filter(({ kind }) => kind === (isIpShared ? 'sharedIp' : 'ip'));
  expect(ofIp).toHaveLength(1);
  for (let n = 0; n < count; n++) await countAttempt(on.database.db, ofIp);
};

const spray = async (on: TestSite, remoteAddress: string, { forwardedFor = '198.51.100.7', guesses = 5 } = {}) => {
  const statuses: number[] = [];
  for (let n = 0; n < guesses; n++)
    statuses.push((await attempt(on, `spray${n}@example.com`, 'guess', remoteAddress, forwardedFor)).statusCode);
  return statuses;
};

/** The notice of an admin whose own requests come from this IP, with or without a forwarded header. */
const noticeFor = async (on: TestSite, { cookie }: SignedInAdmin, remoteAddress: string, forwardedFor = '') => {
  const headers = { cookie, ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}) };
  return (await on.app.inject({ url: '/api/dashboard/stats', headers, remoteAddress })).json().notice;
};

it('a forwarded header from a public IP does not switch the counter of that IP off, nor cause a notice', async () => {
  await guessedBefore(site, '203.0.113.9', false, 18);
  expect(await spray(site, '203.0.113.9')).toEqual([401, 401, 429, 429, 429]);
  expect(await noticeFor(site, admin, '203.0.113.9', '198.51.100.7')).toBeUndefined();
});

it('guesses of one visitor behind a proxy that is not trusted do not lock out the others', async () => {
  await guessedBefore(site, '10.0.0.5', true, 20);
  expect(await spray(site, '10.0.0.5')).toEqual(Array(5).fill(401));
  expect((await attempt(site, admin.email, admin.password, '10.0.0.5')).statusCode).toBe(200);
});

it('a forged header does not end the counting: whoever is behind that IP has to pause as well, only later', async () => {
  await guessedBefore(site, '10.0.0.6', true, 98);
  expect(await spray(site, '10.0.0.6')).toEqual([401, 401, 429, 429, 429]);
  // Another header is no way out, and other peers are not affected.
  expect((await attempt(site, 'other@example.com', 'guess', '10.0.0.6', '192.0.2.1')).statusCode).toBe(429);
  expect((await attempt(site, 'other@example.com', 'guess', '10.0.0.5')).statusCode).toBe(401);
});

it('the dashboard tells admins who came through the proxy what to set', async () => {
  expect(await noticeFor(site, admin, '10.0.0.5', '198.51.100.7')).toBe(
    'Requests arrive through a proxy at 10.0.0.5 that is not trusted, so all visitors seem to have its IP. Set TRUST_PROXY=10.0.0.5 and restart the site.',
  );
});

it('a header that somebody else forged recommends nothing to the operator', async () => {
  await attempt(site, 'other@example.com', 'guess', '10.0.0.66');
  expect(await noticeFor(site, admin, '10.0.0.7')).toBeUndefined();
  expect(await noticeFor(site, admin, '10.0.0.5', '198.51.100.7')).not.toContain('10.0.0.66');
});

it('a proxy that is trusted passes the IP on, which has its own counter, and causes no notice', async () => {
  const trusting = await startTestSite({ trustProxy: ['10.0.0.5'] });
  try {
    await guessedBefore(trusting, '198.51.100.8', false, 19);
    expect(await spray(trusting, '10.0.0.5', { forwardedFor: '198.51.100.8', guesses: 2 })).toEqual([401, 429]);
    expect((await attempt(trusting, 'other@example.com', 'guess', '10.0.0.5', '198.51.100.9')).statusCode).toBe(401);
    const operator = await createSignedInAdmin(trusting, 'admin');
    expect(await noticeFor(trusting, operator, '10.0.0.5', '198.51.100.9')).toBeUndefined();
  } finally {
    await trusting.stop();
  }
});

it('the log has one warning for each peer, and not for many', () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const watch = watchProxies(pino(stream));
  const request = (ip: string, headers: object) => ({ ip, headers }) as never;
  const forwarded = { 'x-forwarded-for': '198.51.100.7' };
  watch(request('10.0.0.5', {}));
  watch(request('203.0.113.9', forwarded));
  expect(lines).toEqual([]);
  for (const ip of ['::ffff:192.168.1.2', '127.0.0.1', '192.168.1.2']) watch(request(ip, forwarded));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: expect.stringContaining('If that is your proxy') },
    { level: 40, msg: expect.stringContaining('TRUST_PROXY=127.0.0.1') },
  ]);
  expect(lines[0]).toContain('TRUST_PROXY=192.168.1.2');
  for (let n = 0; n < 50; n++) watch(request(`10.1.0.${n}`, forwarded));
  expect(lines).toHaveLength(10);
});
