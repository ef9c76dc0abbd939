/** The whole demo site as a search engine sees it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../support/site.ts';
import { type CrawledPage, crawl, locationsOf } from './crawler.ts';

const siteUrl = 'https://marquee.example';

let site: TestSite;
let pages: CrawledPage[];
let sitemap: string[];

const text = async (path: string) => (await fetch(site.url + path)).text();
const pathOf = (url: string) => url.slice(siteUrl.length) || '/';

beforeAll(async () => {
  site = await startTestSite({ seedDemo: true, siteUrl });
  const shards = locationsOf(await text('/sitemap.xml')).map(pathOf);
  sitemap = (await Promise.all(shards.map(text))).flatMap(locationsOf);
  pages = await crawl(site.url, ['/']);
  const canonical = new Set(pages.map((page) => page.canonical));
  pages.push(...(await crawl(site.url, sitemap.filter((url) => !canonical.has(url)).map(pathOf))));
});
afterAll(() => site.stop());

/** Whether robots.txt disallows a path: rules are prefixes in which `*` stands for anything. */
const robotsRules = async () => {
  const rules = [...(await text('/robots.txt')).matchAll(/^Disallow: (.+)$/gm)].map(([, rule = '']) =>
    rule.replace(/[.?]/g, '\\$&').replaceAll('*', '.*'),
  );
  const disallowed = new RegExp(`^(${rules.join('|')})`);
  return (path: string) => disallowed.test(path);
};

/** Values that several different pages share. */
const shared = (keyOf: (page: CrawledPage) => string) => {
  const pathsOf = Map.groupBy(
    pages.filter(({ indexed }) => indexed),
    keyOf,
  );
  return [...pathsOf].filter(([, same]) => new Set(same.map(({ canonical }) => canonical)).size > 1);
};

describe('a crawl from the home page', () => {
  it('reaches every kind of page, and every tag, performer and video', () => {
    const count = (prefix: string) =>
      new Set(pages.filter(({ path }) => path.startsWith(prefix)).map(({ canonical }) => canonical)).size;
    expect(count('/video/')).toBe(2000);
    expect(count('/tag/')).toBeGreaterThanOrEqual(300);
    expect(count('/pornstar/')).toBeGreaterThanOrEqual(200);
    expect(count('/category/')).toBeGreaterThanOrEqual(17);
    const paths = pages.map(({ path }) => path);
    for (const path of [
      '/',
      '/2',
      '/tags',
      '/pornstars',
      '/pornstars/2',
      '/indian',
      '/our-network',
      '/mine',
      '/content-removal',
      '/copyright',
      '/records-statement',
      '/privacy',
      '/terms',
      '/contact',
      '/report',
    ])
      expect(paths).toContain(path);
  });

  it('finds no dead link and no redirect', () => {
    expect(pages.filter(({ status }) => status !== 200).map(({ path, from, status }) => [path, from, status])).toEqual(
      [],
    );
  });

  it('finds videos under their canonical URL alone', () => {
    const others = pages.filter(({ path, canonical }) => path.startsWith('/video/') && siteUrl + path !== canonical);
    expect(others.map(({ path, from }) => [path, from])).toEqual([]);
  });

  it('finds a title, a description and a canonical link on every page', () => {
    const bare = pages.filter(({ title, description, canonical }) => !title || !description || !canonical);
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('finds no duplicate title', () => {
    expect(shared(({ title }) => title).map(([title, same]) => [title, same.map(({ path }) => path)])).toEqual([]);
  });

  it('finds pages that name themselves as canonical, except copies of a list', () => {
    const others = pages.filter(({ path, canonical }) => pathOf(canonical) !== path);
    // Page 2 of the home list is page 2 of New content, and a category may have the videos of a tag.
    const copies = others.filter(({ path }) => /^\/\d+$|^\/category\//.test(path));
    expect(others.filter((page) => !copies.includes(page)).map(({ path, canonical }) => [path, canonical])).toEqual([]);
    const originals = new Set(copies.map(({ canonical }) => canonical));
    expect(others.filter(({ path }) => originals.has(siteUrl + path)).map(({ path }) => path)).toEqual([]);
  });
});

describe('canonical links, sitemaps and structured data', () => {
  it('every URL of the sitemap is the canonical URL of an indexable page', () => {
    const canonical = new Set(pages.filter(({ indexed }) => indexed).map((page) => page.canonical));
    expect(sitemap.filter((url) => !canonical.has(url))).toEqual([]);
    expect(new Set(sitemap).size).toBe(sitemap.length);
  });

  it('every indexable page is in the sitemap, except later pages and letter filters', () => {
    const listed = new Set(sitemap);
    const missing = pages.filter(({ indexed, canonical }) => indexed && !listed.has(canonical));
    expect(missing.filter(({ path }) => !/\/\d+$|[?]/.test(path)).map(({ path }) => path)).toEqual([]);
  });

  it('structured data contains only canonical URLs', () => {
    const canonical = new Set(pages.map((page) => page.canonical));
    const strange = pages.flatMap(({ path, structuredUrls }) =>
      structuredUrls.filter((url) => !canonical.has(url)).map((url) => `${path}: ${url}`),
    );
    expect(strange).toEqual([]);
  });

  it('feeds contain only canonical URLs', async () => {
    const canonical = new Set(pages.map((page) => page.canonical));
    for (const path of ['/new-content.rss', '/tag/milf.rss', '/pornstar/isla-torven.rss']) {
      const links = [...(await text(path)).matchAll(/<item>.*?<link>([^<]*)<\/link>/g)].map(([, url]) => url);
      expect(links.length, path).toBeGreaterThan(0);
      for (const url of links) expect(canonical).toContain(url);
    }
  });

  it('sitemaps list every video as a page with its picture, because none plays on it', async () => {
    const shards = locationsOf(await text('/sitemap.xml')).filter((url) => url.includes('videos'));
    const xml = (await Promise.all(shards.map((url) => text(pathOf(url))))).join('');
    expect(xml.match(/<url><loc>[^<]+<\/loc><lastmod>[^<]+<\/lastmod><image:image>/g)).toHaveLength(2000);
    expect(xml).not.toContain('<video:video>');
  });

  it('robots.txt leads to the sitemap', async () => {
    expect(await text('/robots.txt')).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  });

  it('robots.txt keeps robots from the back-office, narrowed lists and forms, and not from what says noindex', async () => {
    const isDisallowed = await robotsRules();
    expect(
      [
        '/pornstars?letter=A',
        '/report',
        '/search?q=x',
        '/category/badwap?q=x',
        '/pornstars?search=x',
        '/tags',
        '/indian?page=2',
        '/tag/search',
        '/video/1-search-q',
      ].filter(isDisallowed),
    ).toEqual([]);
    const kept = [
      '/search?q=x&sort=popular',
      '/category/badwap/2?x=1&with=y',
      '/?duration=short',
      '/tag/milf/2?with=a',
      '/indian?sort=popular&page=2',
      '/report?kind=minor',
    ];
    expect(kept.filter((path) => !isDisallowed(path))).toEqual([]);
    expect(isDisallowed('/admin')).toBe(true);
  });

  it('no page links to what robots.txt keeps robots from', async () => {
    const isDisallowed = await robotsRules();
    expect(pages.filter(({ path }) => isDisallowed(path)).map(({ path, from }) => [path, from])).toEqual([]);
    expect(sitemap.map(pathOf).filter(isDisallowed)).toEqual([]);
  });
});
