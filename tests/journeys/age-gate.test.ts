/** The age gate in a browser: it fails closed, whatever happens to its page, and opens everything once it is answered. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();
const withPictures = sharedDemo({ loadsImages: true });
const widestRow = 4;
const thirtyDays = 30 * 24 * 60 * 60 * 1000;

const ageGate = (page: Page) => page.getByRole('dialog', { name: 'Adults only' });
const enter = (page: Page) => page.getByRole('button', { name: 'I am 18 or older' });
const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

describe('on a first visit', () => {
  it('the gate is there, and only pictures of the first row are fetched before it is answered', async () => {
    const page = await withPictures.visitor({ isAdult: false, isNew: true });
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'image' && !/\/icon|favicon/.test(request.url())) requested.push(request.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await ageGate(page).isVisible()).toBe(true);
    expect(await page.locator('main').isVisible()).toBe(false);
    expect(requested.length).toBeLessThanOrEqual(widestRow);
    await enter(page).click();
    await expect.poll(() => requested.length).toBeGreaterThan(widestRow);
    await expect.poll(() => ageGate(page).count()).toBe(0);
    await expect.poll(() => page.locator('main').isVisible()).toBe(true);
  });

  it('nothing flashes behind it: the site is not painted in any frame', async () => {
    const page = await demo.visitor({ isAdult: false, isNew: true });
    await page.addInitScript(() => {
      const visible: boolean[] = [];
      Object.assign(window, { visible });
      const look = () => {
        const site = document.getElementById('site');
        if (site) visible.push(site.checkVisibility());
        requestAnimationFrame(look);
      };
      look();
    });
    await open(page, '/');
    const visible = await page.evaluate(() => (window as unknown as { visible: boolean[] }).visible);
    expect(visible.length).toBeGreaterThan(0);
    expect(visible).not.toContain(true);
  });

  it('it traps the focus and is answered by keyboard, which leads to the heading of the page', async () => {
    const page = await demo.visit('/tags', { isAdult: false });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('I am 18 or older');
    const passed = [];
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      passed.push(await page.evaluate(() => document.activeElement?.closest('main, header, footer') !== null));
    }
    expect(passed).not.toContain(true);
    await enter(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => ageGate(page).count()).toBe(0);
    await expect.poll(() => focusedTag(page)).toBe('H1');
  });
});

describe('the answer', () => {
  it('is stored in the browser for 30 days, and in no cookie', async () => {
    const page = await demo.visitor({ isAdult: false });
    await page.goto('/');
    await enter(page).click();
    await page.goto('/tags');
    await expect.poll(() => ageGate(page).count()).toBe(0);
    const later = async (time: number) => {
      await page.evaluate((at) => localStorage.setItem('adult', String(at)), Date.now() - time);
      await page.goto('/tags');
      return ageGate(page).count();
    };
    expect(await later(thirtyDays - 60 * 60_000)).toBe(0);
    expect(await later(thirtyDays + 60 * 60_000)).toBe(1);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('opens the other tabs too, with the focus on their headings', async () => {
    const page = await demo.visit('/', { isAdult: false });
    const other = await page.context().newPage();
    await other.goto('/tags');
    await enter(page).click();
    await ageGate(other).waitFor({ state: 'hidden' });
    await expect.poll(() => other.locator('main').isVisible()).toBe(true);
    await expect.poll(() => focusedTag(other)).toBe('H1');
  });
});

describe('the gate stays closed until it is answered', () => {
  it('if the style sheet cannot be loaded', async () => {
    const page = await demo.visitor({ isAdult: false, ignoresErrors: true });
    await page.route('**/*.css', (route) => route.abort());
    await page.goto('/');
    await expect.poll(() => page.locator('main').isVisible()).toBe(false);
    await enter(page).click();
    await expect.poll(() => page.locator('main').isVisible()).toBe(true);
  });

  it.each<[string, () => void]>([
    ['if something removes it', () => document.getElementById('age-gate')?.remove()],
    [
      'if the page cannot be hydrated',
      () => {
        for (const data of document.querySelectorAll('script[type="application/json"]')) data.textContent = '[]';
      },
    ],
  ])('%s', async (_, change) => {
    const page = await demo.visitor({ isAdult: false, ignoresErrors: true });
    await page.addInitScript(`
      document.addEventListener('readystatechange', () => {
        if (document.readyState === 'interactive') (${change})();
      });
    `);
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect.poll(() => ageGate(page).isVisible()).toBe(true);
    await expect.poll(() => page.locator('#site').isVisible()).toBe(false);
    await enter(page).click();
    await ageGate(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('main').isVisible()).toBe(true);
  });

  it('without JavaScript, on each page', async () => {
    const page = await demo.visitor({ javaScriptEnabled: false, isAdult: false });
    for (const path of ['/', '/video/1']) {
      await page.goto(path);
      expect(await ageGate(page).isVisible(), path).toBe(true);
      expect(await page.locator('main').isVisible(), path).toBe(false);
      await enter(page).click();
      expect(await page.getByRole('dialog').count(), path).toBe(0);
      expect(await page.locator('main').isVisible(), path).toBe(true);
    }
  });
});

describe('a page that nobody has to answer it for', () => {
  it('shows nothing for adults, and whoever goes on to the videos is asked first', async () => {
    const page = await demo.visit('/content-removal', { isAdult: false });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await ageGate(page).count()).toBe(0);
    const links = page.getByRole('link').filter({ visible: true });
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(targets).toContain('/content-removal');
    expect(targets.filter((href) => /^\/(video|tag|pornstar|category)\//.test(href))).toEqual([]);
    await page.getByRole('banner').getByRole('link', { name: 'Marquee' }).click();
    await ageGate(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('#site').isVisible()).toBe(false);
    await page.goBack();
    await page.waitForURL('**/content-removal');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await ageGate(page).isVisible()).toBe(false);
  });
});
