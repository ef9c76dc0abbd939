/** The video page beyond docs/behaviour.md: related videos at its side, sharing, and what cards say about a visitor. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { demoSite, desktop, open, phone } from '../../support/public-site.ts';

const demo = demoSite();
const tablet = { viewport: { width: 820, height: 1180 } };

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
};

describe('related videos', () => {
  it('are beside the video on a wide screen', async () => {
    const page = await demo.visit('/video/1', desktop);
    const [video, related] = [await boxOf(page, 'article'), await boxOf(page, 'section:has(#related)')];
    expect(related.x).toBeGreaterThan(video.x + video.width);
    expect(related.y).toBeLessThan(video.y + 100);
  });

  it.each([phone, tablet])('are below it on a screen of $viewport.width', async (size) => {
    const page = await demo.visit('/video/1', size);
    const [video, related] = [await boxOf(page, 'article'), await boxOf(page, 'section:has(#related)')];
    expect(related.y).toBeGreaterThanOrEqual(video.y + video.height);
  });

  it('leave no empty column where there are none', async () => {
    const id = await addVideo(demo.site.database.db, { title: 'Zwolfkernig', tags: ['vp-alone'], performers: [] });
    await expect.poll(async () => (await fetch(`${demo.site.url}/video/${id}`)).status).toBe(200);
    const page = await demo.visit(`/video/${id}`, desktop);
    const video = await boxOf(page, 'article');
    expect(video.x + video.width / 2).toBeCloseTo(desktop.viewport.width / 2, -1);
  });
});

it('the links of the way here are large enough for a thumb', async () => {
  const page = await demo.visit('/video/1', phone);
  const links = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
  const smallest = () =>
    links.evaluateAll((all) =>
      Math.min(...all.map((link) => link.getBoundingClientRect()).flatMap(({ width, height }) => [width, height])),
    );
  await expect.poll(() => links.count()).toBe(2);
  expect(await smallest()).toBeGreaterThanOrEqual(24);
});

describe('sharing', () => {
  const withNavigator = async (properties: string) => {
    const page = await demo.visitor({ isNew: true });
    await page.addInitScript(
      `for (const [name, value] of Object.entries(${properties})) Object.defineProperty(Navigator.prototype, name, { value, configurable: true })`,
    );
    await open(page, '/video/1');
    const url = await page.locator('link[rel=canonical]').getAttribute('href');
    await page.getByRole('button', { name: 'Share' }).click();
    return { page, url };
  };

  it('opens the browser’s own sheet', async () => {
    const { page, url } = await withNavigator('{ share: async (data) => { window.shared = data } }');
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: object }).shared))
      .toEqual({ title, url });
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it('says nothing if the visitor closes the sheet', async () => {
    const { page } = await withNavigator('{ share: async () => { throw new DOMException("closed", "AbortError") } }');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => page.getByLabel('Copy this link').count()).toBe(0);
  });

  it('copies the link where there is no sheet, and says so', async () => {
    const { page, url } = await withNavigator(
      '{ share: async () => { throw new TypeError() }, clipboard: { writeText: async (text) => { window.copied = text } } }',
    );
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('The link has been copied.');
    await expect.poll(() => page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(url);
  });

  it('shows the link, selected, where nothing else works', async () => {
    const { page, url } = await withNavigator('{ share: async () => { throw new TypeError() }, clipboard: undefined }');
    const field = page.getByLabel('Copy this link');
    await expect.poll(() => field.inputValue()).toBe(url);
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(url);
  });
});

describe('a card', () => {
  const cards = (page: Page) => page.getByRole('main').locator('li[data-tags]:has(> a.card)');

  it.each(['/tag/milf'])('of %s is saved with its own button, also with the keyboard', async (path) => {
    const page = await demo.visit(path);
    const card = cards(page).first();
    const heart = card.getByRole('button', { name: /^Favorite: / });
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
    await card.getByRole('link').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    expect(new URL(page.url()).pathname).toBe(path);
    const href = await card.getByRole('link').getAttribute('href');
    await open(page, '/mine');
    const saved = page.getByRole('list', { name: 'Favorites' });
    await expect.poll(() => saved.getByRole('link').getAttribute('href')).toBe(href);
    await saved.getByRole('button', { name: /^Favorite: / }).click();
    await expect.poll(() => saved.count()).toBe(0);
  });

  it.each([phone, desktop])(
    'has buttons of at least 44 pixels at $viewport.width, apart from each other',
    async (size) => {
      const page = await demo.visit('/new-content', size);
      const buttons = cards(page).first().getByRole('button');
      const [save, hide] = [await buttons.nth(0).boundingBox(), await buttons.nth(1).boundingBox()];
      for (const box of [save, hide]) {
        expect(box?.width).toBeGreaterThanOrEqual(44);
        expect(box?.height).toBeGreaterThanOrEqual(44);
      }
      expect(hide?.y).toBeGreaterThanOrEqual((save?.y ?? 0) + (save?.height ?? 0));
    },
  );

  it('is marked once its video was watched, on every list, without moving anything', async () => {
    const page = await demo.visit('/new-content');
    const link = cards(page).nth(2).getByRole('link');
    const href = await link.getAttribute('href');
    await expect.poll(() => page.getByText('Watched', { exact: true }).count()).toBe(0);
    await link.click();
    await page.waitForURL(`**${href}`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('history'))).not.toBeNull();
    for (const path of ['/new-content', '/']) {
      await open(page, path);
      await expect.poll(() => page.getByText('Watched', { exact: true }).count()).toBe(1);
      await expect.poll(() => page.locator(`main a[href="${href}"]`).textContent()).toContain('Watched');
    }
  });

  it('is not marked if the visitor keeps no history', async () => {
    const page = await demo.visitor();
    await open(page, '/mine');
    await page.getByRole('checkbox', { name: /history/ }).uncheck();
    const { records } = await demo.get('/getnewVideos?limit=1');
    await open(page, `/video/${records[0]._id}`);
    await open(page, '/new-content');
    await expect.poll(() => page.getByText('Watched', { exact: true }).count()).toBe(0);
  });
});

describe('a link that a pointer rests on', () => {
  const restOnLink = async (saveData: boolean) => {
    const page = await demo.visitor({ isNew: true });
    await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: ${saveData} } })`);
    await page.clock.install();
    await open(page, '/tags');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Our Network' }).hover();
    await page.clock.runFor(1000);
    return page.locator('link[rel="prefetch"][href*="our-network"]');
  };

  it('is loaded ahead', async () => {
    const prefetches = await restOnLink(false);
    await expect.poll(() => prefetches.count()).toBeGreaterThan(0);
  });

  it('is not loaded ahead if the visitor saves data', async () => {
    const prefetches = await restOnLink(true);
    await prefetches.page().clock.runFor(1000);
    expect(await prefetches.count()).toBe(0);
  });
});
