/** What visitors see when the network or the server fails between two pages, and how it comes back. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const failing = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ status: 500, body: 'The proxy has failed.' }));

describe('offline', () => {
  it('a pointer that rests on a link does not leave the site, though its page cannot be prefetched', async () => {
    const page = await demo.visit('/', { isNew: true });
    const video = page.locator('main a[href^="/video/"]').first();
    await page.context().setOffline(true);
    await Promise.all([page.waitForEvent('requestfailed'), video.hover()]);
    await video.click();
    await page.getByText('You are offline. The page opens as soon as you are back online.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().setOffline(false);
    await page.waitForURL('**/video/*');
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  });

  it.each([
    ['whose scripts were not loaded yet', false],
    ['whose scripts were loaded before', true],
  ])('a page %s waits for a site that cannot be reached, though the browser is online', async (_, isLoaded) => {
    const page = await demo.visit('/', { isNew: true, ignoresErrors: true });
    const video = page.locator('main a[href^="/video/"]').first();
    if (isLoaded) {
      await video.click();
      await page.waitForURL('**/video/*');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Find something tonight' }).waitFor();
    }
    await page.route(/./, (route) => route.abort('connectionrefused'));
    await page.locator('main a[href^="/video/"]').nth(1).click();
    await page
      .getByText(/You are offline|Failed to fetch data/)
      .first()
      .waitFor();
    await page.unroute(/./);
    await page.getByRole('link', { name: /^Watch on/ }).waitFor();
  });
});

describe('a page whose data fails on the way', () => {
  it.each([
    ['the home page', '/tags', '/', '**/_.data*', 'Failed to fetch data: 500 Internal Server Error'],
    ['a tag page', '/tags', '/tag/milf', '**/tag/milf.data*', 'Failed to fetch posts for tag: 500'],
    ['the tags', '/', '/tags', '**/tags.data*', 'Error: Failed to fetch tags: 500'],
    ['a list', '/', '/new-content', '**/new-content.data*', 'Failed to fetch data'],
  ])('%s says what docs/behaviour.md promises, and can be tried again', async (_, from, to, data, message) => {
    const page = await demo.visit(from, { ignoresErrors: true });
    await failing(page, data);
    await page
      .locator(`a[href="${to}"]`)
      .first()
      .evaluate((link) => (link as HTMLElement).click());
    await alert(page).waitFor();
    await expect.poll(() => alert(page).textContent()).toBe(message);
    await page.unroute(data);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => alert(page).count()).toBe(0);
  });

  it('a video leads to /notfound', async () => {
    const page = await demo.visit('/', { ignoresErrors: true });
    await failing(page, '**/video/*.data*');
    await page.locator('main a[href^="/video/"]').first().click();
    await page.waitForURL('**/notfound');
    await page.getByText('404 - Page Not Found').waitFor();
  });
});
