import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/calls/route.ts';
import { routes } from '#contract/calls/routes.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

type Row = [call: string, status: number, message: string | RegExp, body?: unknown];

const anyPage = 'page must be a whole number from 1 to 1,000,000,000.';

const pages = (path: string, maxLimit: number): Row[] => [
  [`GET ${path}?page=0`, 400, anyPage],
  [`GET ${path}?page=-1`, 400, anyPage],
  [`GET ${path}?page=1.5`, 400, anyPage],
  [`GET ${path}?page=abc`, 400, anyPage],
  [`GET ${path}?page=1&page=2`, 400, anyPage],
  [`GET ${path}?page=1e999`, 400, anyPage],
  [`GET ${path}?page=99999999999999999999`, 400, anyPage],
  [`GET ${path}?limit=0`, 400, `limit must be a whole number from 1 to ${maxLimit.toLocaleString('en-US')}.`],
  [`GET ${path}?limit=NaN`, 400, `limit must be a whole number from 1 to ${maxLimit.toLocaleString('en-US')}.`],
];

const invalidNames = (name: string) =>
  `${name} must be a comma-separated list of tags, or of performers as performer:name.`;

const videoLists = ['/getpostdata', '/getnewVideos', '/getpopularVideos', '/getTopRate', '/getindians', '/getHijabi'];

const rows: Row[] = [
  ...[...videoLists, '/relatedpostData', '/pornstar/x', '/tags/x/posts'].flatMap((path): Row[] => [
    ...pages(path, 5000),
    [`GET ${path}?limit=101`, 400, 'limit must be a whole number from 1 to 100.'],
    [`GET ${path}?limit=5001`, 400, 'limit must be a whole number from 1 to 5,000.'],
  ]),
  ...[...videoLists, '/pornstar/x', '/tags/x/posts'].flatMap((path): Row[] => [
    [`GET ${path}?sort=random`, 400, 'sort must be one of best, newest, popular, liked, longest.'],
    [`GET ${path}?duration=10`, 400, 'duration must be one of short, medium, long.'],
    [`GET ${path}?age=decade`, 400, 'age must be one of day, week, month, year.'],
    [`GET ${path}?facets=maybe`, 400, 'facets must be true or false.'],
    [`GET ${path}?with=${'x'.repeat(10_000)}`, 400, 'with may have at most 1,000 characters.'],
    [`GET ${path}?with=performer:`, 400, invalidNames('with')],
    [`GET ${path}?without=a,%F0%9F%99%82`, 400, invalidNames('without')],
    [`GET ${path}?with=a,b,c,d,e&without=f,g,h,i`, 400, /^with and without may have at most 8 tags and performers/],
  ]),
  ...videoLists.flatMap((path): Row[] => [
    [`GET ${path}?category=unknown`, 400, 'category must be one of english, indian, hijabi, viral.'],
    [`GET ${path}?search=${'x'.repeat(20_001)}`, 400, /^search may have at most 20,000 characters|too long/i],
    [`DELETE ${path}`, 404, /There is no call/],
  ]),
  ['POST /archive', 404, /There is no call/],
  ['GET /archive/2026-13', 400, 'month must look like 2026-11.'],
  ['GET /archive/days/2026-11-32/posts', 400, 'day must look like 2026-11-16.'],
  [`GET /relatedpostData?exclude=abc`, 400, 'exclude must be a decimal number.'],
  ['POST /getVideo/abc', 400, 'id must be a decimal number.'],
  ['POST /getVideo/1-slug', 400, 'id must be a decimal number.'],
  ['POST /getVideo/-1', 400, 'id must be a decimal number.'],
  ['POST /getVideo/999999999999999999', 404, 'There is no such video.'],
  ['POST /getVideo/9999999999999999999', 400, 'id must be a decimal number.'],
  ['POST /updateviews/abc', 400, 'id must be a decimal number.', { views: 1 }],
  ['POST /updateviews/424242', 404, 'There is no such video.', { views: 1 }],
  ['POST /updateviews/424242', 400, /JSON/, '{"views":'],
  ['POST /clicks', 400, 'Choose a kind.', { target: '1', openMs: 1 }],
  ['POST /clicks', 400, /kind must be one of play, link, embed, visit/, { kind: 'buy', target: '1', openMs: 1 }],
  ['POST /clicks', 400, 'The target must be the id of a video.', { kind: 'play', target: '1; drop', openMs: 1 }],
  ['POST /clicks', 400, 'Enter a target.', { kind: 'visit', target: '', openMs: 1 }],
  ['POST /clicks', 400, /^The target may have at most/, { kind: 'visit', target: 'x'.repeat(501), openMs: 1 }],
  ['POST /clicks', 400, /^The time must be a whole number/, { kind: 'play', target: '1', openMs: -1 }],
  ['POST /clicks', 400, 'ip is not a known field.', { kind: 'play', target: '1', openMs: 1, ip: '10.0.0.1' }],
  ...pages('/pornstars', 1000),
  ['GET /pornstars?limit=1001', 400, 'limit must be a whole number from 1 to 1,000.'],
  ['GET /pornstars?letter=AB', 400, 'letter must be a letter from A to Z, or all.'],
  ['GET /pornstars?letter=%C3%A9', 400, 'letter must be a letter from A to Z, or all.'],
  ['GET /pornstars?sort=size', 400, 'sort must be one of name, count.'],
  ['POST /pornstars/images', 400, 'names is required.'],
  ['POST /updateviews/424242', 400, 'The body must be an object.', [1]],
  ['POST /pornstars/images', 400, 'names is required.', {}],
  ['POST /pornstars/images', 400, 'names must be a list.', { names: 'x' }],
  ['POST /pornstars/images', 400, 'The name must be text.', { names: [1] }],
  ['POST /pornstars/images', 400, 'names may have at most 1,000 entries.', { names: Array(1001).fill('x') }],
  ...pages('/tags', 1000),
  ['GET /tags?limit=1001', 400, 'limit must be a whole number from 1 to 1,000.'],
  ['GET /tags?sort=size', 400, 'sort must be one of count, name.'],
  ['GET /tags?letter=AB', 400, 'letter must be a single letter or digit.'],
  ['GET /tags?letter=%26', 400, 'letter must be a single letter or digit.'],
  ['POST /tags/letters', 404, /There is no call/],
  ['GET /tags/random?count=0', 400, 'count must be a whole number from 1 to 1,000.'],
  ['GET /tags/random?count=1001', 400, 'count must be a whole number from 1 to 1,000.'],
  ['GET /tags/random?count=x', 400, 'count must be a whole number from 1 to 1,000.'],
  ['POST /tags/images', 400, 'tags is required.', {}],
  ['POST /tags/images', 400, 'tags must be a list.', { tags: { a: 1 } }],
  ['POST /tags/images', 400, 'The tag must be text.', { tags: ['a', null] }],
  ['POST /tags/renamed', 400, 'tags is required.', {}],
  ['POST /tags/renamed', 400, 'The tag must be text.', { tags: [7] }],
  ['POST /tags/renamed', 400, 'tags may have at most 1,000 entries.', { tags: Array(1001).fill('x') }],
  [`GET /tags/${'x'.repeat(201)}/metadata`, 400, 'tag may have at most 200 characters.'],
  [`GET /tags/${'x'.repeat(201)}/posts`, 400, 'tag may have at most 200 characters.'],
  [`GET /tags/%E0%A4%A/posts`, 400, 'This URL is not valid.'],
  [`GET /pornstar/${'x'.repeat(201)}`, 400, 'name may have at most 200 characters.'],
  [`GET /pornstar/${'x'.repeat(201)}/metadata`, 400, 'name may have at most 200 characters.'],
  ['GET /footer/tags?count=0', 400, 'count must be a whole number from 1 to 1,000.'],
  [`GET /footer/tags?selectedTag=${'x'.repeat(201)}`, 400, 'selectedTag may have at most 200 characters.'],
  ['GET /footer/pornstars?count=-3', 400, 'count must be a whole number from 1 to 1,000.'],
  [`GET /suggest?q=${'x'.repeat(201)}`, 400, 'q may have at most 200 characters.'],
  ['GET /suggest?q=a&q=b', 400, 'q must be text.'],
  ['GET /suggest/names?search=a&search=b', 400, 'search must be text.'],
  ['GET /search-redirect?q=a&q=b', 400, 'q must be text.'],
  ['POST /removedvideos', 404, /There is no call/],
  ['POST /find-website', 404, /There is no call/],
  ['POST /settings', 404, /There is no call/],
  ['GET /nonsense', 404, /There is no call GET \/api\/nonsense/],
];

describe('a bad parameter is refused with a message that names it', () => {
  it.each(rows)('%s -> %i', async (call, status, message, body) => {
    const [method, path] = call.split(' ') as ['GET', string];
    const response = await site.app.inject({
      method,
      url: `/api${path}`,
      ...(body === undefined
        ? {}
        : {
            payload: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
    });
    expect(response.json()).toMatchObject({
      success: false,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(response.statusCode).toBe(status);
  });

  it('every call of the contract has a row here', async () => {
    const { routes } = await import('#contract/calls/routes.ts');
    const tested = rows.map(([call]) => call);
    const untested = Object.values(routes)
      .filter((route) => ['videos', 'tags', 'performers', 'search'].includes(route.area) && route.access === 'anyone')
      .filter((route) => {
        const pattern = new RegExp(`^\\w+ ${route.path.replace(/:\w+/g, '[^/]+')}(\\?|$)`);
        return !tested.some((call) => pattern.test(call));
      });
    expect(untested.map((route) => route.path)).toEqual([]);
  });
});

describe('a body', () => {
  it('over the limit is refused', async () => {
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/tags/images',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ tags: ['x'.repeat(2_000_000)] }),
    });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ success: false });
  });

  it('of another type is refused', async () => {
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/tags/images',
      headers: { 'content-type': 'application/xml' },
      payload: '<tags/>',
    });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ success: false });
  });
});

/** PostgreSQL cannot hold NUL characters: no parameter of any call may turn one into an internal error. */
describe('a NUL character', () => {
  let call: ReturnType<typeof callerOf>;
  beforeAll(async () => {
    call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  });

  const propertiesOf = (schema: unknown) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

  const reads = (Object.entries(routes) as [string, Route][]).filter(([, { method }]) => method === 'GET');
  const cases = reads.flatMap(([name, { path, params, query }]) => [
    ...(propertiesOf(params).length > 0 ? [[name, path.replaceAll(/:\w+/g, 'a%00b')] as const] : []),
    ...propertiesOf(query).map((field) => [name, `${path.replaceAll(/:\w+/g, '1')}?${field}=a%00b`] as const),
  ]);

  it('covers the calls that read', () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  it.each(cases)('%s: %s', async (_, url) => {
    const { statusCode, body } = await call('GET', url);
    expect([statusCode, body]).toEqual([expect.toSatisfy((status: number) => status < 500), expect.anything()]);
  });

  it('the links of a host that cannot exist are refused with a sentence', async () => {
    const response = await call('GET', '/links/all?host=%00');
    expect([response.statusCode, response.json().message]).toEqual([400, 'Text must not contain NUL characters.']);
  });
});

describe('a body is parsed only by calls that take one, and only as far as their contract needs', () => {
  let cookie: string;
  beforeAll(async () => {
    ({ cookie } = await createSignedInAdmin(site, 'main_admin'));
    // While one runs, every attempt to start another has the same answer.
    await site.database.db.insertInto('seo_checks').values({ started_by: 'somebody' }).execute();
  });

  const brackets = '['.repeat(1024 * 1024);

  const send = async (method: string, path: string, body?: string, contentType = 'application/json') => {
    const headers = {
      cookie,
      origin: site.config.siteUrl,
      ...(body === undefined ? {} : { 'content-type': contentType }),
    };
    const response = await fetch(site.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: response.status, text: await response.text() };
  };

  describe('a call without a body', () => {
    const bodiless = Object.values(routes)
      .filter((route) => route.method !== 'GET' && !('body' in route) && !('form' in route))
      .filter((route) => !route.path.includes('logout'))
      .map((route) => [route.method, `/api${route.path.replace(/:\w+/g, '999')}`]);

    it.each(bodiless)('%s %s ignores what is sent', async (method = '', path = '') => {
      const { status } = await send(method, path);
      expect((await send(method, path, brackets)).status).toBe(status);
      expect((await send(method, path, '{}', 'text/plain')).status).toBe(status);
    });

    it('exists at all', () => {
      expect(bodiless.length).toBeGreaterThan(0);
    });
  });

  it.each(['/nothing', '/api/nothing', '/sitemap.xml'])('a POST to %s is not parsed', async (path) => {
    expect((await send('POST', path, brackets)).status).toBe(404);
  });

  describe('a call with a body', () => {
    it('refuses more than its fields can hold', async () => {
      const body = JSON.stringify({ email: 'x', password: 'x'.repeat(20_000) });
      expect(await send('POST', '/api/adminlogin', body)).toEqual({
        status: 413,
        text: '{"success":false,"message":"The body is too large."}',
      });
    });

    it('refuses deep nesting before parsing', async () => {
      expect(await send('POST', '/api/tags/images', `{"tags":${'['.repeat(900_000)}`)).toEqual({
        status: 400,
        text: '{"success":false,"message":"The body is nested too deeply."}',
      });
    });

    it('refuses another type', async () => {
      expect((await send('POST', '/api/adminlogin', 'email=x', 'application/x-www-form-urlencoded')).status).toBe(415);
    });
  });
});
