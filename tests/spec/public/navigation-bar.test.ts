/** The navigation bar, its sidebar and the small-screen search. */
import { describe, expect, it } from 'vitest';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
import { desktop, phone, sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();

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

describe('the bar', () => {
  it.each(['/', '/video/1', '/tag/milf', '/category/milfnut', '/pornstars', '/our-network', '/404'])(
    'of %s has logo, menu button, search box and sponsored link',
    async (path) => {
      const $ = await demo.read(path);
      expect($('header > div a.logo').text()).toBe('Marquee');
      expect($('header > div a.logo').attr('href')).toBe('/');
      expect($('header > div button[aria-label="Menu"]').attr('commandfor')).toBe(
        $('dialog[aria-label="Menu"]').attr('id'),
      );
      expect($('header [role=combobox]').attr('aria-label')).toBe('Search');
      const sponsored = $('header a:contains("Sponsored")');
      expect(sponsored).toHaveLength(1);
      expect(sponsored.attr('rel')).toContain('sponsored');
    },
  );

  it('has a search box of 350 px, and below 900 px an icon that opens one of full width, fixed at the top until it is closed or used', async () => {
    const page = await demo.visit('/tags', desktop);
    const bar = page.getByRole('banner');
    const box = bar.getByPlaceholder('Search here.....', { exact: true });
    const icon = bar.getByRole('button', { name: 'Search', exact: true });
    await expect.poll(() => box.isVisible()).toBe(true);
    await expect.poll(() => bar.getByRole('link', { name: /^Sponsored/ }).isVisible()).toBe(true);
    expect((await bar.getByRole('search').boundingBox())?.width).toBe(350);
    await page.setViewportSize({ width: 900, height: 800 });
    await expect.poll(() => box.isVisible()).toBe(true);
    await expect.poll(() => icon.isVisible()).toBe(false);
    await page.setViewportSize({ width: 899, height: 800 });
    await expect.poll(() => box.isVisible()).toBe(false);
    await expect.poll(() => icon.isVisible()).toBe(true);

    await page.setViewportSize(phone.viewport);
    await icon.click();
    const wide = page.locator('div:has(> button[aria-label="Close search"])');
    await wide.waitFor();
    await expect.poll(() => wide.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
    await page.evaluate(() => scrollTo(0, 500));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);
    expect((await wide.boundingBox())?.y).toBe(0);
    await wide.getByRole('button', { name: 'Close search' }).click();
    await expect.poll(() => wide.count()).toBe(0);

    await icon.click();
    const wideBox = page.getByRole('combobox', { name: 'Search' }).and(page.locator('#mobile-search'));
    await expect.poll(() => wideBox.evaluate((input) => input === document.activeElement)).toBe(true);
    await wideBox.fill('milf');
    await wideBox.press('Enter');
    await page.waitForURL('**/search?q=milf');
    await expect.poll(() => wideBox.count()).toBe(0);
  });
});

describe('the sidebar', () => {
  it('has nine entries in order', async () => {
    const $ = await demo.read('/tags');
    const links = 'dialog[aria-label="Menu"] nav > a';
    expect(textsIn($, links)).toEqual(entries.map(([label]) => label));
    expect(hrefsIn($, links)).toEqual(entries.map(([, url]) => url));
  });

  it('is closed at first, opened by the menu button, and closed by its close button, Escape and any entry', async () => {
    const page = await demo.visit('/tags');
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const button = page.getByRole('button', { name: 'Menu' });
    const sidebar = page.getByRole('dialog', { name: 'Menu' });
    await expect.poll(() => sidebar.count()).toBe(0);
    await button.click();
    await sidebar.waitFor();
    // A browser complains about a dialog that is opened twice.
    expect(complaints).toEqual([]);
    await sidebar.getByRole('button', { name: 'Close menu' }).click();
    await expect.poll(() => sidebar.count()).toBe(0);

    await button.focus();
    await page.keyboard.press('Enter');
    await sidebar.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => sidebar.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu');

    await button.click();
    await expect.poll(() => sidebar.getByRole('link').allTextContents()).toEqual(entries.map(([label]) => label));
    await sidebar.getByRole('link', { name: 'Our Network', exact: true }).click();
    await page.waitForURL('**/our-network');
    await expect.poll(() => sidebar.count()).toBe(0);
  });
});
