/** A visitor who searches for what may never be listed finds nothing but help. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let main: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ countryHeader: 'x-country', trustProxy: ['127.0.0.1'] });
  main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  // Listed before the operator prohibited the word.
  await addVideo(site.database.db, { title: 'Zyxwv pier', tags: ['zyxwv', 'harbour'], performers: ['mara-zyxwv'] });
  await site.index.waitUntilIndexed();
  await main('PUT', '/settings', { prohibitedTerms: ['zyxwv'] });
});
afterAll(() => site.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });

describe('a page', () => {
  it.each([
    '/search?q=preteen',
    '/search?q=title%3A%20p-r-e-t-e-e-n',
    '/search?q=zyxwv',
    '/search?q=zyxwv&exact=true',
    '/search?q=z+y+x+w+v&page=2',
    '/category/milfnut?q=pr3teen',
    '/tag/pre-teen',
    '/tag/zyxwv',
    '/pornstar/mara-zyxwv',
    '/pornstar/lolita',
    '/pornstars?search=underage',
    '/new-content?with=zyxwv',
  ])('%s leads to help, without anything of the catalogue', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/help');
    expect(await response.text()).not.toMatch(/zyxwv|preteen/i);
  });

  it.each(['/search?q=pret', '/search?q=zyx', '/search?q=harbour', '/tag/harbour', '/search?q=grapefruit'])(
    '%s is what it was',
    async (path) => expect((await get(path)).status).toBe(200),
  );
});

describe('help', () => {
  it('names hotlines, and is not to be indexed', async () => {
    const found = await get('/help');
    expect(found.headers.get('location')).toBe('/get-help');
    expect(found.headers.get('cache-control')).toContain('no-store');
    const page = await (await get('/get-help')).text();
    expect(page).toMatch(/<meta name="robots" content="noindex/);
    expect(page).toContain('<h1>Help and hotlines</h1>');
    expect(page).not.toContain('href="/video/');
    for (const url of ['https://www.inhope.org', 'https://report.cybertip.org', 'https://report.iwf.org.uk'])
      expect(page).toContain(`href="${url}"`);
    expect(page.indexOf('In every country')).toBeLessThan(page.indexOf('Germany'));
  });

  it('of the visitor’s country comes first, if it is known', async () => {
    const found = await get('/help', { 'x-country': 'DE' });
    expect(found.headers.get('location')).toBe('/get-help?country=DE');
    const page = await (await get('/get-help?country=DE')).text();
    expect(page.indexOf('Germany')).toBeLessThan(page.indexOf('In every country'));
    expect((await get('/help', { 'x-country': 'XX' })).headers.get('location')).toBe('/get-help');
  });
});

describe('the API', () => {
  const json = async (path: string) => (await fetch(`${site.url}/api${path}`)).json();

  it('says so in place of videos, names and corrections', async () => {
    const nothing = { records: [], totalRecords: 0, notice: 'help' };
    expect(await json('/getpostdata?search=zyxwv')).toEqual({ ...nothing, totalPages: 0, currentPage: 1 });
    expect(await json('/relatedpostData?search=zyxwv')).toMatchObject(nothing);
    const tag = await json('/tags/zyxwv/posts');
    expect(tag).toMatchObject(nothing);
    expect(tag).not.toHaveProperty('tag');
    expect(await json('/pornstars?search=zyxwv')).toMatchObject({ pornstars: [], notice: 'help' });
  });

  it('suggests nothing, but for a word that is only begun it does', async () => {
    expect(await json('/suggest?q=zyxwv')).toMatchObject({ suggestions: [] });
    expect(await json('/suggest/names?search=zyxwv%20pier')).toMatchObject({ names: [] });
    expect((await json('/suggest?q=harb')).suggestions).toMatchObject([{ slug: 'harbour' }]);
  });

  it('lets admins find such posts', async () => {
    expect((await main('GET', '/getpostdata?search=zyxwv')).json()).toMatchObject({ totalRecords: 1 });
  });
});

it('the search log does not keep the text, and shows none of before', async () => {
  const { db } = site.database;
  const day = new Date().toISOString().slice(0, 10);
  await db.insertInto('search_counts').values({ day, text: 'zyxwv', visitors: 9, found: true }).execute();
  const { searches } = (await main('GET', '/searches')).json();
  expect(searches.map(({ text }: { text: string }) => text)).not.toContain('zyxwv');
});

it('a term that is added takes the texts that have it out of the search log at once', async () => {
  const { db } = site.database;
  const day = new Date().toISOString().slice(0, 10);
  const month = `${day.slice(0, 8)}01`;
  for (const text of ['qwvut pier', 'pier'])
    await db.insertInto('search_counts').values({ day, text, visitors: 9, found: true }).execute();
  await db.insertInto('failed_searches').values({ month, text: 'q w v u t', visitors: 3 }).execute();
  const saved = await main('PUT', '/settings', { prohibitedTerms: ['zyxwv', 'qwvut'] });
  expect(saved.statusCode).toBe(200);
  const listed = (await main('GET', '/searches')).json();
  expect(listed).toMatchObject({ searches: [{ text: 'pier' }], pagination: { totalCount: 1 } });
  const stored = await sql`select text from search_counts union all select text from failed_searches`.execute(db);
  expect(stored.rows).toEqual([{ text: 'pier' }]);
});
