/** The footer's random sets: when the server has others, and when the next ones cannot be loaded. */
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

/** For the server: browsers have clocks of their own. */
const tenMinutesLater = () => {
  vi.setSystemTime(Date.now() + tenMinutes);
};

describe('ten minutes later', () => {
  it('the server has other sets for a new visitor, with the same featured performers', async () => {
    const { featuredPerformers } = await demo.get('/settings');
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

  it('a browser keeps its sets over a full load', async () => {
    const page = await demo.visit('/muslim', { isNew: true });
    const before = [await tags(page), await performers(page)];
    tenMinutesLater();
    await open(page, '/most-liked');
    const fromServer = await demo.html('/most-liked');
    expect(before[0]?.every((path) => fromServer.includes(`href="${path}"`))).toBe(false);
    await expect.poll(async () => [await tags(page), await performers(page)]).toEqual(before);
  });
});

describe('sets that cannot be loaded', () => {
  const refusals = {
    'never arrives': { abort: true },
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
