/** Finding a video: lists that are narrowed, the categories in the bar of wide screens, and the search box with a slow network. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../support/hold-requests.ts';
import { sharedDemo } from '../support/public-site.ts';

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

  it('each choice leads to as many videos as it says, leaves the choices open, and is taken back by its chip', async () => {
    const page = await demo.visit('/tag/milf');
    await openBar(page);
    const long = await countIn(page, 'Length', 'Over 30 min');
    await choice(page, 'Length', 'Over 30 min').click();
    await page.waitForURL('**/tag/milf?duration=long');
    await total(page, long).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Over 30 min/);

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
    const page = await demo.visit('/tags');
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

const box = (page: Page) => page.locator('#bar-search');
const list = (page: Page) => page.getByRole('banner').getByRole('listbox');
const options = (page: Page) => list(page).getByRole('option');
const texts = (page: Page) => options(page).locator('[dir]').allTextContents();

const searchFor = async (page: Page, text: string) => {
  await box(page).fill(text);
  await box(page).press('Enter');
  await page.getByRole('heading', { level: 1, name: `Results for “${text}”` }).waitFor();
};

describe('suggestions', () => {
  it('of loaded names are shown while the server is slow, and Enter does not wait', async () => {
    const page = await demo.visit('/our-network');
    const release = await holdRequests(page, '**/api/suggest?*');
    await box(page).pressSequentially('milf', { delay: 5 });
    await expect.poll(() => texts(page)).toContain('milf');
    await box(page).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Results for “milf”' }).waitFor();
    release();
  });
});

describe('recent searches', () => {
  it('are offered in an empty box, newest first, each once, and search again', async () => {
    const page = await demo.visit('/our-network');
    await box(page).focus();
    await expect.poll(() => list(page).isVisible()).toBe(false);
    for (const text of ['harbour', 'Retro train', 'HARBOUR']) await searchFor(page, text);
    await box(page).fill('');
    await expect.poll(() => texts(page)).toEqual(['HARBOUR', 'Retro train', 'Clear recent searches']);
    await options(page).nth(1).click();
    await page.getByRole('heading', { level: 1, name: 'Results for “Retro train”' }).waitFor();
  });
});
