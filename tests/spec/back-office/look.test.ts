/** The sidebar and the drawer, rows on phones, the dashboard's range, and accounts on screen. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { backOffice, dialogOf, openScreen } from '../../support/back-office-site.ts';
import { phone } from '../../support/public-site.ts';
import { createSignedInAdmin } from '../../support/sign-in.ts';

const office = backOffice({}, { hasMouse: true });

const sidebar = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Back-office' });
const current = (page: Page) => sidebar(page).locator('[aria-current]').allTextContents();

describe('the sidebar', () => {
  it('is there from 1100 px on; below, a drawer has the same links', async () => {
    const page = await office.open('/admin/channels', { viewport: { width: 1100, height: 800 } });
    await expect.poll(() => sidebar(page).isVisible()).toBe(true);
    const links = await sidebar(page).getByRole('link').allTextContents();
    await page.setViewportSize({ width: 1099, height: 800 });
    await expect.poll(() => sidebar(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const inDrawer = drawer.getByRole('navigation', { name: 'Back-office' }).getByRole('link');
    await expect.poll(() => inDrawer.allTextContents()).toEqual(links);
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
  });

  it('marks the current screen, and the list that the videos of a tag or star belong to', async () => {
    const page = await office.open('/admin/channels');
    await expect.poll(() => current(page)).toEqual(['Channels']);
    await openScreen(page, '/admin/tag-videos/milf');
    await expect.poll(() => current(page)).toEqual(['All Tags']);
    await openScreen(page, '/admin/star-videos/isla-torven');
    await expect.poll(() => current(page)).toEqual(['All Pornstars']);
  });

  it('counts the submissions that wait, until they are decided on', async () => {
    const page = await office.open('/admin/networks?tab=submissions');
    const { waiting } = (await office.call('GET', '/dashboard/waiting')).json();
    expect(waiting.submissions).toBeGreaterThan(1);
    await sidebar(page).getByText(`${waiting.submissions} submissions wait`).waitFor();
    await page
      .getByRole('button', { name: /^Approve / })
      .first()
      .click();
    const left = waiting.submissions - 1;
    await sidebar(page)
      .getByText(left === 1 ? '1 submission waits' : `${left} submissions wait`)
      .waitFor();
  });
});

describe('lists on a phone', () => {
  it.each([
    ['/admin/posts', 'Posts'],
    ['/admin/networks', 'Networks'],
    ['/admin/stars', 'Stars'],
    ['/admin/terabox', 'TeraBox links'],
    ['/admin/tag-videos/milf', 'Videos'],
    ['/admin/manage-admins', 'Admins'],
  ])('%s has rows of 88 px', async (path) => {
    const page = await office.open(path, phone);
    const heights = await page
      .locator('main table tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(0);
    // A border between rows, and a second line of a long title, are all that may be added.
    for (const height of heights) expect(Math.abs(height - 88)).toBeLessThanOrEqual(4);
  });

  it('of deleted posts have rows of 88 px, however long the titles are', async () => {
    const titel = 'A title that is long enough to need more than a single line on the screen of a phone';
    const link = 'https://example.com/long-title';
    const body = { titel, imageUrl: '/art/1.svg', link, Category: 'english', name: [], tags: [] };
    const { post } = (await office.call('POST', '/postdata', body)).json();
    await office.call('DELETE', `/deletepost/${post._id}`);
    const page = await office.open('/admin/deleted', phone);
    const box = await page.getByRole('row').filter({ hasText: titel }).boundingBox();
    expect(Math.abs((box?.height ?? 0) - 88)).toBeLessThanOrEqual(4);
  });

  it('have the actions of a row in a menu at the bottom', async () => {
    const page = await office.open('/admin/posts', phone);
    const edit = page.getByRole('button', { name: /^Edit / });
    await expect.poll(() => edit.count()).toBe(0);
    await page
      .getByRole('button', { name: /^Actions / })
      .first()
      .click();
    await expect.poll(() => edit.count()).toBe(1);
    const box = await edit.boundingBox();
    expect(box?.y).toBeGreaterThan(phone.viewport.height / 2);
    await edit.click();
    await dialogOf(page, 'Edit Post').waitFor();
  });

  it('have the button that adds at the thumb, wherever the list is scrolled', async () => {
    const page = await office.open('/admin/posts', phone);
    const add = page.getByRole('button', { name: 'Add Post' });
    for (const top of [0, 400, 100_000]) {
      await page.evaluate((to) => window.scrollTo(0, to), top);
      const box = await add.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(phone.viewport.height - 40);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height);
    }
  });
});

it('the actions of a row appear with the focus on wide screens, and are never out of reach of the keyboard', async () => {
  const page = await office.open('/admin/networks');
  const edit = page.getByRole('button', { name: /^Edit / }).nth(1);
  const opacity = () => edit.evaluate((button) => getComputedStyle(button.closest('[popover]') as Element).opacity);
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe('0');
  await edit.focus();
  await expect.poll(opacity).toBe('1');
});

it('the dashboard has its range in the URL, and says how it compares with the one before', async () => {
  const page = await office.open('/admin/dashboard');
  const ranges = page.getByRole('navigation', { name: 'Range' });
  await page.getByRole('heading', { name: 'Views, last 30 days' }).waitFor();
  await ranges.getByRole('link', { name: '7 days', exact: true }).click();
  await page.waitForURL('**/admin/dashboard?days=7');
  await page.getByRole('heading', { name: 'Views, last 7 days' }).waitFor();
  await openScreen(page, '/admin/dashboard?days=365');
  await page.getByRole('heading', { name: 'Posts, last year' }).waitFor();
  await expect.poll(() => ranges.locator('[aria-current]').textContent()).toBe('A year');
});

it('a main admin changes the role and email of somebody else, and resets the password', async () => {
  const { username, id } = await createSignedInAdmin(office.site, 'admin');
  const page = await office.open('/admin/manage-admins');
  const dialog = dialogOf(page, `Edit Admin: ${username}`);
  const openAccount = () => page.getByRole('link', { name: username, exact: true }).click();
  await openAccount();
  await dialog.getByLabel('New password').fill('violet-lamp-7');
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: `The password of "${username}" was reset.` })
    .waitFor();
  await openAccount();
  await dialog.getByLabel('Email').fill(`moved-${id}@example.com`);
  await dialog.getByLabel('Role').selectOption('Main admin');
  await dialog.getByRole('button', { name: 'Update Admin' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: `Admin "${username}" updated successfully!` })
    .waitFor();
  const row = page.getByRole('row').filter({ hasText: `moved-${id}@example.com` });
  await row.getByText('Protected', { exact: true }).waitFor();
});
