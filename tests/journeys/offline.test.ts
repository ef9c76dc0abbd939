/** Without a network visitors stay where they are, and what they wanted opens once it is back. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();
const menuLink = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click();
};

describe('offline', () => {
  it('a click stays on the site, says so, and is followed once the browser is online', async () => {
    const page = await demo.visit('/');
    await page.context().setOffline(true);
    await menuLink(page, 'Tags');
    await page.getByText('You are offline. The page opens as soon as you are back online.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().setOffline(false);
    await page.waitForURL('**/tags');
    await page.getByRole('heading', { level: 1, name: 'All tags' }).waitFor();
    await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
  });

  it('a search waits too, and can be given up', async () => {
    const page = await demo.visit('/tags');
    await page.context().setOffline(true);
    await page.locator('#bar-search').fill('harbour');
    await page.locator('#bar-search').press('Enter');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/tags');
  });
});

describe('a page whose data fails on the way', () => {
  it('comes back by itself with the network', async () => {
    const page = await demo.visit('/', { ignoresErrors: true });
    await page.route('**/tags.data*', (route) => route.fulfill({ status: 500, body: 'The proxy has failed.' }));
    await menuLink(page, 'Tags');
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.unroute('**/tags.data*');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('heading', { level: 1, name: 'All tags' }).waitFor();
  });
});
