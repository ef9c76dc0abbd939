/** The bars that lead through the site: the second row on wide screens and the one at the thumb on phones. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { demoSite, desktop, phone } from '../../support/public-site.ts';

const demo = demoSite();

const wideBar = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Lists' });
const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });
const heights = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));

describe('the bar of wide screens', () => {
  it('is there from 1100 px on, with the lists and the categories', async () => {
    const page = await demo.visit('/our-network', { viewport: { width: 1099, height: 800 } });
    await expect.poll(() => wideBar(page).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect
      .poll(() => wideBar(page).getByRole('link').allTextContents())
      .toEqual(['Top', 'New', 'Most liked', 'Models', 'Tags']);
    for (const [label, path] of [
      ['Top', '/top-videos'],
      ['New', '/new-content'],
      ['Most liked', '/most-liked'],
      ['Models', '/pornstars'],
      ['Tags', '/tags'],
    ] as const) {
      await wideBar(page).getByRole('link', { name: label }).click();
      await page.waitForURL(`**${path}`);
      await expect
        .poll(() => wideBar(page).getByRole('link', { name: label }).getAttribute('aria-current'))
        .toBe('page');
    }
  });

  it.each([true, false])('its categories open and lead on, with JavaScript: %s', async (javaScriptEnabled) => {
    const page = await demo.visitor({ ...desktop, javaScriptEnabled });
    await page.goto('/tags');
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'I am 18 or older' }).click();
    await wideBar(page).getByText('Categories').click();
    const categories = wideBar(page).getByRole('list').getByRole('link');
    await expect.poll(() => categories.count()).toBe(17);
    await categories.filter({ hasText: 'Badwap' }).click();
    await page.waitForURL('**/category/badwap');
    await expect.poll(() => categories.count()).toBe(0);
  });

  it('has no accessibility problem with its categories open', async () => {
    const page = await demo.visit('/tags', { ...desktop, ...still });
    await wideBar(page).getByText('Categories').click();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

it('the menu has the 17 categories too, and closes when one is chosen', async () => {
  const page = await demo.visit('/tags', phone);
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByText('Categories').click();
  await expect.poll(() => menu.getByRole('link').count()).toBe(9 + 17);
  await menu.getByRole('link', { name: 'Badwap' }).click();
  await page.waitForURL('**/category/badwap');
  await expect.poll(() => menu.count()).toBe(0);
});

describe('the bottom bar of phones', () => {
  it('is there below 700 px, stays at the bottom and marks the page', async () => {
    const page = await demo.visit('/tags', { viewport: { width: 700, height: 800 } });
    await expect.poll(() => bottomBar(page).isVisible()).toBe(false);
    await page.setViewportSize(phone.viewport);
    const labels = bottomBar(page).locator('a, button');
    await expect.poll(() => labels.allTextContents()).toEqual(['Home', 'Search', 'Models', 'Tags', 'Mine']);
    const links = bottomBar(page).getByRole('link');
    for (const [label, path] of [
      ['Home', '/'],
      ['Models', '/pornstars'],
      ['Mine', '/mine'],
      ['Tags', '/tags'],
    ] as const) {
      await links.filter({ hasText: label }).click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => bottomBar(page).locator('[aria-current=page]').allTextContents()).toEqual([label]);
    }
    await page.evaluate(() => scrollTo(0, 2000));
    const box = await bottomBar(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phone.viewport.height);
  });

  it('its search opens the search box', async () => {
    const page = await demo.visit('/tags', phone);
    await bottomBar(page).getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('mobile-search');
  });

  it('its search is a page of its own without JavaScript', async () => {
    const page = await demo.visitor({ ...phone, javaScriptEnabled: false });
    await page.goto('/tags');
    await page.getByRole('button', { name: 'I am 18 or older' }).click();
    await bottomBar(page).getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/search');
  });

  it('its icons are in their place before their labels have arrived', async () => {
    const page = await demo.visit('/tags', phone);
    const iconTops = () =>
      page.locator('.bottom-bar svg').evaluateAll((icons) => icons.map((icon) => icon.getBoundingClientRect().top));
    const before = await iconTops();
    await page.locator('.bottom-bar svg').evaluateAll((icons) => {
      for (const icon of icons) icon.nextSibling?.remove();
    });
    expect(await iconTops()).toEqual(before);
  });

  it('hides neither the end of the page nor what has the focus, and waits behind the age gate', async () => {
    const page = await demo.visit('/tags', phone);
    const bar = (await bottomBar(page).boundingBox())?.y ?? 0;
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const button = await page.getByRole('button', { name: 'Scroll to top' }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(bar);
    await page.evaluate(() => scrollTo(0, 0));
    const link = page.getByRole('main').getByRole('link').last();
    await link.focus();
    const focused = await link.boundingBox();
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThan(bar);
    const stranger = await demo.visit('/tags', { ...phone, isAdult: false });
    await expect.poll(() => bottomBar(stranger).isVisible()).toBe(false);
  });

  it('has no accessibility problem', async () => {
    const page = await demo.visit('/404', { ...phone, ...still });
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

it('what bars offer is at least 44 px high', async () => {
  const small = await demo.visit('/', phone);
  const shown = 'header > div a:not(.logo):visible, header > div button:visible, .bottom-bar a';
  expect(Math.min(...(await heights(small, shown)))).toBeGreaterThanOrEqual(44);
  const wide = await demo.visit('/', desktop);
  expect(Math.min(...(await heights(wide, '.wide-bar > a, .wide-bar summary')))).toBeGreaterThanOrEqual(44);
});

it.each([
  [390, 'Your partner here'],
  [390, 'A rather long label of somebody who advertises here, at length'],
])('at %i px the sponsored link is a whole box: %s', async (width, label) => {
  const page = await demo.visit('/tags', { viewport: { width, height: 800 } });
  const link = page.getByRole('banner').getByRole('link', { name: /^Ad/ });
  await link
    .locator('span span:visible')
    .last()
    .evaluate((part, text) => {
      part.textContent = text;
    }, label);
  const box = await link.boundingBox();
  expect(box?.width).toBeGreaterThan(90);
  expect(box?.height).toBeLessThanOrEqual(62);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});
