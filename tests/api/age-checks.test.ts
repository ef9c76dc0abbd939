/** Age checks on sites that differ from the usual: their logs, crawlers, other nodes, other providers, and none at all. */
import { pino } from 'pino';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { AgeRule } from '#contract/values/age-checks.ts';
import { seoCheckToken } from '#domain/seo-check/seo-checks.ts';
import type { Config } from '#server/config.ts';
import type { CrawlerDns } from '#server/connections/crawlers.ts';
import type { StartOptions } from '#server/start.ts';
import { startAgeProvider, type TestAgeProvider } from '../support/age-provider.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const running: { stop: () => Promise<void> }[] = [];
const secretKey = 'ab'.repeat(32);
const behindProxy = { trustProxy: ['127.0.0.1'], countryHeader: 'x-country', secretKey };
let provider: TestAgeProvider;
beforeAll(async () => {
  provider = await startAgeProvider();
  return provider.stop;
});
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.stop();
});

const start = async (overrides: Partial<Config>, options: Partial<Pick<StartOptions, 'logger' | 'dns'>> = {}) => {
  const site = await startTestSite({ ...behindProxy, ...overrides }, options);
  running.push(site);
  return site;
};
const setRule = async (site: TestSite, rule: AgeRule) => {
  const { cookie } = await createSignedInAdmin(site, 'main_admin');
  const ageRules = { others: 'question', countries: [{ country: 'DE', rule }] };
  return callerOf(site, cookie)('PUT', '/settings', { ageRules });
};
const get = ({ url }: Pick<TestSite, 'url'>, path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { 'x-country': 'DE', ...headers }, redirect: 'manual' });
const locationOf = ({ headers }: Response) => headers.get('location') ?? '';
const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');
const check = async (site: TestSite, by: TestAgeProvider) => {
  const started = await get(site, '/age/check?to=/tags');
  const { pathname, search, searchParams } = new URL(await by.signIn(locationOf(started), 'adult'));
  const done = await get(site, pathname + search, { cookie: cookiesOf(started) });
  return { done, secrets: [searchParams.get('code') ?? '', searchParams.get('state') ?? ''] };
};

it('nothing of an age check is logged, counted by visitor or audited', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const site = await start({ ageProvider: provider.settings, metricsPort: 0 }, { logger });
  await setRule(site, 'assurance');
  await get(site, '/tags');
  const { done, secrets } = await check(site, provider);
  expect(locationOf(done)).toBe('/tags');
  const token = /marquee_over18=([^;]+)/.exec(cookiesOf(done))?.[1] ?? '';
  await get(site, '/tags', { cookie: cookiesOf(done) });
  await get(site, `/age/callback?code=${secrets[0]}&state=${secrets[1]}`);
  provider.mode = 'down';
  const failed = await get(site, '/age/check?to=/tags');
  expect(failed.status).toBe(303);
  provider.mode = 'working';
  await expect.poll(() => lines.some((line) => line.includes('/age/callback'))).toBe(true);
  const audit = await site.database.db.selectFrom('audit_log').selectAll().execute();
  const metrics = await (await fetch(site.metricsUrl ?? '')).text();
  const traces = lines.join('') + JSON.stringify(audit) + metrics;
  for (const secret of [...secrets, token, 'sub":"adult']) expect(secret.length).toBeGreaterThan(5);
  for (const secret of [...secrets, token, 'sub":"adult']) expect(traces).not.toContain(secret);
  expect(lines.join('')).not.toContain('request refused');
});

it('lets in search engines that DNS confirms, from the first request on, and the own SEO check', async () => {
  const dns = {
    reverse: async (ip: string) => (ip === '192.0.2.1' ? ['crawl-1.googlebot.com'] : []),
    resolve4: async () => ['192.0.2.1'],
    resolve6: async () => [],
  } as unknown as CrawlerDns;
  const site = await start({ crawlerNetworks: ['192.0.2.128/25'] }, { dns });
  await setRule(site, 'closed');
  const statusOf = async (headers: Record<string, string>) => (await get(site, '/tags', headers)).status;
  const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  expect(await statusOf({ 'user-agent': userAgent, 'x-forwarded-for': '192.0.2.2' })).toBe(451);
  expect(await statusOf({ 'user-agent': userAgent, 'x-forwarded-for': '192.0.2.1' })).toBe(200);
  expect(await statusOf({ 'user-agent': userAgent, 'x-forwarded-for': '192.0.2.1' })).toBe(200);
  expect(await statusOf({ 'user-agent': userAgent, 'x-forwarded-for': '192.0.2.2' })).toBe(451);
  expect(await statusOf({ 'x-forwarded-for': '192.0.2.1' })).toBe(451);
  expect(await statusOf({ 'x-forwarded-for': '192.0.2.200' })).toBe(200);
  expect(await statusOf({ 'x-seo-check': seoCheckToken(Buffer.from(secretKey, 'hex')) })).toBe(200);
  expect(await statusOf({ 'x-seo-check': 'guessed' })).toBe(451);
});

it('shuts search engines out as well where the operator wants it, but not the own SEO check', async () => {
  const site = await start({ crawlerNetworks: ['192.0.2.128/25'] });
  const { cookie } = await createSignedInAdmin(site, 'main_admin');
  const save = async (ageRulesForCrawlers: boolean) =>
    callerOf(site, cookie)('PUT', '/settings', { ageRules: { others: 'closed', countries: [] }, ageRulesForCrawlers });
  const statusOf = async (headers: Record<string, string>) => (await get(site, '/tags', headers)).status;
  const crawler = { 'x-forwarded-for': '192.0.2.200' };
  await save(false);
  await expect.poll(() => statusOf(crawler)).toBe(200);
  await save(true);
  await expect.poll(() => statusOf(crawler)).toBe(451);
  expect(await statusOf({ 'x-seo-check': seoCheckToken(Buffer.from(secretKey, 'hex')) })).toBe(200);
});

it('a claim may be in the userinfo of the provider', async () => {
  const other = await startAgeProvider({ inIdToken: false });
  running.push(other);
  const site = await start({ ageProvider: other.settings });
  await setRule(site, 'assurance');
  expect(locationOf((await check(site, other)).done)).toBe('/tags');
  expect(other.requests).toContain('GET /me');
});

it('other nodes follow the rules and know whose age was checked; one without a provider stays closed, and cannot set such a rule', async () => {
  const first = await start({ ageProvider: provider.settings });
  const second = await start({ ageProvider: provider.settings, ...first.sameDatabase });
  const without = await start(first.sameDatabase);
  const refused = await setRule(without, 'assurance');
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'Age checks by a provider need AGE_ISSUER and AGE_CLIENT_ID, which the operator of the server sets.',
  ]);
  await setRule(without, 'question');
  expect((await get(second, '/tags')).status).toBe(200);
  await setRule(first, 'assurance');
  for (const other of [second, without]) await expect.poll(async () => (await get(other, '/tags')).status).toBe(403);
  const { done } = await check(first, provider);
  expect((await get(second, '/tags', { cookie: cookiesOf(done) })).status).toBe(200);
  expect(await (await get(without, '/tags')).text()).toContain('not available right now');
  const started = await get(without, '/age/check?to=/tags');
  expect([started.status, locationOf(started)]).toEqual([303, '/age?problem=unavailable&to=%2Ftags']);
});
