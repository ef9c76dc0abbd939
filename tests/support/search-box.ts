/** The search box of the navigation bar, and what it suggests. */
import type { Page } from 'playwright-core';
import { open } from './public-site.ts';

export const box = (page: Page) => page.locator('#bar-search');
export const list = (page: Page) => page.getByRole('banner').getByRole('listbox');
export const searchOption = (page: Page) => list(page).getByRole('option', { name: /^Search for “/ });
/** Without the last one, which searches for the text. */
export const options = (page: Page) => list(page).getByRole('option', { name: /^(?!Search for “)/ });
export const texts = (page: Page) => options(page).locator('[dir]').allTextContents();

/** Opens a page whose two calls for names are answered as the test says. */
export const openWithNames = async (page: Page, tags: string[], pornstars: string[], url = '/tags') => {
  await page.route('**/api/tags?limit=500', (route) => route.fulfill({ json: { success: true, tags } }));
  await page.route('**/api/pornstars?limit=500*', (route) =>
    route.fulfill({ json: { success: true, pornstars: pornstars.map((name) => ({ name })) } }),
  );
  await page.route('**/api/suggest?*', (route) => route.fulfill({ json: { success: true, suggestions: [] } }));
  await open(page, url);
};

export const manyTags = Array.from({ length: 7 }, (_, n) => `river-tag-${n}`);
export const manyStars = Array.from({ length: 7 }, (_, n) => `river-star-${n}`);
