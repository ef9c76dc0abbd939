/** What visitors do before the scripts have loaded is not lost. */
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../support/hold-requests.ts';
import { sharedDemo, type VisitorOptions } from '../support/public-site.ts';

const demo = sharedDemo();

/** Opens a page whose scripts are on their way until `load` is called. */
const visitSlowly = async (url: string, options: VisitorOptions = {}) => {
  // A tab that has loaded the scripts before would not request them.
  const page = await demo.visitor({ ...options, isNew: true });
  const load = await holdRequests(page, '**/assets/*.js');
  await page.goto(url, { waitUntil: 'commit' });
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
    await page.locator('#bar-search').fill('harbour');
    await loadScripts();
    await expect.poll(() => page.locator('#bar-search').inputValue()).toBe('harbour');
    await page.locator('#bar-search').press('Enter');
    // In titles alone, if the names of tags and performers are there to see that it is neither.
    await page.waitForURL(/\/search\?q=(title%3A)?harbour$/);
  });

  it('Enter searches at once', async () => {
    const { page } = await visitSlowly('/tags');
    await page.locator('#bar-search').fill('harbour');
    await page.locator('#bar-search').press('Enter');
    await page.waitForURL('**/search?q=harbour', { waitUntil: 'commit' });
  });

  it('the menu opens at once, and stays open', async () => {
    const { page, loadScripts } = await visitSlowly('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect.poll(() => menu.isVisible()).toBe(true);
    await loadScripts();
    await expect.poll(() => menu.isVisible()).toBe(true);
    await menu.getByRole('link', { name: 'Tags' }).click();
    await page.waitForURL('**/tags');
    await expect.poll(() => menu.isVisible()).toBe(false);
  });

  it('a press on Save saves once they have', async () => {
    const { page, loadScripts } = await visitSlowly('/video/1');
    await page.getByRole('button', { name: 'Save' }).click();
    await loadScripts();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
  });
});
