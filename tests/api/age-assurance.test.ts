/** Age rules by country, and age checks through a provider of OpenID Connect. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AgeRule } from '#contract/values/age-checks.ts';
import { createAgeProvider } from '#domain/age-assurance/age-provider.ts';
import { startAgeProvider, type TestAgeProvider } from '../support/age-provider.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let provider: TestAgeProvider;
let site: TestSite;
let admin: SignedInAdmin;

beforeAll(async () => {
  provider = await startAgeProvider();
  site = await startTestSite({
    seedDemo: true,
    trustProxy: ['127.0.0.1'],
    countryHeader: 'x-country',
    ageProvider: provider.settings,
  });
  admin = await createSignedInAdmin(site, 'main_admin');
});
afterAll(async () => {
  await site.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.mode = 'working';
});

type Rules = { others: AgeRule; countries: { country: string; rule: AgeRule }[] };

const rules = (others: AgeRule, countries: Record<string, AgeRule> = {}): Rules => ({
  others,
  countries: Object.entries(countries).map(([country, rule]) => ({ country, rule })),
});
const save = async (ageRules: Rules) => {
  const response = await callerOf(site, admin.cookie)('PUT', '/settings', { ageRules });
  if (response.statusCode !== 200) throw new Error(response.body);
};
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(site.url + path, { method, headers, redirect: 'manual' });
const from = (country: string) => ({ 'x-country': country });
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
const locationOf = (response: Response) => response.headers.get('location') ?? '';

/** Begins an age check and does what a visitor does at the provider. */
const startCheck = async (account: string, to = '/tags') => {
  const started = await get(`/age/check?to=${encodeURIComponent(to)}`, from('DE'));
  const url = new URL(await provider.signIn(locationOf(started), account));
  return { cookie: cookiesOf(started), callback: url.pathname + url.search };
};
const check = async (account: string, to?: string) => {
  const { cookie, callback } = await startCheck(account, to);
  return get(callback, { ...from('DE'), cookie });
};
const assuredCookie = async () => cookiesOf(await check('adult'));

/** Some of every kind. */
const guarded = [
  '/',
  '/2',
  '/tags',
  '/video/1',
  '/search?q=milf',
  '/no/such/page',
  '/new-content.rss',
  '/sitemap.xml',
  '/art/1.svg',
  '/api/art/1.svg',
  '/api/tags',
  '/api/settings',
  '/api/getpostdata',
  '/llms.txt',
];
const openToAll = [
  '/terms',
  '/privacy',
  '/content-removal',
  '/report',
  '/admin',
  '/admin/dashboard',
  '/robots.txt',
  '/manifest.webmanifest',
  '/icon.svg',
  '/healthz',
  '/readyz',
  '/api/docs/json',
];

describe('with the question alone', () => {
  beforeAll(() => save(rules('question', { DE: 'question' })));

  it('every page is the same as ever, for all countries, and may be cached by everyone', async () => {
    for (const headers of [{}, from('DE'), from('XX')])
      for (const path of ['/', '/tags']) {
        const response = await get(path, headers);
        expect([response.status, response.headers.get('cache-control')], path).toEqual([
          200,
          'public, max-age=0, s-maxage=1, proxy-revalidate',
        ]);
        expect(response.headers.get('vary')).toBe('Accept-Encoding');
      }
    expect((await get('/art/1.svg')).headers.get('cache-control')).toMatch(/^public/);
  });

  it('there is no age check to do', async () => {
    for (const path of ['/age?to=/tags', '/age/check?to=/tags']) {
      const response = await get(path);
      expect([response.status, locationOf(response)], path).toEqual([303, '/tags']);
    }
  });
});

describe('a country with age assurance', () => {
  beforeAll(() => save(rules('question', { DE: 'assurance' })));

  it('gets the door in place of everything, also of what was cached before', async () => {
    for (const path of guarded) {
      expect((await get(path, from('FR'))).status, path).toBeLessThan(500);
      const response = await get(path, from('DE'));
      expect([response.status, response.headers.get('cache-control')], path).toEqual([403, 'private, no-store']);
      expect(response.headers.get('etag'), path).toBeNull();
    }
  });

  it('gets no title, thumbnail, tag or performer with it', async () => {
    const { records } = await (await get('/api/getpostdata', from('FR'))).json();
    const { tags } = await (await get('/api/tags?limit=500', from('FR'))).json();
    const { pornstars } = await (await get('/api/pornstars?limit=500', from('FR'))).json();
    expect(records.length * tags.length * pornstars.length).toBeGreaterThan(0);
    for (const path of ['/', '/video/1', '/tag/milf', '/admin/no-such-screen', ...openToAll.slice(0, 4)]) {
      const html = await (await get(path, from('DE'))).text();
      expect(html, path).not.toMatch(/\/art\/|\/uploads\/|\/video\/|\/tag\/|\/pornstar\//);
      for (const { titel } of records) expect(html, path).not.toContain(titel);
      for (const name of pornstars) expect(html, path).not.toContain(name);
      for (const tag of tags) expect(html, path).not.toContain(`>${tag}<`);
    }
  });

  it.each(openToAll)('has %s all the same', async (path) => {
    expect((await get(path, from('DE'))).status).toBe(200);
  });

  it('has the not-found page of the back-office', async () => {
    expect((await get('/admin/no-such-screen', from('DE'))).status).toBe(404);
  });

  it('gets no page by another method, encoding, condition or spelling', async () => {
    const etag = (await get('/tags', { ...from('FR'), 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await get('/tags', { ...from('DE'), 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(403);
    expect((await get('/tags', { ...from('DE'), range: 'bytes=0-10' })).status).toBe(403);
    expect((await get('/tags', from('DE'), 'HEAD')).status).toBe(403);
    for (const path of ['/TAGS', '//tags', '/tags/', '/tags?x=1', '/video/1-other', '/tags?_shut-out=1'])
      expect((await get(path, from('DE'))).status, path).toBe(403);
    for (const encoding of ['br', 'gzip', 'identity'])
      expect((await get('/tags', { ...from('DE'), 'accept-encoding': encoding })).status, encoding).toBe(403);
  });

  it('is sent to the door by client-side navigation too', async () => {
    for (const path of ['/tags.data', '/_.data', '/tag/milf.data?_routes=public%2Ftag%2F%3Atag']) {
      expect((await get(path, from('FR'))).status, path).toBe(200);
      const response = await get(path, from('DE'));
      expect([response.status, await response.text()], path).toEqual([204, '']);
      expect(response.headers.get('x-remix-reload-document')).toBe('true');
      expect(response.headers.get('x-remix-redirect')).toBe(path.replace(/_?\.data.*/, ''));
    }
    expect((await get('/terms.data', from('DE'))).status).toBe(200);
  });

  it('is told by the API what to do', async () => {
    expect(await (await get('/api/tags', from('DE'))).json()).toMatchObject({
      success: false,
      code: 'age_assurance_required',
    });
    expect((await get('/api/updateviews/1', from('DE'), 'POST')).status).toBe(403);
  });

  it('is recognised by the header of a trusted proxy alone', async () => {
    const inject = (remoteAddress: string, headers: Record<string, string>) =>
      site.app.inject({ url: '/tags', remoteAddress, headers }).then(({ statusCode }) => statusCode);
    expect(await inject('127.0.0.1', from('FR'))).toBe(200);
    expect(await inject('203.0.113.7', from('FR'))).toBe(403);
    expect(await inject('203.0.113.7', { ...from('FR'), 'x-forwarded-for': '127.0.0.1' })).toBe(403);
  });

  it.each(['', 'XX', 'T1', 'FRA', 'FR, FR', 'fr;', '%'])('counts as an unknown one: %j', async (country) => {
    expect((await get('/tags', from(country))).status).toBe(403);
    expect((await get('/tags', {})).status).toBe(403);
    expect((await get('/tags', from(' fr '))).status).toBe(200);
  });

  it('keeps what others see out of caches that they share', async () => {
    for (const path of ['/tags', '/new-content.rss', '/art/1.svg', '/api/tags', '/tags.data', '/terms']) {
      for (const headers of [from('FR'), { ...from('FR'), 'accept-encoding': 'br' }]) {
        const policy = (await get(path, headers)).headers.get('cache-control');
        expect(policy, path).toMatch(/^private/);
        expect(policy, path).not.toMatch(/public|s-maxage/);
      }
    }
  });

  it('does not believe a crawler by its user agent', async () => {
    const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    expect((await get('/tags', { ...from('DE'), 'user-agent': userAgent })).status).toBe(403);
  });

  it('does not shut out admins who are signed in', async () => {
    const headers = { ...from('DE'), cookie: admin.cookie };
    for (const path of ['/api/tags', '/art/1.svg', '/tags', '/api/settings'])
      expect((await get(path, headers)).status, path).toBe(200);
    expect((await get('/tags', { ...from('DE'), cookie: 'marquee_session=forged' })).status).toBe(403);
  });
});

describe('an age check', () => {
  beforeAll(() => save(rules('question', { DE: 'assurance', KP: 'closed' })));

  it('opens the site, and leads to the page that was wanted', async () => {
    const door = await (await get('/tags?letter=b', from('DE'))).text();
    const start = /href="(\/age\/check\?[^"]*)"/.exec(door)?.[1];
    expect(start).toBe('/age/check?to=%2Ftags%3Fletter%3Db');
    const done = await check('adult', '/tags?letter=b');
    expect([done.status, locationOf(done)]).toEqual([303, '/tags?letter=b']);
    const cookie = cookiesOf(done);
    for (const path of ['/tags', '/video/1', '/api/tags', '/art/1.svg', '/new-content.rss'])
      expect((await get(path, { ...from('DE'), cookie })).status, path).toBe(200);
    expect((await get('/tags', { ...from('KP'), cookie })).status).toBe(451);
  });

  it('opens documents that no browser keeps, and pictures that it may', async () => {
    const cookie = await assuredCookie();
    const policyOf = async (path: string, country = 'DE') =>
      (await get(path, { ...from(country), cookie })).headers.get('cache-control');
    // Once from the page and once from the cache of pages.
    for (const path of ['/tags?letter=c', '/tags?letter=c', '/no/such/page'])
      expect(await policyOf(path), path).toBe('private, no-store');
    expect(await policyOf('/tags.data')).toBe('private, max-age=10');
    expect(await policyOf('/art/1.svg')).toMatch(/^private, max-age=[1-9]/);
    expect(await policyOf('/tags', 'FR')).toBe('private, max-age=0');
  });

  it('answers the question of the age gate where there is no JavaScript', async () => {
    const answer = async (cookie: string) => (await get('/age/answer.css', { ...from('DE'), cookie })).text();
    expect(await answer(await assuredCookie())).toContain('#age-gate');
    for (const cookie of ['', 'marquee_over18=2999-01-01.x']) expect(await answer(cookie)).toBe('');
    // Who only answered the question is asked for the check all the same.
    expect((await get('/tags', { ...from('DE'), cookie: 'marquee_adult=1' })).status).toBe(403);
  });

  it('leaves a cookie that says nothing but until when, the same for everyone', async () => {
    vi.setSystemTime(Date.now());
    onTestFinished(() => void vi.useRealTimers());
    const done = await check('adult');
    const [assured = '', flag] = done.headers.getSetCookie().filter((set) => !set.includes('=;'));
    expect(assured).toMatch(
      /^marquee_over18=\d{4}-\d\d-\d\d\.[\w-]{43}; Path=\/; Expires=[^;]+ 00:00:00 GMT; HttpOnly; SameSite=Lax$/,
    );
    expect(flag).toMatch(/^marquee_adult=1; Path=\/; Expires=[^;]+; SameSite=Lax$/);
    expect(cookiesOf(await check('adult'))).toBe(cookiesOf(done));
    const days = (Date.parse(/\d{4}-\d\d-\d\d/.exec(assured)?.[0] ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThanOrEqual(31);
  });

  it.each(['2999-01-01', '2020-01-01'])('a cookie that somebody made up opens nothing: until %s', async (day) => {
    const [token = ''] = /[^=]+$/.exec((await assuredCookie()).split(';')[0] ?? '') ?? [];
    const signature = token.split('.')[1];
    for (const value of [`${day}.${signature}`, `${day}.`, day, 'x'.repeat(5000)])
      expect((await get('/tags', { ...from('DE'), cookie: `marquee_over18=${value}` })).status).toBe(403);
  });

  it.each([
    ['cancel', 'cancelled'],
    ['refuse', 'refused'],
    ['fail', 'failed'],
    ['minor', 'under-18'],
    ['silent', 'unclear'],
  ])('of somebody who is %s there opens nothing and says why', async (account, problem) => {
    const done = await check(account, '/video/1');
    expect([done.status, locationOf(done)]).toEqual([303, `/age?problem=${problem}&to=%2Fvideo%2F1`]);
    expect(cookiesOf(done)).toBe('');
    const door = await get(locationOf(done), from('DE'));
    expect(door.status).toBe(403);
    const html = await door.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain('/age/check?to=%2Fvideo%2F1');
  });

  it('cannot be finished by another browser, with another state, or twice', async () => {
    const expired = [303, '/age?problem=expired&to=%2F'];
    const { cookie, callback } = await startCheck('adult');
    const elsewhere = await get(callback, from('DE'));
    expect([elsewhere.status, locationOf(elsewhere)]).toEqual(expired);
    const forged = callback.replace(/state=[^&]*/, 'state=forged');
    const other = await get(forged, { ...from('DE'), cookie });
    expect([other.status, locationOf(other), cookiesOf(other)]).toEqual([...expired, '']);
    const mine = await startCheck('adult');
    const mixed = await get(callback, { ...from('DE'), cookie: mine.cookie });
    expect([mixed.status, locationOf(mixed)]).toEqual(expired);
    const first = await get(callback, { ...from('DE'), cookie });
    expect(locationOf(first)).toBe('/tags');
    const again = await get(callback, { ...from('DE'), cookie });
    expect(locationOf(again)).toBe('/age?problem=unavailable&to=%2Ftags');
    expect(cookiesOf(again)).toBe('');
    const back = await get(callback, { ...from('DE'), cookie: cookiesOf(first) });
    expect([back.status, locationOf(back)]).toEqual([303, '/']);
  });

  it('is finished once for somebody who reloads meanwhile', async () => {
    const { cookie, callback } = await startCheck('adult');
    const both = await Promise.all([1, 2].map(() => get(callback, { ...from('DE'), cookie })));
    expect(both.map(locationOf)).toEqual(['/tags', '/tags']);
  });

  it('works in two tabs at once', async () => {
    const one = await startCheck('adult', '/tags');
    const other = await startCheck('adult', '/pornstars');
    const cookie = `${one.cookie}; ${other.cookie}`;
    expect(locationOf(await get(one.callback, { ...from('DE'), cookie }))).toBe('/tags');
    expect(locationOf(await get(other.callback, { ...from('DE'), cookie }))).toBe('/pornstars');
  });

  it('keeps a few pending ones, however often it is started', async () => {
    const jar = new Map<string, string>();
    for (let n = 0; n < 8; n++) {
      const cookie = Array.from(jar, (pair) => pair.join('=')).join('; ');
      for (const set of (await get('/age/check', { ...from('DE'), cookie })).headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
    }
    expect(jar.size).toBe(3);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', '/age/check', 'tags', ''])(
    'never leads to another site: %j',
    async (to) => {
      expect(locationOf(await check('adult', to))).toBe('/');
    },
  );

  it('says so if the provider does not answer, and lets nobody in', async () => {
    const { cookie, callback } = await startCheck('adult');
    provider.mode = 'down';
    const done = await get(callback, { ...from('DE'), cookie });
    expect(locationOf(done)).toBe('/age?problem=unavailable&to=%2Ftags');
    expect(cookiesOf(done)).toBe('');
    expect(await (await get(locationOf(done), from('DE'))).text()).toContain('is not available right now');
  });

  it('does not wait for ever for a provider', async () => {
    const impatient = createAgeProvider({
      ...provider.settings,
      siteUrl: site.url,
      allow: [],
      timeoutSeconds: 0.1,
    });
    provider.mode = 'silent';
    await expect(impatient.start('/')).rejects.toThrow();
    await expect(impatient.check()).rejects.toThrow();
  });
});

describe('a closed country', () => {
  beforeAll(() => save(rules('question', { DE: 'assurance', KP: 'closed' })));

  it('gets a notice that names the legal reason, with status 451', async () => {
    for (const path of guarded) expect((await get(path, from('KP'))).status, path).toBe(451);
    const html = await (await get('/tags', from('KP'))).text();
    expect(html).toContain('For legal reasons');
    expect(html).toContain('href="/terms"');
    expect(html).not.toContain('/age/check');
    expect(await (await get('/api/tags', from('KP'))).json()).toMatchObject({ success: false, code: 'country_closed' });
  });

  it.each(openToAll)('has %s all the same', async (path) => {
    expect((await get(path, from('KP'))).status).toBe(200);
  });

  it.each(['XX', 'T1', 'EU', 'A1', 'ZZ'])('is what an unknown country counts as: %s', async (country) => {
    expect((await get('/tags', from(country))).status).toBe(451);
  });

  it('is named as who blocks, on pages, calls and pictures', async () => {
    const linkOf = async (path: string, country: string) => (await get(path, from(country))).headers.get('link');
    for (const path of [...guarded, '/age'])
      expect(await linkOf(path, 'KP'), path).toBe(`<${site.config.siteUrl}/>; rel="blocked-by"`);
    for (const country of ['DE', 'FR']) expect(await linkOf('/art/1.svg', country)).toBeNull();
  });

  it('may be Kosovo, whose code is of no standard', async () => {
    expect((await get('/tags', from('XK'))).status).toBe(200);
    await save(rules('question', { KP: 'closed', XK: 'closed' }));
    expect((await get('/tags', from('XK'))).status).toBe(451);
  });
});

describe('a change of the rules', () => {
  it('holds for cached pages as soon as it is saved', async () => {
    await save(rules('question'));
    expect((await get('/tags', from('DE'))).status).toBe(200);
    await save(rules('assurance', { FR: 'question' }));
    expect((await get('/tags', from('DE'))).status).toBe(403);
    expect((await get('/tags', from('FR'))).status).toBe(200);
    await save(rules('question'));
    const open = await get('/tags', from('DE'));
    expect([open.status, open.headers.get('cache-control')?.slice(0, 6)]).toEqual([200, 'public']);
  });

  it.each([
    [{ others: 'question', countries: [{ country: 'ZZ', rule: 'closed' }] }, 'There is no country with the code ZZ.'],
    [
      { others: 'question', countries: [{ country: 'de', rule: 'closed' }] },
      'Choose a country by its code of two letters, such as DE.',
    ],
    [
      {
        others: 'question',
        countries: [
          { country: 'DE', rule: 'closed' },
          { country: 'DE', rule: 'question' },
        ],
      },
      'Only one rule can be set for DE.',
    ],
    [{ others: 'never', countries: [] }, 'The age rule must be one of question, assurance, closed.'],
  ])('is refused if it makes no sense: %j', async (ageRules, message) => {
    const response = await callerOf(site, admin.cookie)('PUT', '/settings', { ageRules });
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
  });
});
