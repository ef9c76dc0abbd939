/** Public site, sections 2 and 4: the navigation bar, its sidebar and the small-screen search. */
import { describe, expect, it } from 'vitest';
import { demoSite, desktop, phone } from '../../support/public-site.ts';

const demo = demoSite();

const entries = [
  ['Home', '/'],
  ['Tags', '/tags'],
  ['Models', '/pornstars'],
  ['Indians', '/indian'],
  ['Muslim', '/muslim'],
  ['Top Videos', '/top-videos'],
  ['New Content', '/new-content'],
  ['Most Liked', '/most-liked'],
  ['Our Network', '/our-network'],
];

describe('section 2: the bar', () => {
  it('is on every page with logo, menu button, search box and sponsored link', async () => {
    const page = await demo.visitor();
    for (const path of ['/', '/video/1', '/tag/milf', '/category/milfnut', '/pornstars', '/our-network', '/404']) {
      await page.goto(path);
      const bar = page.getByRole('banner');
      expect(await bar.getByRole('link', { name: 'Marquee' }).getAttribute('href'), path).toBe('/');
      expect(await bar.getByRole('button', { name: 'Menu' }).isVisible(), path).toBe(true);
      expect(await bar.getByRole('combobox', { name: 'Search' }).isVisible(), path).toBe(true);
      const sponsored = bar.getByRole('link', { name: /^Sponsored/ });
      expect(await sponsored.isVisible(), path).toBe(true);
      expect(await sponsored.getAttribute('rel'), path).toContain('sponsored');
    }
  });

  it('the menu opens once: the browser has nothing to complain about', async () => {
    const page = await demo.visit('/tags');
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([320, 390])('at %i px the logo is whole, and the sponsored link beside it', async (width) => {
    const page = await demo.visit('/tags', { viewport: { width, height: 700 } });
    const logo = page.getByRole('banner').getByRole('link', { name: 'Marquee' });
    // A hundredth of a pixel too little is enough to cut a word short.
    const room = await logo.evaluate((link: HTMLElement) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return link.getBoundingClientRect().width - text.getBoundingClientRect().width;
    });
    expect(room).toBeGreaterThanOrEqual(0);
    await expect.poll(() => page.getByRole('banner').getByRole('link', { name: /^Ad/ }).isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  it('on a desktop the search box is 350 px wide and says "Search here....."', async () => {
    const page = await demo.visit('/tags', desktop);
    const box = page.getByRole('banner').getByPlaceholder('Search here.....', { exact: true });
    const form = page.getByRole('banner').getByRole('search');
    await expect.poll(() => box.isVisible()).toBe(true);
    expect((await form.boundingBox())?.width).toBe(350);
  });

  it('the box gives way to an icon below 900 px, and not at 900', async () => {
    const page = await demo.visit('/tags', { viewport: { width: 899, height: 800 } });
    const bar = page.getByRole('banner');
    const icon = bar.getByRole('button', { name: 'Search', exact: true });
    await expect.poll(() => bar.getByRole('combobox').isVisible()).toBe(false);
    await expect.poll(() => icon.isVisible()).toBe(true);
    await page.setViewportSize({ width: 900, height: 800 });
    await expect.poll(() => bar.getByRole('combobox').isVisible()).toBe(true);
    await expect.poll(() => icon.isVisible()).toBe(false);
  });
});

describe('sections 2 and 4: the sidebar', () => {
  it('has nine entries in order', async () => {
    const page = await demo.visit('/tags');
    await page.getByRole('button', { name: 'Menu' }).click();
    const links = page.getByRole('dialog', { name: 'Menu' }).getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(entries.map(([label]) => label));
    const urls = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(urls).toEqual(entries.map(([, url]) => url));
  });

  it('is closed at first, opened by the menu button and closed by its close button', async () => {
    const page = await demo.visit('/tags');
    const sidebar = page.getByRole('dialog', { name: 'Menu' });
    await expect.poll(() => sidebar.count()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await sidebar.waitFor();
    await sidebar.getByRole('button', { name: 'Close menu' }).click();
    await expect.poll(() => sidebar.count()).toBe(0);
  });

  it('any entry leads to its page and closes it', async () => {
    const page = await demo.visit('/search');
    const sidebar = page.getByRole('dialog', { name: 'Menu' });
    for (const [label = '', url = ''] of entries) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await sidebar.getByRole('link', { name: label, exact: true }).click();
      await page.waitForURL(`**${url}`);
      await expect.poll(() => sidebar.count(), { message: label }).toBe(0);
    }
  });

  it('Escape closes it and the focus returns to the menu button', async () => {
    const page = await demo.visit('/tags');
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe('Menu');
  });
});

describe('sections 2 and 4: the search of small screens', () => {
  it('is a full-width bar fixed at the top, opened by the icon and closed by its button', async () => {
    const page = await demo.visit('/tags', phone);
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
    const bar = page.locator('div:has(> button[aria-label="Close search"])');
    await bar.waitFor();
    await expect.poll(() => bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
    await page.evaluate(() => scrollTo(0, 500));
    expect((await bar.boundingBox())?.y).toBe(0);
    await bar.getByRole('button', { name: 'Close search' }).click();
    await expect.poll(() => bar.count()).toBe(0);
  });

  it('searches, and closes when a result is opened', async () => {
    const page = await demo.visit('/tags', phone);
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
    const box = page.getByRole('combobox', { name: 'Search' }).and(page.locator('#mobile-search'));
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);
    await box.fill('milf');
    await box.press('Enter');
    await page.waitForURL('**/search?q=milf');
    await expect.poll(() => box.count()).toBe(0);
  });
});

describe('keyboard', () => {
  it('/ goes to the search, on a phone by opening it', async () => {
    const page = await demo.visit('/tags');
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('bar-search');
    await page.keyboard.press('/');
    await expect.poll(() => page.locator('#bar-search').inputValue()).toBe('/');

    const small = await demo.visit('/tags', phone);
    await small.keyboard.press('/');
    await expect.poll(() => small.evaluate(() => document.activeElement?.id)).toBe('mobile-search');
  });

  it.each(['Control', 'Meta', 'Alt'])('%s and / are left to the browser', async (modifier) => {
    const page = await demo.visit('/tags');
    await page.keyboard.press(`${modifier}+/`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).not.toBe('bar-search');
  });
});
