import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';
import { phone } from '../../support/public-site.ts';

const office = backOffice();

/** Whether the end of a text is left out because its cell is too narrow. */
const isCut = (cell: Locator) => cell.evaluate((element) => element.scrollWidth > element.clientWidth);

it('a post on a phone shows its views in full, and no minutes that are not known', async () => {
  const post = { imageUrl: '/art/7.svg', link: '', Category: 'english', titel: 'Pellucor lantern' };
  await office.call('POST', '/postdata', post);
  const page = await office.open('/admin/posts?search=title:pellucor', phone);
  const row = page.getByRole('row', { name: 'Pellucor lantern' });
  await row.waitFor();
  expect(await row.getByText('N/A').isVisible()).toBe(false);
  expect(await isCut(row.locator('td[data-unit=" views"]'))).toBe(false);
});

it('a submission on a phone has its address and email on one line', async () => {
  const page = await office.open('/admin/networks?tab=submissions', phone);
  const row = page.getByRole('table', { name: 'Submissions waiting' }).locator('tbody tr').first();
  const email = row.locator('td').filter({ hasText: '@' });
  const lines = await email.evaluate((cell) => cell.getBoundingClientRect().height / 18);
  expect(Math.round(lines)).toBe(1);
});

it.each(['/admin/networks', '/admin/stars', '/admin/terabox', '/admin/tag-videos/milf', '/admin/manage-admins'])(
  '%s has rows of 88 px',
  async (path) => {
    const page = await office.open(path, phone);
    const heights = await page
      .locator('main table tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(0);
    // A border between rows, and a second line of a long title, are all that may be added.
    for (const height of heights) expect(Math.abs(height - 88)).toBeLessThanOrEqual(4);
  },
);

it('the list of deleted posts has rows of 88 px, however long the titles are', async () => {
  const titel = 'A title that is long enough to need more than a single line on the screen of a phone';
  const link = 'https://example.com/long-title';
  const body = { titel, imageUrl: '/art/1.svg', link, Category: 'english', name: [], tags: [] };
  const { post } = (await office.call('POST', '/postdata', body)).json();
  await office.call('DELETE', `/deletepost/${post._id}`);
  const page = await office.open('/admin/deleted', phone);
  const box = await page.getByRole('row').filter({ hasText: titel }).boundingBox();
  expect(Math.abs((box?.height ?? 0) - 88)).toBeLessThanOrEqual(4);
});
