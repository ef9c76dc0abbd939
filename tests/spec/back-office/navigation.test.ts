/** Back-office: search fields, focus, modifier clicks and the keyboard. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';
import { watchNewTabs } from '../../support/new-tabs.ts';

const office = backOffice();

const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);

describe('search fields', () => {
  it('search after a pause in typing', async () => {
    const page = await office.open('/admin/posts', { isNew: true });
    const searches: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/posts') searches.push(url.searchParams.get('search'));
    });
    await page.clock.install({ time: '2026-01-01T00:00:00Z' });
    await page.clock.pauseAt('2026-01-01T01:00:00Z');
    await page.getByLabel('Search posts').pressSequentially('quiet');
    await page.clock.runFor(199);
    expect(searches).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => searches).toEqual(['quiet']);
  });

  it('keep the focus while the list changes', async () => {
    const page = await office.open('/admin/tags-list');
    const field = page.getByLabel('Search tags');
    await field.fill('milf');
    await page.waitForURL('**/admin/tags-list?search=milf');
    await expect.poll(() => isFocused(field)).toBe(true);
  });
});

describe('opening another screen', () => {
  it('moves the focus to its content; opening another page of the same list does not', async () => {
    const page = await office.open('/admin/networks');
    await page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
    await expect.poll(() => isFocused(page.locator('main'))).toBe(true);
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' });
    await next.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/posts?page=2');
    await expect.poll(() => isFocused(page.locator('main'))).toBe(false);
  });
});

describe('rows that are links', () => {
  const firstRow = (page: Page) => page.getByRole('table', { name: 'Tags' }).locator('tbody tr').first();

  it.each<[string, Parameters<Locator['click']>[0]]>([
    ['a click with Ctrl', { modifiers: ['Control'] }],
    ['a click with Cmd', { modifiers: ['Meta'] }],
    ['a middle click', { button: 'middle' }],
  ])('open in a new tab with %s', async (_, options) => {
    const page = await office.open('/admin/tags-list');
    const slug = await firstRow(page).getByRole('cell').nth(2).textContent();
    const newTabs = await watchNewTabs(page);
    await firstRow(page).getByRole('cell').nth(3).click(options);
    await expect.poll(newTabs.urls).toEqual([expect.stringMatching(`/admin/tag-videos/${slug}\\?fromPage=1$`)]);
    expect(new URL(page.url()).pathname).toBe('/admin/tags-list');
  });

  it('a Ctrl click on a link inside opens only that link', async () => {
    const page = await office.open('/admin/tags-list');
    const newTabs = await watchNewTabs(page);
    const link = firstRow(page).getByRole('link', { name: /^Manage videos/ });
    const url = new URL((await link.getAttribute('href')) ?? '', page.url());
    await link.click({ modifiers: ['Control'] });
    await expect.poll(newTabs.urls).toEqual([url.href]);
    expect(new URL(page.url()).pathname).toBe('/admin/tags-list');
  });

  it('Enter follows the row', async () => {
    const page = await office.open('/admin/tags-list');
    await firstRow(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/tag-videos/*');
  });
});

describe('tables on the keyboard', () => {
  it('are one Tab stop; arrows, Home and End move between rows and stop at both ends', async () => {
    const page = await office.open('/admin/stars-list');
    const rows = page.getByRole('table', { name: 'Stars' }).locator('tbody tr');
    const stops = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).tabIndex));
    const rowCount = await rows.count();
    expect((await stops()).filter((stop) => stop === 0)).toHaveLength(1);
    await rows.first().focus();
    for (const [key, row] of [
      ['ArrowUp', 0],
      ['ArrowDown', 1],
      ['End', rowCount - 1],
      ['ArrowDown', rowCount - 1],
      ['ArrowUp', rowCount - 2],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => isFocused(rows.nth(row)), { message: key }).toBe(true);
      await expect.poll(async () => (await stops()).indexOf(0), { message: key }).toBe(row);
    }
  });

  it('leave keys pressed in a button of a row to the button', async () => {
    const page = await office.open('/admin/posts');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  });
});

describe('hints and messages', () => {
  it('are read with their field by screen readers', async () => {
    const page = await office.open('/admin/account');
    const field = page.getByLabel('New password', { exact: true });
    const note = await field.getAttribute('aria-describedby');
    await expect
      .poll(() => page.locator(`[id="${note}"]`).textContent())
      .toBe("At least 6 characters. You'll be signed out everywhere else.");
    await expect.poll(() => page.getByLabel('Current password').getAttribute('aria-describedby')).toBeNull();
  });
});
