/** What rows, headings and search fields of lists do when a pointer, a bar or a pause gets in between. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { backOffice, question } from '../../support/back-office-site.ts';
import { watchNewTabs } from '../../support/new-tabs.ts';

const office = backOffice();

const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
const scrollTo = (page: Page, to: number) => page.evaluate((top) => window.scrollTo(0, top), to);

it('a link inside a row opens itself in a new tab', async () => {
  const page = await office.open('/admin/tags-list');
  const row = page.getByRole('table', { name: 'Tags' }).locator('tbody tr').first();
  const newTabs = await watchNewTabs(page);
  const link = row.getByRole('link', { name: /^View .* on site$/ });
  const url = new URL((await link.getAttribute('href')) ?? '', page.url());
  await link.click({ modifiers: ['Control'] });
  await expect.poll(newTabs.urls).toEqual([url.href]);
  expect(new URL(page.url()).pathname).toBe('/admin/tags-list');
});

it('table headings stick to the bar where there is one; Delete on a button of a row does not delete the row', async () => {
  const page = await office.open('/admin/posts');
  await page.setViewportSize({ width: 1000, height: 800 });
  await scrollTo(page, 500);
  const bar = await page.getByRole('banner').boundingBox();
  const heading = page.getByRole('columnheader', { name: 'Title' });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBe(bar?.height);
  const rows = page.getByRole('table', { name: 'Posts' }).locator('tbody tr');
  await rows
    .nth(2)
    .getByRole('button', { name: /^Edit / })
    .focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  await rows.nth(1).focus();
  await page.keyboard.press('Delete');
  await question(page, 'Are you sure you want to delete this post?').waitFor();
});

// Last, because the tab keeps its clock.
it('a search field searches after a pause in typing, and keeps the focus', async () => {
  const page = await office.open('/admin/posts');
  const field = page.getByLabel('Search posts');
  const searches: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/posts') searches.push(url.searchParams.get('search'));
  });
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  await page.clock.pauseAt('2026-01-01T01:00:00Z');
  await field.pressSequentially('quiet');
  await page.clock.runFor(199);
  expect(searches).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => searches).toEqual(['quiet']);
  await page.clock.resume();
  await page.waitForURL('**/admin/posts?search=quiet');
  await expect.poll(() => isFocused(field)).toBe(true);
});
