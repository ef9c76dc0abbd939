/** Every screen of the back-office at 390 px, and sticky table headings. */
import { describe, expect, it } from 'vitest';
import { adminScreens } from '../../support/admin-screens.ts';
import { backOffice, openScreen } from '../../support/back-office-site.ts';

const office = backOffice();

describe('small screens', () => {
  it('show every screen without overflow at 390 px, with a menu that links all of them', async () => {
    const page = await office.signedIn({ viewport: { width: 390, height: 844 } });
    for (const path of adminScreens) {
      await openScreen(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/admin/dashboard');
    await expect.poll(() => menu.count()).toBe(0);
  });
});

describe('tables', () => {
  it('have sticky headings', async () => {
    const page = await office.open('/admin/posts');
    const heading = page.getByRole('columnheader', { name: 'Title' });
    await page.evaluate(() => window.scrollTo(0, 500));
    await expect.poll(async () => (await heading.boundingBox())?.y).toBe(0);
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.evaluate(() => window.scrollTo(0, 500));
    const bar = await page.getByRole('banner').boundingBox();
    await expect.poll(async () => (await heading.boundingBox())?.y).toBe(bar?.height);
  });
});
