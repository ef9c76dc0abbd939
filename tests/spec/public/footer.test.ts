/** Public site, sections 2, 4, 8 and 9: the shared footer. */
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
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

describe('section 2: the footer', () => {
  it('is on every screen with 30 tags, 32 performers, the category columns and the button to the top', async () => {
    const page = await demo.visitor();
    const screens = ['/', '/video/1', '/tag/milf', '/category/badwap', '/pornstar/isla-torven', '/pornstars', '/tags'];
    for (const path of [...screens, '/indian', '/our-network', '/search?q=milf', '/404']) {
      await page.goto(path);
      expect((await tags(page)).length, path).toBe(30);
      expect((await performers(page)).length, path).toBe(32);
      expect((await paths(page, 'Categories')).length, path).toBe(17);
      expect(await page.getByRole('button', { name: 'Scroll to top' }).count(), path).toBe(1);
    }
  });

  it('tags lead to /tag/{tag}, performers to /pornstar/{lowercase-dashed-name}, columns to categories', async () => {
    const page = await demo.visit('/');
    const known = await demo.get('/tags?limit=1000');
    for (const path of await tags(page)) expect(known.tags).toContain(path.replace('/tag/', ''));
    for (const path of await performers(page)) expect(path).toMatch(/^\/pornstar\/[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const path of await paths(page, 'Categories')) expect(path).toMatch(/^\/category\/[a-z0-9-]+$/);
  });

  it('the button scrolls to the top', async () => {
    const page = await demo.visit('/tags', { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Scroll to top' }).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Scroll to top' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
});

/** For the server: browsers have clocks of their own. */
const tenMinutesLater = () => {
  vi.setSystemTime(Date.now() + tenMinutes);
};

describe('section 9: which performers', () => {
  it('the eleven featured ones are always there, the rest are random', async () => {
    const { featuredPerformers } = await demo.get('/settings');
    expect(featuredPerformers).toHaveLength(11);
    const sets = [];
    for (const path of ['/our-network', '/top-videos']) {
      const page = await demo.visit(path, { isNew: true });
      sets.push(await performers(page));
      tenMinutesLater();
    }
    for (const set of sets)
      expect(set).toEqual(expect.arrayContaining(featuredPerformers.map((name: string) => `/pornstar/${name}`)));
    expect(sets[0]).not.toEqual(sets[1]);
  });
});

describe('sections 4 and 9: ten minutes', () => {
  it('random sets are stored in local storage and renewed every ten minutes', async () => {
    const page = await demo.visitor({ isNew: true });
    await page.clock.install();
    await open(page, '/our-network');
    const before = [await tags(page), await performers(page)];
    expect((await storedSet(page, 'footer-tag-names')).map(({ slug }: { slug: string }) => `/tag/${slug}`)).toEqual(
      before[0],
    );
    expect(
      (await storedSet(page, 'footer-pornstar-names')).map(({ slug }: { slug: string }) => `/pornstar/${slug}`),
    ).toEqual(before[1]);
    const renewed = Promise.all([
      page.waitForRequest('**/api/footer/tags?count=30&seed=*'),
      page.waitForRequest('**/api/footer/pornstars?count=32&seed=*'),
    ]);
    await page.clock.runFor(tenMinutes);
    await renewed;
    await expect.poll(() => tags(page)).not.toEqual(before[0]);
    await expect.poll(() => performers(page)).not.toEqual(before[1]);
  });

  it('are the same on all pages and for all visitors', async () => {
    const before = await demo.visit('/new-content', { isNew: true });
    const after = await demo.visit('/indian', { isNew: true });
    expect([await tags(after), await performers(after)]).toEqual([await tags(before), await performers(before)]);
  });

  it('a browser keeps its sets over a full load, even if the server has others by now', async () => {
    const page = await demo.visit('/muslim', { isNew: true });
    const before = [await tags(page), await performers(page)];
    tenMinutesLater();
    await open(page, '/most-liked');
    const fromServer = await demo.html('/most-liked');
    expect(before[0]?.every((path) => fromServer.includes(`href="${path}"`))).toBe(false);
    await expect.poll(async () => [await tags(page), await performers(page)]).toEqual(before);
  });

  it('the sets of a tag or a video are neither stored nor renewed', async () => {
    const { records } = await demo.get('/getnewVideos?limit=1');
    for (const path of ['/tag/milf', `/video/${records[0]._id}`]) {
      const page = await demo.visitor({ isNew: true });
      await page.clock.install();
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/footer/')) asked.push(request.url());
      });
      await open(page, path);
      const before = await tags(page);
      await page.clock.runFor(2 * tenMinutes);
      expect(asked).toEqual([]);
      await expect.poll(() => tags(page)).toEqual(before);
      expect(await storedSet(page, 'footer-tag-names')).toBeUndefined();
      expect(await storedSet(page, 'footer-pornstar-names')).toBeUndefined();
    }
  });

  it('a tag page names the tag first and the performers of its videos', async () => {
    const page = await demo.visit('/tag/milf');
    expect((await tags(page))[0]).toBe('/tag/milf');
    const { uniquePornstars } = await demo.get('/tags/milf/metadata');
    const shown = await performers(page);
    expect(shown.filter((path) => uniquePornstars.includes(path.replace('/pornstar/', ''))).length).toBeGreaterThan(11);
  });

  it('moving on from a tag page brings random sets', async () => {
    const page = await demo.visit('/tag/milf');
    const asked = page.waitForRequest('**/api/footer/tags?count=30&seed=*');
    await column(page, 'Browse').filter({ hasText: 'Our Network' }).click();
    await asked;
    await expect.poll(async () => (await tags(page)).length).toBe(30);
    await expect.poll(() => storedSet(page, 'footer-tag-names')).toHaveLength(30);
  });
});

describe('section 8: sets that cannot be loaded', () => {
  const refusals = {
    'never arrives': { abort: true },
    'is refused': { status: 500, json: { success: false } },
    'is no success': { status: 200, json: { success: false } },
  };
  it.each(Object.entries(refusals))('a call that %s gives 29 built-in tags and 30 performers', async (_, refusal) => {
    const page = await demo.visit('/tag/milf');
    await page.route('**/api/footer/**', (route) => ('abort' in refusal ? route.abort() : route.fulfill(refusal)));
    await column(page, 'Browse').filter({ hasText: 'Our Network' }).click();
    await page.waitForURL('**/our-network');
    await expect.poll(async () => (await tags(page)).length).toBe(29);
    await expect.poll(async () => (await performers(page)).length).toBe(30);
    expect(await storedSet(page, 'footer-tag-names')).toBeUndefined();
  });
});
