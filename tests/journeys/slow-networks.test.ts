/** Visitors with a slow network or none: what they do before the scripts have loaded is not lost, and offline they stay where they are. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../support/hold-requests.ts';
import { sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();
const box = (page: Page) => page.locator('#bar-search');
const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

/** Opens a page whose scripts are on their way until `loadScripts` is called. */
const visitSlowly = async (url: string) => {
  const page = await demo.visitor();
  // The route also keeps the browser from taking them from its cache.
  const load = await holdRequests(page, '**/assets/*.js');
  await Promise.all([page.waitForRequest('**/assets/*.js'), page.goto(url, { waitUntil: 'commit' })]);
  const loadScripts = async () => {
    const hydrated = page.waitForRequest('**/api/tags?limit=500');
    load();
    await hydrated;
  };
  return { page, loadScripts };
};

describe('before the scripts have loaded', () => {
  it('text typed into the search box stays, and Enter searches for it', async () => {
    const { page, loadScripts } = await visitSlowly('/tags');
    await box(page).fill('harbour');
    await loadScripts();
    await expect.poll(() => box(page).inputValue()).toBe('harbour');
    await box(page).press('Enter');
    // In titles alone, if the names of tags and performers are there to see that it is neither.
    await page.waitForURL(/\/search\?q=(title%3A)?harbour$/);
  });

  it('Enter searches at once', async () => {
    const { page } = await visitSlowly('/tags');
    await box(page).fill('harbour');
    await box(page).press('Enter');
    await page.waitForURL('**/search?q=harbour', { waitUntil: 'commit' });
  });

  it('the menu opens at once, and stays open', async () => {
    const { page, loadScripts } = await visitSlowly('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(() => menuOf(page).isVisible()).toBe(true);
    await loadScripts();
    await expect.poll(() => menuOf(page).isVisible()).toBe(true);
    await menuOf(page).getByRole('link', { name: 'Tags' }).click();
    await page.waitForURL('**/tags');
    await expect.poll(() => menuOf(page).isVisible()).toBe(false);
  });

  it('a press on Save saves once they have', async () => {
    const { page, loadScripts } = await visitSlowly('/video/1');
    await page.getByRole('button', { name: 'Save' }).click();
    await loadScripts();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
  });
});

describe('offline', () => {
  const openTags = async (page: Page) => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await menuOf(page).getByRole('link', { name: 'Tags', exact: true }).click();
  };

  it('a click stays on the site, says so, and is followed once the browser is online; a search waits too, and can be given up', async () => {
    const page = await demo.visit('/');
    const notice = page.getByText('You are offline.');
    await page.context().setOffline(true);
    await openTags(page);
    await page.getByText('You are offline. The page opens as soon as you are back online.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().setOffline(false);
    await page.waitForURL('**/tags');
    await page.getByRole('heading', { level: 1, name: 'All tags' }).waitFor();
    await expect.poll(() => notice.count()).toBe(0);

    await page.context().setOffline(true);
    await box(page).fill('harbour');
    await box(page).press('Enter');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.context().setOffline(false);
    await expect.poll(() => notice.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/tags');
  });

  it('a page whose data fails on the way comes back by itself with the network', async () => {
    const page = await demo.visit('/', { ignoresErrors: true });
    await page.route('**/tags.data*', (route) => route.fulfill({ status: 500, body: 'The proxy has failed.' }));
    await openTags(page);
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.unroute('**/tags.data*');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('heading', { level: 1, name: 'All tags' }).waitFor();
  });
});
