import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { callerOf, logIn } from '../../support/login.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let cookie: string;
beforeAll(async () => {
  site = await startTestSite();
  ({ cookie } = await logIn(site, 'main_admin'));
  call = callerOf(site, cookie);
});
afterAll(() => site.stop());

type Row = [call: string, body: object | undefined, message: string | RegExp];

const address = 'https://example.com/x';
const post = { imageUrl: address, titel: 'Harbour', link: address, Category: 'english' };
const badAddresses = [
  '',
  'nonsense',
  'javascript:alert(1)',
  'ftp://example.com',
  '//example.com',
  'https://',
  'http://a b',
  `${address}/${'x'.repeat(2000)}`,
  7,
  null,
];

const badIds = (prefix: string, suffix = '', body?: object): Row[] => [
  [`${prefix}/abc${suffix}`, body, /^id must match pattern/],
  [`${prefix}/-1${suffix}`, body, /^id must match pattern/],
  [`${prefix}/9999999999999999999${suffix}`, body, /^id must match pattern/],
];

const badTexts = (method: string, base: object, field: string, length: number): Row[] => [
  [method, { ...base, [field]: 'x'.repeat(length + 1) }, new RegExp(`^${field} must NOT have more than ${length}`)],
  [method, { ...base, [field]: 'a\u0000b' }, new RegExp(`^${field} must match pattern`)],
  [method, { ...base, [field]: 7 }, new RegExp(`^${field} must be`)],
];

const required = (method: string, base: Record<string, unknown>, fields: string[]): Row[] =>
  fields.flatMap((field): Row[] => [
    [method, Object.fromEntries(Object.entries(base).filter(([key]) => key !== field)), `${field} is required`],
    [method, { ...base, [field]: '' }, new RegExp(`^${field} must`)],
  ]);

const addresses = (method: string, base: object, field: string): Row[] =>
  badAddresses.map((value): Row => [method, { ...base, [field]: value }, new RegExp(`^${field} must`)]);

const bodies = (method: string, base: object): Row[] => [
  [method, undefined, /^body must be object|is required/],
  [method, { ...base, isAdmin: true }, 'isAdmin is not a known field'],
];

const edits = (method: string): Row[] => [
  [method, {}, 'body must NOT have fewer than 1 properties'],
  [method, { nonsense: 1 }, 'nonsense is not a known field'],
  [method, { version: 0 }, 'version must be >= 1'],
  [method, { version: '1' }, 'version must be integer'],
];

const network = { name: 'Row', url: address };
const link = { title: 'Reel', url: address };

const rows: Row[] = [
  ...bodies('POST /postdata', post),
  ...required('POST /postdata', post, ['imageUrl', 'titel', 'link', 'Category']),
  ...badTexts('POST /postdata', post, 'titel', 300),
  ...badTexts('POST /postdata', post, 'altKeywords', 1000),
  ...badTexts('POST /postdata', post, 'desc', 10_000),
  ...addresses('POST /postdata', post, 'link'),
  ...addresses('POST /postdata', post, 'imageUrl'),
  ['POST /postdata', { ...post, titel: ' \t ' }, /^titel must match pattern/],
  ['POST /postdata', { ...post, Category: 'french' }, /^Category must be equal to one of/],
  ...[-1, 1.5, 100_001, 'ten', [], true].map(
    (minutes): Row => ['POST /postdata', { ...post, minutes }, /^minutes must/],
  ),
  ['POST /postdata', { ...post, tags: 'boats' }, 'tags must be array'],
  ['POST /postdata', { ...post, tags: [''] }, /^tags\.0 must/],
  ['POST /postdata', { ...post, tags: ['???'] }, 'tags must hold a letter from a to z or a digit'],
  ['POST /postdata', { ...post, tags: ['--'] }, 'tags must hold a letter from a to z or a digit'],
  ['POST /postdata', { ...post, tags: Array(101).fill('a') }, /^tags must NOT have more than 100 items/],
  ['POST /postdata', { ...post, tags: ['x'.repeat(101)] }, /^tags\.0 must NOT have more than 100/],
  ['POST /postdata', { ...post, name: ['мир'] }, 'name must hold a letter from a to z or a digit'],
  ['POST /postdata', { ...post, name: [7] }, /^name/],
  ['POST /postdata', { ...post, iframeUrl: '<iframe></iframe>' }, 'iframeUrl has no iframe with an https src'],
  [
    'POST /postdata',
    { ...post, iframeUrl: '<iframe src="http://example.com"></iframe>' },
    'iframeUrl has no iframe with an https src',
  ],
  [
    'POST /postdata',
    { ...post, iframeUrl: '<script src="https://example.com/x.js"></script>' },
    'iframeUrl has no iframe with an https src',
  ],
  ['POST /postdata', { ...post, iframeUrl: 'javascript:alert(1)' }, /^iframeUrl must be a URL/],
  ...edits('PUT /updatepost/1'),
  ...addresses('PUT /updatepost/1', {}, 'link'),
  ['PUT /updatepost/1', { titel: '' }, /^titel must/],
  ...badIds('PUT /updatepost', '', { titel: 'x' }),
  ...badIds('DELETE /deletepost'),
  ...badIds('DELETE /deletedata'),
  ['DELETE /deletepost/1', { nonsense: 1 }, /nonsense is not a known field|body must be null/],
  ...badIds('POST /deleted/posts', '/restore'),
  ['POST /deleted/admins/1/restore', undefined, /^kind must be equal to one of/],
  ['POST /deleted/posts/1/restore', { version: 0 }, /version must be >= 1|body must be null/],
  ['GET /deleted/nonsense', undefined, /^kind must be equal to one of/],
  ['GET /deleted/posts?page=0', undefined, 'page must be >= 1'],
  ['GET /deleted/posts?limit=1001', undefined, 'limit must be <= 1000'],
  ['GET /similarposts?link=nonsense', undefined, /^link must/],
  ['GET /similarposts?exclude=x', undefined, /^exclude must match/],
  ['GET /stars?limit=1001', undefined, 'limit must be <= 1000'],
  ['GET /stars?letter=AB', undefined, /^letter must match/],
  ...bodies('POST /stars', { name: 'Star' }),
  ...required('POST /stars', { name: 'Star' }, ['name']),
  ...badTexts('POST /stars', { name: 'Star' }, 'name', 100),
  ['POST /stars', { name: '!!!' }, 'name must hold a letter from a to z or a digit'],
  ['POST /stars', { name: 'Star', image: 'nonsense' }, /^image must/],
  ['POST /stars', { name: 'Star', category: 'french' }, /^category must/],
  ...badTexts('POST /stars', { name: 'Star' }, 'description', 10_000),
  ...edits('PUT /stars/1'),
  ...badIds('PUT /stars', '', { name: 'x' }),
  ...badIds('DELETE /stars'),
  ...bodies('POST /networks', network),
  ...required('POST /networks', network, ['name', 'url']),
  ...badTexts('POST /networks', network, 'name', 200),
  ...badTexts('POST /networks', network, 'description', 2000),
  ...addresses('POST /networks', network, 'url'),
  ['POST /networks', { ...network, logo: 'data:image/png;base64,AA' }, /^logo must/],
  ['POST /networks', { ...network, category: 'gaming' }, /^category must/],
  ...edits('PUT /networks/1'),
  ...badIds('PUT /networks', '', network),
  ...badIds('DELETE /networks'),
  ...bodies('POST /channels', network),
  ...required('POST /channels', network, ['name', 'url']),
  ...addresses('POST /channels', network, 'url'),
  ['POST /channels', { ...network, thumbnail: 'nonsense' }, /^thumbnail must/],
  ['POST /channels', { ...network, category: 'social' }, /^category must/],
  ...[-1, 1.5, 1e15, '7'].map(
    (subscribers): Row => ['POST /channels', { ...network, subscribers }, /^subscribers must/],
  ),
  ...edits('PUT /channels/1'),
  ...badIds('PUT /channels', '', network),
  ...badIds('DELETE /channels'),
  ...bodies('POST /terabox', link),
  ...required('POST /terabox', link, ['title', 'url']),
  ...addresses('POST /terabox', link, 'url'),
  ...badTexts('POST /terabox', link, 'size', 50),
  ['POST /terabox', { ...link, category: 'video' }, /^category must/],
  ['POST /terabox', { ...link, fileType: 'videos' }, /^fileType must/],
  ...edits('PUT /terabox/1'),
  ...badIds('PUT /terabox', '', link),
  ...badIds('DELETE /terabox'),
  ...badIds('POST /submissions', '/approve'),
  ['POST /submissions/1/approve', { reason: 'x' }, /reason is not a known field|body must be null/],
  ...badIds('POST /submissions', '/reject', { reason: 'Loud' }),
  ['POST /submissions/1/reject', {}, 'reason is required'],
  ['POST /submissions/1/reject', { reason: ' ' }, /^reason must match/],
  ['POST /submissions/1/reject', { reason: 'x'.repeat(1001) }, /^reason must NOT have more than 1000/],
  ...badIds('POST /submissions', '/paid'),
  ...badIds('POST /submissions', '/deactivate'),
  ...badIds('POST /submissions', '/activate'),
  ['PUT /settings', {}, /is required$/],
  [
    'PUT /settings',
    { siteName: 'Night Shelf', sponsoredLink: { label: 'x', url: 'javascript:alert(1)' } },
    /^sponsoredLink\.url must match pattern/,
  ],
  ['GET /audit?limit=201', undefined, 'limit must be <= 200'],
  ['GET /audit?before=x', undefined, /^before must match/],
  ['GET /audit?from=yesterday', undefined, /^from must match format/],
  ['GET /audit?action=Drop', undefined, /^action must match/],
  ['GET /outbox?status=lost', undefined, /^status must/],
  ['GET /outbox?limit=0', undefined, 'limit must be >= 1'],
  ...badIds('POST /outbox', '/retry'),
  ...badIds('DELETE /admin/me/sessions'),
  ...badIds('DELETE /admin'),
  ...badIds('PATCH /admin', '/toggle-status'),
  ['PATCH /admin/1/toggle-status', { role: 'main_admin' }, /role is not a known field|body must be null/],
  ['POST /admin/create', {}, 'username is required'],
  ['POST /admin/me/password', { currentPassword: 'x' }, 'newPassword is required'],
];

const changed = async () => {
  const { rows: counts } = await site.database.pool.query(
    `select (select count(*) from videos) + (select count(*) from tags) + (select count(*) from performers)
      + (select count(*) from partners) + (select count(*) from channels) + (select count(*) from file_links)
      + (select count(*) from audit_log) + (select count(*) from outbox) as things`,
  );
  return counts[0].things;
};

describe('a bad parameter is refused with a message that names it, and changes nothing', () => {
  it.each(rows)('%s %j', async (line, body, message) => {
    const [method, path] = line.split(' ') as ['GET', string];
    const before = await changed();
    const response = await call(method, path, body);
    expect(response.json()).toMatchObject({
      success: false,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(response.statusCode).toBe(400);
    expect(await changed()).toEqual(before);
  });

  it.each(['POST /postdata', 'PUT /networks/1', 'DELETE /deletepost/1'])('malformed JSON for %s', async (line) => {
    const [method, path] = line.split(' ') as ['POST', string];
    const response = await site.app.inject({
      method,
      url: `/api${path}`,
      headers: { cookie, 'content-type': 'application/json' },
      payload: '{"titel":',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false });
  });

  it.each([
    ['POST /postdata', 400, 'imageUrl is required'],
    ['PUT /networks/1', 400, 'body must NOT have fewer than 1 properties'],
    ['DELETE /deletepost/424242', 404, 'There is no such video.'],
  ])('JSON with nothing in it for %s counts as no body', async (line, status, message) => {
    const [method, url] = line.split(' ') as ['POST', string];
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await site.app.inject({ method, url: `/api${url}`, headers, payload: '' });
    expect([response.statusCode, response.json().message]).toEqual([status, message]);
  });

  it('a body over the limit', async () => {
    const response = await call('POST', '/postdata', { ...post, desc: 'x'.repeat(2_000_000) });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ success: false });
  });

  it('every call of the back-office that takes anything has a row', () => {
    const untested = (Object.values(routes) as Route[])
      .filter(({ access, params, query, body }) => access !== 'anyone' && (params ?? query ?? body))
      .filter(({ path }) => path !== '/admin/all')
      .filter(({ method, path }) => {
        const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`);
        return !rows.some(([line]) => pattern.test(line));
      });
    expect(untested.map(({ path }) => path)).toEqual([]);
  });
});
