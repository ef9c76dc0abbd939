/** The search box for people with a slow network or none, and the searches that it remembers. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../support/hold-requests.ts';
import { sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();
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
