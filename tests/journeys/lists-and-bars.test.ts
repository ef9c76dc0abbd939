/** Finding a video: lists that are narrowed, and the categories in the bar of wide screens. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();

describe('a list', () => {
  const bar = (page: Page) => page.locator('.narrowing');
  const openBar = (page: Page) => bar(page).locator('summary').click();
  const choice = (page: Page, group: string, label: string) =>
    bar(page)
      .getByRole('list', { name: group })
      .getByRole('link', { name: new RegExp(`^${label} `) });
  const countIn = async (page: Page, group: string, label: string) =>
    Number((await choice(page, group, label).locator('small').textContent())?.replace(',', ''));
  const total = (page: Page, count: number) => page.getByText(`${count.toLocaleString('en')} videos`, { exact: true });

  it('each choice leads to as many videos as it says, and is taken back by its chip', async () => {
    const page = await demo.visit('/tag/milf', desktop);
    await openBar(page);
    const long = await countIn(page, 'Length', 'Over 30 min');
    await choice(page, 'Length', 'Over 30 min').click();
    await page.waitForURL('**/tag/milf?duration=long');
    await total(page, long).waitFor();

    await openBar(page);
    const tagged = await countIn(page, 'Also tagged', 'rooftop');
    await choice(page, 'Also tagged', 'rooftop').click();
    await page.waitForURL('**/tag/milf?duration=long&with=rooftop');
    await total(page, tagged).waitFor();

    await page.getByRole('link', { name: 'Remove Over 30 min' }).click();
    await page.waitForURL('**/tag/milf?with=rooftop');
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.waitForURL('**/tag/milf');
    await expect.poll(() => page.getByRole('link', { name: 'Clear all' }).count()).toBe(0);
  });
});

const wideBar = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Lists' });

describe('the bar of wide screens', () => {
  it('its categories close on Escape and when the focus leaves them', async () => {
    const page = await demo.visit('/tags', desktop);
    const summary = wideBar(page).getByText('Categories');
    const categories = wideBar(page).getByRole('list').getByRole('link');
    await summary.click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect.poll(() => categories.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Categories');
    await page.keyboard.press('Enter');
    await expect.poll(() => categories.count()).toBe(17);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => categories.count()).toBe(0);
  });
});
