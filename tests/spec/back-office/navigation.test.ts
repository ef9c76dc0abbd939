/** Back-office: the sidebar and the drawer, search fields, focus, the keyboard, modifier clicks, and lists on a phone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { backOffice, dialogOf, question } from '../../support/back-office-site.ts';
import { watchNewTabs } from '../../support/new-tabs.ts';
import { phone } from '../../support/public-site.ts';

const office = backOffice();

const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
const scrollTo = (page: Page, to: number) => page.evaluate((top) => window.scrollTo(0, top), to);

it('the sidebar is there from 1100 px on and marks the current screen; below, a drawer has the same links', async () => {
  const page = await office.open('/admin/channels');
  await page.setViewportSize({ width: 1100, height: 800 });
  const sidebar = page.getByRole('banner').getByRole('navigation', { name: 'Back-office' });
  const current = () => sidebar.locator('[aria-current]').allTextContents();
  await expect.poll(() => sidebar.isVisible()).toBe(true);
  await expect.poll(current).toEqual(['Channels']);
  const links = await sidebar.getByRole('link').allTextContents();

  // The videos of a tag or star belong to their list.
  await sidebar.getByRole('link', { name: 'All Tags' }).click();
  await page
    .getByRole('link', { name: /^Manage videos/ })
    .first()
    .click();
  await page.waitForURL('**/admin/tag-videos/*');
  await expect.poll(current).toEqual(['All Tags']);
  await sidebar.getByRole('link', { name: 'All Pornstars' }).click();
  await page.getByRole('table', { name: 'Stars' }).getByRole('cell').nth(2).click();
  await page.waitForURL('**/admin/star-videos/*');
  await expect.poll(current).toEqual(['All Pornstars']);

  await page.setViewportSize({ width: 1099, height: 800 });
  await expect.poll(() => sidebar.isVisible()).toBe(false);
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const inDrawer = drawer.getByRole('navigation', { name: 'Back-office' }).getByRole('link');
  await expect.poll(() => inDrawer.allTextContents()).toEqual(links);
  await page.keyboard.press('Escape');
  await expect.poll(() => drawer.count()).toBe(0);
  await menu.click();
  await drawer.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL('**/admin/dashboard');
  await expect.poll(() => drawer.count()).toBe(0);
});

it('another screen moves the focus to its content, another page of the same list does not; table headings are sticky', async () => {
  const page = await office.open('/admin/networks');
  await page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name: 'Posts' }).click();
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
  await expect.poll(() => isFocused(page.locator('main'))).toBe(true);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/posts?page=2');
  await expect.poll(() => isFocused(page.locator('main'))).toBe(false);

  const heading = page.getByRole('columnheader', { name: 'Title' });
  await scrollTo(page, 500);
  await expect.poll(async () => (await heading.boundingBox())?.y).toBe(0);
  await page.setViewportSize({ width: 1000, height: 800 });
  await scrollTo(page, 500);
  const bar = await page.getByRole('banner').boundingBox();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBe(bar?.height);
});

it('rows open in a new tab with Ctrl, Cmd or a middle click, and here with Enter; a link inside opens itself', async () => {
  const page = await office.open('/admin/tags-list');
  const row = page.getByRole('table', { name: 'Tags' }).locator('tbody tr').first();
  const slug = await row.getByRole('cell').nth(2).textContent();
  const newTabs = await watchNewTabs(page);
  const opened: unknown[] = [];
  const ways: Parameters<Locator['click']>[0][] = [
    { modifiers: ['Control'] },
    { modifiers: ['Meta'] },
    { button: 'middle' },
  ];
  for (const options of ways) {
    await row.getByRole('cell').nth(3).click(options);
    opened.push(expect.stringMatching(`/admin/tag-videos/${slug}\\?fromPage=1$`));
    await expect.poll(newTabs.urls, { message: JSON.stringify(options) }).toEqual(opened);
  }
  const link = row.getByRole('link', { name: /^View .* on site$/ });
  const url = new URL((await link.getAttribute('href')) ?? '', page.url());
  await link.click({ modifiers: ['Control'] });
  await expect.poll(async () => (await newTabs.urls()).length).toBe(4);
  await expect.poll(newTabs.urls).toContain(url.href);
  expect(new URL(page.url()).pathname).toBe('/admin/tags-list');
  await row.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/tag-videos/*');
});

it('tables are one Tab stop; arrows, Home and End move between rows and stop at both ends; Enter opens, Delete deletes', async () => {
  const page = await office.open('/admin/posts');
  const rows = page.getByRole('table', { name: 'Posts' }).locator('tbody tr');
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

  // Enter opens the row and Delete asks to delete it, but not from a button of the row.
  await rows.nth(1).focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Edit Post');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(rows.nth(1))).toBe(true);
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

describe('on a phone', () => {
  it('rows are 88 px high, their actions are in a menu at the bottom, and the button that adds is at the thumb', async () => {
    const page = await office.signedIn();
    await page.setViewportSize(phone.viewport);
    await page.goto('/admin/posts');
    const rows = page.locator('main table tbody tr');
    await rows.first().waitFor();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    // A border between rows, and a second line of a long title, are all that may be added.
    for (const height of heights) expect(Math.abs(height - 88)).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);

    const add = page.getByRole('button', { name: 'Add Post' });
    for (const top of [0, 400, 100_000]) {
      await scrollTo(page, top);
      const { y = 0, height = 0 } = (await add.boundingBox()) ?? {};
      expect(y + height).toBeGreaterThan(phone.viewport.height - 40);
      expect(y + height).toBeLessThanOrEqual(phone.viewport.height);
    }

    const edit = page.getByRole('button', { name: /^Edit / });
    expect(await edit.count()).toBe(0);
    await page
      .getByRole('button', { name: /^Actions / })
      .first()
      .click();
    await expect.poll(() => edit.count()).toBe(1);
    expect((await edit.boundingBox())?.y).toBeGreaterThan(phone.viewport.height / 2);
    await edit.click();
    await dialogOf(page, 'Edit Post').waitFor();
  });
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
