/** Public site, sections 2, 4 and 9: the home page. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/video-path.ts';
import { watchNewTabs } from '../../support/new-tabs.ts';
import { answerForExampleCom, demoSite, open, phone } from '../../support/public-site.ts';
import { stopClock } from '../../support/stopped-clock.ts';

stopClock();
const demo = demoSite();

const tiles = (page: Page) => page.getByRole('list', { name: 'Tags', exact: true }).getByRole('link');
const tilePaths = (page: Page) => tiles(page).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
const tenMinutes = 600_000;

describe('section 2: home', () => {
  it('shows a search bar, 64 tags with an image each, and the newest videos', async () => {
    const page = await demo.visit('/');
    await expect.poll(() => page.getByRole('main').getByPlaceholder('Search here.....').isVisible()).toBe(true);
    await expect.poll(() => tiles(page).count()).toBe(64);
    await expect.poll(() => tiles(page).locator('img').count()).toBe(64);
    const { records } = await demo.get('/getnewVideos?page=1&limit=16');
    const cards = page.getByRole('list', { name: 'New videos' }).getByRole('link');
    const paths = await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(paths).toEqual(records.map(({ _id, titel }: { _id: string; titel: string }) => videoPath(_id, titel)));
  });

  it('the tags are different ones of the catalogue and lead to /tag/{slug}', async () => {
    const page = await demo.visit('/');
    const paths = await tilePaths(page);
    expect(new Set(paths).size).toBe(64);
    const { tags } = await demo.get('/tags?limit=1000');
    for (const path of paths) expect(tags).toContain(path?.replace('/tag/', ''));
    await tiles(page).first().click();
    await page.waitForURL(`**${paths[0]}`);
  });

  it('has a breadcrumb "Page N" above page 1 only', async () => {
    const page = await demo.visit('/3');
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect.poll(() => breadcrumb.getByText('Page 3', { exact: true }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Marquee' }).first().click();
    await page.waitForURL(/\/$/);
    await expect.poll(() => breadcrumb.count()).toBe(0);
  });
});

describe('section 9: home tags', () => {
  it('are stored in local storage with their images', async () => {
    const page = await demo.visit('/');
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('home-tag-names') ?? '{}'));
    expect(stored.value).toHaveLength(64);
    expect(stored.value[0]).toEqual({
      slug: expect.any(String),
      name: expect.any(String),
      image: expect.stringMatching(/^\/art\//),
    });
    expect(Math.abs(Date.now() - stored.at)).toBeLessThan(tenMinutes);
  });

  it('are the same for every visitor and after every full load', async () => {
    const before = await tilePaths(await demo.visit('/'));
    // Other pages of the home list are rendered for themselves.
    for (const path of ['/2', '/3']) {
      const page = await demo.visitor({ isNew: true });
      await open(page, path);
      await expect.poll(() => tilePaths(page)).toEqual(before);
      await open(page, '/4');
      await expect.poll(() => tilePaths(page)).toEqual(before);
    }
  });

  it('stay the same for ten minutes of browsing, and no longer', async () => {
    const page = await demo.visitor({ isNew: true });
    await page.clock.install();
    await open(page, '/');
    const before = await tilePaths(page);
    const goAndReturn = async () => {
      await page.getByRole('contentinfo').getByRole('link', { name: 'Our Network' }).click();
      await page.waitForURL('**/our-network');
      await page.goBack();
      await tiles(page).first().waitFor();
    };
    await goAndReturn();
    await expect.poll(() => tilePaths(page)).toEqual(before);
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + tenMinutes + 1000);
    await goAndReturn();
    await expect.poll(() => tilePaths(page)).not.toEqual(before);
  });

  it('are renewed every ten minutes while they are on the screen', async () => {
    const page = await demo.visitor({ isNew: true });
    await page.clock.install();
    await open(page, '/');
    const before = await tilePaths(page);
    const renewed = page.waitForRequest('**/api/tags/random?count=64&seed=*');
    await page.clock.runFor(tenMinutes);
    await renewed;
    await expect.poll(() => tilePaths(page)).not.toEqual(before);
    await expect.poll(() => tiles(page).count()).toBe(64);
  });
});

describe('section 2: promotional banner', () => {
  it('shows one of the images at random and opens the external URL', async () => {
    const page = await demo.visit('/');
    const { banners } = await demo.get('/settings');
    const banner = page.getByRole('link', { name: /Advertisement/ });
    const image = await banner.locator('img').getAttribute('src');
    expect(banners.map((each: { image: string }) => each.image)).toContain(image);
    await answerForExampleCom(page);
    const newTabs = await watchNewTabs(page);
    await banner.click();
    await expect.poll(newTabs.urls).toEqual(['https://example.com/live']);
  });

  it('is not always the same', async () => {
    const page = await demo.visit('/our-network');
    const images = new Set<string | null>();
    for (let visit = 0; visit < 30 && images.size < 2; visit += 1) {
      await open(page, '/tag/milf');
      images.add(
        await page
          .getByRole('link', { name: /Advertisement/ })
          .locator('img')
          .getAttribute('src'),
      );
    }
    expect(images.size).toBe(2);
  });
});

describe('the shelf of tags', () => {
  const firstVideo = (page: Page) => page.getByRole('list', { name: 'New videos' }).getByRole('link').first();
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;

  it('has two rows, and the first video is in the first screen of a phone', async () => {
    const page = await demo.visit('/', phone);
    const tops = await tiles(page).evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(2);
    expect(await topOf(firstVideo(page))).toBeLessThan(phone.viewport.height - 100);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
  });

  it('scrolls sideways and shows that it does: a tag is cut at the edge', async () => {
    const page = await demo.visit('/', phone);
    const shelf = page.getByRole('list', { name: 'Tags', exact: true });
    const { width } = phone.viewport;
    const edges = await tiles(page).evaluateAll((all) =>
      all.map((link) => [link.getBoundingClientRect().left, link.getBoundingClientRect().right]),
    );
    expect(edges.some(([left = 0, right = 0]) => left < width && right > width)).toBe(true);
    await shelf.evaluate((list) => list.scrollTo({ left: 1e6, behavior: 'instant' }));
    expect((await tiles(page).last().boundingBox())?.x).toBeLessThan(width);
  });

  it('can be reached tag by tag with the keyboard', async () => {
    const page = await demo.visit('/', phone);
    await tiles(page).nth(10).focus();
    await page.keyboard.press('Tab');
    const box = await tiles(page).nth(11).boundingBox();
    await expect
      .poll(() =>
        tiles(page)
          .nth(11)
          .evaluate((link) => link === document.activeElement),
      )
      .toBe(true);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.viewport.width);
  });

  it('leads to all tags, and follows the videos from page 2 on', async () => {
    const page = await demo.visit('/');
    expect(await topOf(tiles(page).first())).toBeLessThan(await topOf(firstVideo(page)));
    await page.getByRole('main').getByRole('link', { name: 'All tags' }).click();
    await page.waitForURL('**/tags');
    await open(page, '/2');
    await expect.poll(() => tiles(page).count()).toBe(64);
    expect(await topOf(tiles(page).first())).toBeGreaterThan(await topOf(firstVideo(page)));
  });

  it('a strip above it has the 17 categories', async () => {
    const page = await demo.visit('/');
    const strip = page.getByRole('main').getByRole('navigation', { name: 'All categories' }).getByRole('link');
    await expect.poll(() => strip.count()).toBe(17);
    await strip.filter({ hasText: 'Milfnut' }).click();
    await page.waitForURL('**/category/milfnut');
  });
});
