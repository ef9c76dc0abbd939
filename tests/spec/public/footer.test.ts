/** The shared footer. */
import type { CheerioAPI } from 'cheerio';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seedOf } from '#contract/values/lists.ts';
import { hrefsIn } from '../../support/page-parts.ts';
import { demoSite, open } from '../../support/public-site.ts';
import { stopClock } from '../../support/stopped-clock.ts';

stopClock();
const demo = demoSite();
const tenMinutes = 600_000;

const column = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('navigation', { name }).getByRole('link');
const paths = (page: Page, name: string) =>
  column(page, name).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
const tags = (page: Page) => paths(page, 'Popular tags');
const performers = (page: Page) => paths(page, 'Performers');
const storedSet = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null')?.value, key);

/** What the server sends. */
const sentLinks = ($: CheerioAPI, name: string) => hrefsIn($, `footer nav[aria-label="${name}"] a`);
const sentSets = async (path: string) => {
  const $ = await demo.read(path);
  return [sentLinks($, 'Popular tags'), sentLinks($, 'Performers')] as const;
};

describe('the footer', () => {
  it.each([
    ...['/', '/video/1', '/tag/milf', '/category/badwap', '/pornstar/isla-torven', '/pornstars', '/tags'],
    ...['/indian', '/our-network', '/search?q=milf', '/404'],
  ])('%s has 30 tags, 32 performers, the category columns and the button to the top', async (path) => {
    const $ = await demo.read(path);
    expect(sentLinks($, 'Popular tags')).toHaveLength(30);
    expect(sentLinks($, 'Performers')).toHaveLength(32);
    expect(sentLinks($, 'Categories')).toHaveLength(17);
    expect($('footer button[aria-label="Scroll to top"]')).toHaveLength(1);
  });

  it('tags lead to /tag/{tag}, performers to /pornstar/{lowercase-dashed-name}, columns to categories', async () => {
    const $ = await demo.read('/');
    const { tags: known } = await demo.get('/tags?limit=1000');
    const [tagPaths, performerPaths, categoryPaths] = ['Popular tags', 'Performers', 'Categories'].map((name) =>
      sentLinks($, name),
    );
    expect(known.map((tag: string) => `/tag/${tag}`)).toEqual(expect.arrayContaining(tagPaths ?? []));
    expect([tagPaths, performerPaths, categoryPaths].map((paths) => paths?.length)).toEqual([30, 32, 17]);
    for (const path of performerPaths ?? []) expect(path).toMatch(/^\/pornstar\/[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const path of categoryPaths ?? []) expect(path).toMatch(/^\/category\/[a-z0-9-]+$/);
  });
});

describe('which performers', () => {
  it('the eleven featured ones are always there, the rest are random', async () => {
    const { featuredPerformers } = await demo.get('/settings');
    expect(featuredPerformers).toHaveLength(11);
    const seed = seedOf('footer performers');
    const drawn = async (number: number): Promise<string[]> =>
      (await demo.get(`/footer/pornstars?count=32&seed=${number}`)).pornstars;
    const [, sent] = await sentSets('/our-network');
    expect(sent).toEqual((await drawn(seed)).map((name) => `/pornstar/${name}`));
    const others = await drawn(seed + 1);
    expect(others).not.toEqual(await drawn(seed));
    for (const set of [await drawn(seed), others]) expect(set).toEqual(expect.arrayContaining(featuredPerformers));
  });
});

describe('ten minutes', () => {
  it('are the same on all pages and for all visitors', async () => {
    const sets = await sentSets('/new-content');
    expect(sets.map((set) => set.length)).toEqual([30, 32]);
    expect(await sentSets('/indian')).toEqual(sets);
  });

  it('a browser keeps its sets over a full load, even if the server has others by now; the button scrolls to the top', async () => {
    const page = await demo.visit('/muslim');
    const before = [await tags(page), await performers(page)];
    expect(before).toEqual(await sentSets('/muslim'));
    await page.evaluate((at) => {
      const kept = { slug: 'kept-from-before', name: 'Kept from before' };
      for (const key of ['footer-tag-names', 'footer-pornstar-names'])
        localStorage.setItem(key, JSON.stringify({ at, value: [kept] }));
    }, Date.now());
    await open(page, '/most-liked');
    await expect.poll(() => tags(page)).toEqual(['/tag/kept-from-before']);
    await expect.poll(() => performers(page)).toEqual(['/pornstar/kept-from-before']);

    await page.getByRole('button', { name: 'Scroll to top' }).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Scroll to top' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  it('only random sets are stored in local storage and renewed, not those of a tag or a video', async () => {
    const { records } = await demo.get('/getnewVideos?limit=1');
    const page = await demo.visitor({ isNew: true });
    // Other files share the site: no view is to be counted.
    await page.route('**/api/updateviews/*', (route) => route.abort());
    await page.clock.install();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/footer/')) asked.push(request.url());
    });
    const stored = async () => [
      await storedSet(page, 'footer-tag-names'),
      await storedSet(page, 'footer-pornstar-names'),
    ];
    const goTo = [
      () => open(page, `/video/${records[0]._id}`),
      async () => {
        await page.getByRole('main').locator('aside a[href^="/tag/"]').first().click();
        await page.waitForURL('**/tag/*');
        await page.getByRole('heading', { level: 1, name: records[0].tags[0].replaceAll('-', ' ') }).waitFor();
      },
    ];
    for (const go of goTo) {
      await go();
      const before = await tags(page);
      await page.clock.runFor(2 * tenMinutes);
      expect(asked).toEqual([]);
      await expect.poll(() => tags(page)).toEqual(before);
      expect(await stored()).toEqual([undefined, undefined]);
    }

    const requests = () =>
      Promise.all([
        page.waitForRequest('**/api/footer/tags?count=30&seed=*'),
        page.waitForRequest('**/api/footer/pornstars?count=32&seed=*'),
      ]);
    const random = requests();
    await column(page, 'Browse').filter({ hasText: 'Our Network' }).click();
    await random;
    const shown = async () => [await tags(page), await performers(page)];
    const pathsOf = (set: { slug: string }[] | undefined, folder: string) =>
      set?.map(({ slug }) => `${folder}/${slug}`);
    const storedPaths = async () => {
      const [tagSet, performerSet] = await stored();
      return [pathsOf(tagSet, '/tag'), pathsOf(performerSet, '/pornstar')];
    };
    await expect.poll(async () => (await storedPaths()).map((set) => set?.length)).toEqual([30, 32]);
    const before = await storedPaths();
    await expect.poll(shown).toEqual(before);

    const renewed = requests();
    await page.clock.runFor(tenMinutes);
    await renewed;
    await expect.poll(() => tags(page)).not.toEqual(before[0]);
    await expect.poll(() => performers(page)).not.toEqual(before[1]);
  });

  it('a tag page names the tag first and the performers of its videos', async () => {
    const [tagPaths, performerPaths] = await sentSets('/tag/milf');
    expect(tagPaths[0]).toBe('/tag/milf');
    const { uniquePornstars } = await demo.get('/tags/milf/metadata');
    const ofTag = performerPaths.filter((path) => uniquePornstars.includes(path.replace('/pornstar/', '')));
    expect(ofTag.length).toBeGreaterThan(11);
  });
});

describe('sets that cannot be loaded', () => {
  it('a visitor who moves on sees 29 built-in tags and 30 performers, which are not stored', async () => {
    const page = await demo.visit('/tag/milf');
    await page.route('**/api/footer/**', (route) => route.fulfill({ status: 500, json: { success: false } }));
    await column(page, 'Browse').filter({ hasText: 'Our Network' }).click();
    await page.waitForURL('**/our-network');
    await expect.poll(async () => (await tags(page)).length).toBe(29);
    await expect.poll(async () => (await performers(page)).length).toBe(30);
    expect(await storedSet(page, 'footer-tag-names')).toBeUndefined();
  });
});
