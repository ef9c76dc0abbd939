import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchProxies } from '#api/http/proxy-watch.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let admin: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  admin = await createSignedInAdmin(site, 'admin');
});
afterAll(() => site.stop());

const attempt = (on: TestSite, email: string, password: string, remoteAddress: string, forwardedFor = '198.51.100.7') =>
  on.app.inject({
    method: 'POST',
    url: '/api/adminlogin',
    payload: { email, password },
    headers: { 'x-forwarded-for': forwardedFor },
    remoteAddress,
  });

const spray = async (on: TestSite, remoteAddress: string, forwardedFor?: string) => {
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++)
    statuses.push((await attempt(on, `spray${n}@example.com`, 'guess', remoteAddress, forwardedFor)).statusCode);
  return statuses;
};

const noticeFor = async (on: TestSite, { cookie }: SignedInAdmin) =>
  (await callerOf(on, cookie)('GET', '/dashboard/stats')).json().notice;

it('a forwarded header from a public IP does not switch the counter of that IP off, nor cause a notice', async () => {
  expect((await spray(site, '203.0.113.9')).slice(19)).toEqual([401, 429, 429, 429, 429, 429]);
  expect(await noticeFor(site, admin)).toBeUndefined();
});

it('guesses of one visitor behind a proxy that is not trusted do not lock out the others', async () => {
  expect(await spray(site, '10.0.0.5')).toEqual(Array(25).fill(401));
  expect((await attempt(site, admin.email, admin.password, '10.0.0.5')).statusCode).toBe(200);
});

it('the dashboard then says what to set', async () => {
  expect(await noticeFor(site, admin)).toBe(
    'Requests arrive through a proxy at 10.0.0.5 that is not trusted, so all visitors seem to have its IP. Set TRUST_PROXY=10.0.0.5 and restart the site.',
  );
});

it('a proxy that is trusted passes the IP on, which has its own counter, and causes no notice', async () => {
  const trusting = await startTestSite({ trustProxy: ['10.0.0.5'] });
  try {
    expect((await spray(trusting, '10.0.0.5', '198.51.100.8')).at(-1)).toBe(429);
    expect((await attempt(trusting, 'other@example.com', 'guess', '10.0.0.5', '198.51.100.9')).statusCode).toBe(401);
    expect(await noticeFor(trusting, await createSignedInAdmin(trusting, 'admin'))).toBeUndefined();
  } finally {
    await trusting.stop();
  }
});

it('the log has one warning', () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const watch = watchProxies(pino(stream));
  const request = (ip: string, headers: object) => ({ ip, headers }) as never;
  watch.observe(request('10.0.0.5', {}));
  watch.observe(request('203.0.113.9', { 'x-forwarded-for': '198.51.100.7' }));
  expect(lines).toEqual([]);
  watch.observe(request('::ffff:192.168.1.2', { 'x-forwarded-for': '198.51.100.7' }));
  watch.observe(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' }));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    msg: expect.stringContaining('TRUST_PROXY=192.168.1.2'),
  });
});
