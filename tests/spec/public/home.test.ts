/** The home page. */
import type { CheerioAPI } from 'cheerio';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { slugOf } from '#contract/values/names.ts';
import { videoPath } from '#contract/values/urls.ts';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
import { demoSite, open, phone } from '../../support/public-site.ts';
import { stopClock } from '../../support/stopped-clock.ts';

stopClock();
const demo = demoSite();

const tiles = (page: Page) => page.getByRole('list', { name: 'Tags', exact: true }).getByRole('link');
const tilePaths = (page: Page) => tiles(page).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
const shelf = 'main ul[aria-labelledby="tags"]';
const newVideos = 'main ul[aria-label="New videos"]';
/** The tags that the server sends. */
const sentTiles = ($: CheerioAPI) => hrefsIn($, `${shelf} a`);
const tenMinutes = 600_000;

describe('home', () => {
  it('shows a search bar, 64 tags with an image each, and the newest videos', async () => {
    const $ = await demo.read('/');
    expect($('main [role=combobox]').attr('placeholder')).toBe('Search here.....');
    expect($(`${shelf} a`)).toHaveLength(64);
    expect($(`${shelf} a img`)).toHaveLength(64);
    const { records } = await demo.get('/getnewVideos?page=1&limit=16');
    expect(hrefsIn($, `${newVideos} a`)).toEqual(
      records.map(({ _id, titel }: { _id: string; titel: string }) => videoPath(_id, titel)),
    );
  });

  it('the tags are different ones of the catalogue and lead to /tag/{slug}', async () => {
    const paths = sentTiles(await demo.read('/'));
    expect(new Set(paths).size).toBe(64);
    const { tags } = await demo.get('/tags?limit=1000');
    for (const path of paths) expect(tags).toContain(path.replace('/tag/', ''));
    const $ = await demo.read(paths[0] ?? '');
    expect(textsIn($, 'main h1').map(slugOf)).toEqual([paths[0]?.replace('/tag/', '')]);
  });

  it('has a breadcrumb "Page N" above page 1 only', async () => {
    const breadcrumb = async (path: string) =>
      textsIn(await demo.read(path), 'nav[aria-label="Breadcrumb"] li span[dir]');
    expect(await breadcrumb('/3')).toEqual(['Page 3']);
    expect(await breadcrumb('/')).toEqual([]);
  });
});

describe('home tags', () => {
  it('are the same on every page of the home list, for every visitor', async () => {
    const sent = sentTiles(await demo.read('/'));
    expect(sent).toHaveLength(64);
    for (const path of ['/2', '/3', '/4']) expect(sentTiles(await demo.read(path)), path).toEqual(sent);
  });

  it('are stored with their images, stay the same for ten minutes of browsing, and are renewed every ten minutes', async () => {
    const page = await demo.visitor({ isNew: true });
    await page.clock.install();
    await open(page, '/');
    const before = await tilePaths(page);
    expect(before).toEqual(sentTiles(await demo.read('/')));
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('home-tag-names') ?? '{}'));
    expect(stored.value.map(({ slug }: { slug: string }) => `/tag/${slug}`)).toEqual(before);
    for (const tag of stored.value)
      expect(tag).toEqual({
        slug: expect.any(String),
        name: expect.any(String),
        image: expect.stringMatching(/^\/art\//),
      });
    expect(Math.abs(Date.now() - stored.at)).toBeLessThan(tenMinutes);

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

    const later = await tilePaths(page);
    const renewed = page.waitForRequest('**/api/tags/random?count=64&seed=*');
    await page.clock.runFor(tenMinutes);
    await renewed;
    await expect.poll(() => tilePaths(page)).not.toEqual(later);
    await expect.poll(() => tiles(page).count()).toBe(64);
  });
});

describe('promotional banner', () => {
  it('shows one of the images and opens the external URL in another tab', async () => {
    const $ = await demo.read('/');
    const { banners } = await demo.get('/settings');
    const banner = $('main a:contains("Advertisement")');
    expect(banners.map(({ image }: { image: string }) => image)).toContain(banner.find('img').attr('src'));
    expect([banner.attr('href'), banner.attr('target')]).toEqual(['https://example.com/live', '_blank']);
  });

  it('is another one at another visit, as chance has it', async () => {
    const { banners } = await demo.get('/settings');
    const page = await demo.visitor({ isNew: true });
    await page.addInitScript(() => {
      Math.random = () => Number(location.hash.slice(1));
    });
    const image = page.getByRole('link', { name: /Advertisement/ }).locator('img');
    await open(page, '/tag/milf#0');
    await expect.poll(() => image.getAttribute('src')).toBe(banners.at(0).image);
    await open(page, '/tag/lesbian#0.999');
    await expect.poll(() => image.getAttribute('src')).toBe(banners.at(-1).image);
    expect(banners.at(0).image).not.toBe(banners.at(-1).image);
  });
});

describe('the shelf of tags', () => {
  it('on a phone has two rows, of which a tag is cut at the edge, and leaves the first video in view', async () => {
    const page = await demo.visit('/', phone);
    const { width, height } = phone.viewport;
    const boxes = await tiles(page).evaluateAll((all) =>
      all.map((link) => {
        const { left, right, top } = link.getBoundingClientRect();
        return { left, right, top };
      }),
    );
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(2);
    expect(boxes.some(({ left, right }) => left < width && right > width)).toBe(true);
    const firstVideo = await page.locator(`${newVideos} a`).first().boundingBox();
    expect(firstVideo?.y).toBeLessThan(height - 100);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.locator(shelf).evaluate((list) => list.scrollTo({ left: 1e6, behavior: 'instant' }));
    expect((await tiles(page).last().boundingBox())?.x).toBeLessThan(width);
  });

  it('leads to all tags, and follows the videos from page 2 on', async () => {
    const order = async (path: string) => {
      const $ = await demo.read(path);
      expect(hrefsIn($, 'main section[aria-labelledby="tags"] > div a')).toEqual(['/tags']);
      return $(`${shelf}, ${newVideos}`)
        .toArray()
        .map((list) => $(list).attr('aria-label') ?? 'Tags');
    };
    expect(await order('/')).toEqual(['Tags', 'New videos']);
    expect(await order('/2')).toEqual(['New videos', 'Tags']);
  });

  it('a strip above it has the 17 categories', async () => {
    const $ = await demo.read('/');
    const strip = 'main nav[aria-label="All categories"] a';
    expect($(strip)).toHaveLength(17);
    expect($(`${strip}[href="/category/milfnut"]`).text()).toBe('Milfnut');
    const parts = $(`main nav[aria-label="All categories"], ${shelf}`).toArray();
    expect(parts.map(({ name }) => name)).toEqual(['nav', 'ul']);
  });
});
