/** The performer directory, with the pointer and the keyboard: pages, search and letters. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();

const cards = (page: Page) => page.getByRole('list', { name: 'Models' }).getByRole('link');
const letters = (page: Page) => page.getByRole('navigation', { name: 'First letter' });
const pathsOf = (page: Page) => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('href')));
const named = (answer: { pornstars: { name: string }[] }) => answer.pornstars.map(({ name }) => `/pornstar/${name}`);

describe('the directory', () => {
  it('shows 30 performers a page, each leading to /pornstar/{name}', async () => {
    const page = await demo.visit('/pornstars');
    expect(await pathsOf(page)).toEqual(named(await demo.get('/pornstars?page=1&limit=30')));
    await expect.poll(() => cards(page).count()).toBe(30);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/pornstars/2');
    const second = named(await demo.get('/pornstars?page=2&limit=30'));
    await expect.poll(() => pathsOf(page)).toEqual(second);
  });

  it('has a search', async () => {
    const page = await demo.visit('/pornstars/2');
    const box = page.getByRole('searchbox', { name: 'Search models' });
    await box.fill('torven');
    await box.press('Enter');
    await page.waitForURL('**/pornstars?search=torven');
    const found = named(await demo.get('/pornstars?page=1&limit=30&search=torven'));
    expect(found.length).toBeGreaterThan(0);
    await expect.poll(() => pathsOf(page)).toEqual(found);
  });
});

describe('the first-letter filter', () => {
  it('a letter leads to /pornstars and shows its performers; clicked again it clears', async () => {
    const page = await demo.visit('/pornstars/2');
    await letters(page).getByRole('link', { name: 'I', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/pornstars' && url.searchParams.get('letter') === 'I');
    await expect.poll(() => letters(page).locator('[aria-current]').textContent()).toBe('I');
    const wanted = named(await demo.get('/pornstars?page=1&limit=30&letter=I'));
    expect(wanted.length).toBeGreaterThan(0);
    for (const path of wanted) expect(path).toMatch(/^\/pornstar\/i/);
    expect(await pathsOf(page)).toEqual(wanted);

    await letters(page).getByRole('link', { name: 'I', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/pornstars' && url.search === '');
    await expect.poll(() => letters(page).locator('[aria-current]').textContent()).toBe('ALL');
    await expect.poll(() => cards(page).count()).toBe(30);
  });

  it('ALL clears it too', async () => {
    const page = await demo.visit('/pornstars?letter=B');
    await letters(page).getByRole('link', { name: 'ALL' }).click();
    await page.waitForURL((url) => url.pathname === '/pornstars' && url.search === '');
  });
});
