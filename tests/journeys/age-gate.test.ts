/** The age gate in a browser: it fails closed, whatever happens to its page, and opens everything once it is answered. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();
const hour = 60 * 60 * 1000;
const thirtyDays = 30 * 24 * hour;

const ageGate = (page: Page) => page.getByRole('dialog', { name: 'Adults only' });
const enter = (page: Page) => page.getByRole('button', { name: 'I am 18 or older' });
const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

it('nothing flashes behind it, it traps the focus, and an answer by keyboard opens all tabs for 30 days', async () => {
  const page = await demo.visitor({ isAdult: false, isNew: true });
  await page.addInitScript(() => {
    const visible: boolean[] = [];
    Object.assign(window, { visible });
    const look = () => {
      const site = document.getElementById('site');
      if (site) visible.push(site.checkVisibility());
      if (!('hasSeenAll' in window)) requestAnimationFrame(look);
    };
    look();
  });
  await open(page, '/tags');
  const visible = await page.evaluate(() => {
    Object.assign(window, { hasSeenAll: true });
    return (window as unknown as { visible: boolean[] }).visible;
  });
  expect(visible.length).toBeGreaterThan(0);
  expect(visible).not.toContain(true);

  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('I am 18 or older');
  const passed = [];
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    passed.push(await page.evaluate(() => document.activeElement?.closest('main, header, footer') !== null));
  }
  expect(passed).not.toContain(true);

  const other = await page.context().newPage();
  await open(other, '/');
  expect(await ageGate(other).isVisible()).toBe(true);
  await page.bringToFront();
  await enter(page).focus();
  await page.keyboard.press('Enter');
  for (const tab of [page, other]) {
    await expect.poll(() => ageGate(tab).count()).toBe(0);
    await expect.poll(() => tab.locator('main').isVisible()).toBe(true);
    await expect.poll(() => focusedTag(tab)).toBe('H1');
  }

  const later = async (time: number) => {
    await page.evaluate((at) => localStorage.setItem('adult', String(at)), Date.now() - time);
    await page.goto('/tags');
    return ageGate(page).count();
  };
  expect(await page.evaluate(() => localStorage.getItem('adult'))).toMatch(/^\d+$/);
  expect(await later(thirtyDays - hour)).toBe(0);
  expect(await later(thirtyDays + hour)).toBe(1);
  expect(await page.context().cookies()).toEqual([]);
});

describe('the gate stays closed until it is answered', () => {
  it('if the style sheet cannot be loaded, if something removes it, or if the page cannot be hydrated', async () => {
    const page = await demo.visitor({ isAdult: false, ignoresErrors: true });
    // A page for each mishap, in one tab.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState !== 'interactive') return;
        if (location.pathname === '/pornstars') document.getElementById('age-gate')?.remove();
        if (location.pathname === '/tags')
          for (const data of document.querySelectorAll('script[type="application/json"]')) data.textContent = '[]';
      });
    });
    const isClosedUntilAnswered = async () => {
      await expect.poll(() => ageGate(page).isVisible()).toBe(true);
      await expect.poll(() => page.locator('#site').isVisible()).toBe(false);
      await enter(page).click();
      await ageGate(page).waitFor({ state: 'hidden' });
      await expect.poll(() => page.locator('main').isVisible()).toBe(true);
      await page.evaluate(() => localStorage.clear());
    };
    for (const path of ['/pornstars', '/tags']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await isClosedUntilAnswered();
    }
    await page.route('**/*.css', (route) => route.abort());
    await page.goto('/');
    await isClosedUntilAnswered();
  });

  it('without JavaScript, and then on no other page', async () => {
    const page = await demo.visitor({ javaScriptEnabled: false, isAdult: false });
    await page.goto('/tag/milf?sort=popular');
    expect(await ageGate(page).isVisible()).toBe(true);
    expect(await page.locator('main').isVisible()).toBe(false);
    await enter(page).click();
    for (const path of ['/tag/milf?sort=popular', '/video/1']) {
      if (path === '/video/1') await page.goto(path);
      await expect.poll(() => page.locator('main').isVisible()).toBe(true);
      expect(await ageGate(page).isVisible(), path).toBe(false);
      expect(page.url()).toContain(path);
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
