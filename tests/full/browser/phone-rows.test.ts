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
