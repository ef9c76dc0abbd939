/** A new public page has one entry in src/web/public/pages.ts; what else it needs is checked here. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import { menuEntries } from '#web/public/navigation/links.ts';
import { isPrivatePath, pageCacheKey, routeOfKey } from '#web/public/page-cache-key.ts';
import { publicPages } from '#web/public/pages.ts';
import { publicScreens } from '../../support/public-screens.ts';

const table = 'src/web/public/pages.ts';
const routesFolder = join(import.meta.dirname, '../../../src/web/public/routes');

/** Private ones need a token, and have tests of their own. */
const cachedPages = publicPages.filter(({ isPrivate }) => !isPrivate);

const patternsOf = ({ path, numbered }: (typeof publicPages)[number]) =>
  numbered ? [`/${path}`, `/${path === '' ? '' : `${path}/`}:page`] : [`/${path}`];
const pathOf = (url: string) => new URL(url, 'http://localhost').pathname;
const cacheKeyOf = (url: string) => pageCacheKey(pathOf(url), new URL(url, 'http://localhost').searchParams);

describe('the table of public pages', () => {
  it.each(globSync('*.tsx', { cwd: routesFolder }))('lists routes/%s', (file) => {
    const listed = publicPages.some((page) => `${page.file}.tsx` === file);
    expect(listed, `routes/${file} is never shown: add an entry for it to ${table}.`).toBe(true);
  });

  it.each(publicPages)('names the query parameters that routes/$file.tsx reads at /$path', ({ path, file, query }) => {
    const source = readFileSync(join(routesFolder, `${file}.tsx`), 'utf8');
    const read = [...source.matchAll(/searchParams\.get\('([^']+)'\)/g)].map(([, name]) => name);
    const advice = `Set "query" of '${path}' in ${table} to what ${basename(file)}.tsx reads. Others never reach the page.`;
    expect(query.toSorted(), advice).toEqual([...new Set(read)].toSorted());
  });

  it('has one page for each first segment, by which the page cache finds it', () => {
    const segments = cachedPages.map(({ path }) => path.split('/')[0]);
    expect(segments).toEqual([...new Set(segments)]);
  });

  it.each([...new Set(cachedPages.map(({ file }) => file))])('has a screen of routes/%s.tsx for the tests', (file) => {
    const patterns = publicPages.filter((page) => page.file === file).flatMap(patternsOf);
    const visited = publicScreens.some((url) => patterns.some((pattern) => matchPath(pattern, pathOf(url))));
    expect(visited, `Add a URL like ${patterns[0]} to tests/support/public-screens.ts.`).toBe(true);
  });

  it.each(menuEntries)('has the page that the menu entry $label leads to', ({ to }) => {
    const page = publicPages.find(({ path }) => `/${path}` === to);
    expect(page, `Add an entry for ${to} to ${table}, or remove it from the menu.`).toBeDefined();
  });

  it.each(publicPages.flatMap(({ sitemap }) => sitemap))('%s of the sitemap is a page', (path) => {
    const matches = publicPages.flatMap(patternsOf).some((pattern) => matchPath(pattern, path));
    expect(matches, `The sitemap lists ${path}, but no entry of ${table} has that path.`).toBe(true);
  });
});

describe('page cache keys', () => {
  it.each(['/report/status/abc', '/Report//STATUS/abc', '//report/status/abc/'])('%s has none', (path) => {
    expect(isPrivatePath(path)).toBe(true);
  });

  it.each(publicScreens)('%s is its own key', (url) => {
    expect(cacheKeyOf(url)).toBe(url);
  });

  it.each([
    ['/Pornstars/', '/pornstars'],
    ['/TAG/Big%20City/2', '/tag/big-city/2'],
    ['/tag/%E6%97%A5', '/tag/%E6%97%A5'],
    ['/video/12-any-title', '/video/12'],
    ['/VIDEO/012', '/video/12'],
    ['/video/none', '/video/-'],
    ['/video/0-title', '/video/-'],
    ['/pornstar/Isla-Torven?page=2&utm=x', '/pornstar/isla-torven?page=2'],
    ['/search?page=2&q=Sky', '/search?q=Sky&page=2'],
    ['/our-network?page=2', '/our-network'],
    ['/?page=2', '/'],
    ['/007', '/007'],
    ['/?utm=x&sort=longest', '/?sort=longest'],
    ['/2?age=week&duration=long&page=3', '/2?duration=long&age=week'],
    ['/?sort=newest', '/'],
    ['/top-videos?sort=popular&page=2', '/top-videos?page=2'],
    ['/top-videos?page=2&sort=newest', '/top-videos?sort=newest&page=2'],
    ['/search?sort=best&q=Sky', '/search?q=Sky'],
    ['/tag/rain?sort=best', '/tag/rain'],
    ['/category/badwap?sort=newest', '/category/badwap'],
    ['/category/badwap?sort=newest&q=Sky', '/category/badwap?q=Sky&sort=newest'],
    ['/category/badwap?sort=best&q=Sky', '/category/badwap?q=Sky'],
    ['/tag/rain?without=b&with=Zoo,performer:Ada%20River,a,a', '/tag/rain?with=a,performer:ada-river,zoo&without=b'],
    ['/tag/rain?with=a&with=b', '/tag/rain?with=a,b'],
    ['/tag/rain?sort=&duration=&age=&category=&with=&without=', '/tag/rain'],
    ['/tag/rain?sort=random&duration=10&age=decade&category=none', '/tag/rain'],
    ['/tag/rain?with=,,,,&without=performer:,%F0%9F%99%82', '/tag/rain'],
    ['/tag/rain?with=a,b,c,d,e,f,g&without=h,i,j', '/tag/rain?with=a,b,c,d,e,f,g&without=h'],
    ['/archive?sort=longest', '/archive'],
    ['/pornstars?sort=longest', '/pornstars'],
    ['/nothing', '/-'],
    ['/no/such/page', '/-/-/-/-'],
    ['//', '/'],
    ['//tags', '/tags'],
    ['//evil.example', '/-'],
    ['//evil.example/tags', '/-/-/-/-'],
    ['/tag//milf//2/', '/tag/milf/2'],
    ['/tag/milf/Two', '/tag/milf/-'],
    ['/tag/Caf%C3%A9%20Noir', '/tag/cafe-noir'],
    ['/tag/%00', '/tag/-'],
    ['/tag/%F0%9F%8E%AC', '/tag/-'],
    ['/pornstar/%E2%80%AE?page=2', '/pornstar/-?page=2'],
    ['/tag/%E0%A4%A', '/-/-/-/-'],
    ['/pornstar/%zz', '/-/-/-/-'],
    ['/%ff', '/-/-/-/-'],
  ])('%s has the key %s', (url, key) => {
    const [pathname = '', query] = url.split('?');
    expect(pageCacheKey(pathname, new URLSearchParams(query))).toBe(key);
  });

  it('stays short, however long a list of names is', () => {
    const long = new URLSearchParams({ with: 'x'.repeat(10_000), without: 'a,'.repeat(5_000) });
    expect(pageCacheKey('/tag/rain', long).length).toBeLessThan(1_100);
  });
});

describe('the route of a key', () => {
  it.each([
    ['/', '/'],
    ['/2?sort=longest', '/'],
    ['/_.data', '/_.data'],
    ['/2.data', '/_.data'],
    ['/tags?letter=b', '/tags'],
    ['/tags.data', '/tags.data'],
    ['/tag/rain', '/tag/:tag'],
    ['/tag/rain/2?sort=longest', '/tag/:tag'],
    ['/tag/rain.data?_routes=root', '/tag/:tag.data'],
    ['/archive/2026/11', '/archive/:year?/:month?/:day?'],
    ['/video/12', '/video/:id'],
    ['/404', '/404'],
    ['/-', '/*'],
    ['/-/-/-/-', '/*'],
    ['/-.data', '/*'],
  ])('of %s is %s', (key, route) => {
    expect(routeOfKey(key)).toBe(route);
  });
});
