import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { backOffice, dialogOf, failing } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

const palette = (page: Page) => dialogOf(page, 'Search and commands');
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const field = (page: Page) => palette(page).getByRole('combobox');

describe('the command palette', () => {
  it('finds posts, stars, tags, networks and admins', async () => {
    const [post] = (await office.call('GET', '/getpostdata?limit=1')).json().records;
    const [network] = (await office.call('GET', '/networks')).json();
    const page = await office.open('/admin/dashboard');
    await page.getByRole('button', { name: 'Search and commands' }).locator('visible=true').click();
    const groupOf = (name: string) => palette(page).getByRole('group', { name, exact: true });
    await field(page).fill(post.titel);
    await groupOf('Posts').getByRole('option', { name: post.titel }).first().waitFor();
    await field(page).fill('isla torven');
    await groupOf('Stars').getByRole('option', { name: 'Isla Torven' }).waitFor();
    await field(page).fill('milf');
    await groupOf('Tags').getByRole('option', { name: 'milf' }).first().waitFor();
    await field(page).fill(network.name);
    await groupOf('Networks').getByRole('option', { name: network.name }).first().waitFor();
    await field(page).fill(office.admin('admin').username);
    await groupOf('Admins')
      .getByRole('option', { name: office.admin('admin').username })
      .waitFor();
  });

  it('opens the account of an admin that is chosen', async () => {
    const { username } = office.admin('admin');
    const page = await office.open('/admin/dashboard');
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill(username);
    await palette(page).getByRole('group', { name: 'Admins', exact: true }).getByRole('option').click();
    await dialogOf(page, `Edit Admin: ${username}`).waitFor();
  });

  it('opens the form of what is to be added', async () => {
    const page = await office.open('/admin/dashboard');
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('add new network');
    await page.keyboard.press('Enter');
    await dialogOf(page, 'Add New Network').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('never opens what an earlier text has found', async () => {
    const page = await office.open('/admin/dashboard');
    await page.keyboard.press('/');
    const respond = await holdRequests(page, '**/api/tags?*search=mil*');
    await field(page).fill('mil');
    await palette(page).getByRole('status').filter({ hasText: 'Searching...' }).waitFor();
    await field(page).fill('isla torven');
    await option(page, /^Isla Torven/).waitFor();
    respond();
    await expect.poll(() => option(page, /^milf/).count()).toBe(0);
    await option(page, /^Isla Torven/).waitFor();
  });

  it('says that a search failed, and still opens screens', async () => {
    const page = await office.open('/admin/dashboard');
    await page.route('**/api/tags?*', (route) => route.fulfill(failing()));
    await page.keyboard.press('/');
    await field(page).fill('channels');
    await palette(page).getByText('Something went wrong on our side.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Manage Channels' }).waitFor();
  });

  it('does not find admins for an admin who may not manage them', async () => {
    const page = await office.open('/admin/dashboard', { role: 'admin' });
    await page.keyboard.press('/');
    await field(page).fill(office.admin('admin').username);
    await option(page, /^Search posts for/).waitFor();
    await expect.poll(() => palette(page).getByRole('status').textContent()).toBe('');
    expect(await palette(page).getByRole('group', { name: 'Admins' }).count()).toBe(0);
  });
});

describe('single keys', () => {
  it('? lists the keys', async () => {
    const page = await office.open('/admin/dashboard');
    await page.keyboard.press('?');
    await dialogOf(page, 'Keyboard shortcuts').getByText('Search and commands').waitFor();
    await page.keyboard.press('/');
    expect(await palette(page).count()).toBe(0);
  });

  it('are text in a field, and nothing on a button or in a dialog', async () => {
    const page = await office.open('/admin/networks');
    const search = page.getByRole('searchbox', { name: 'Search networks' });
    await search.press('/');
    await search.press('?');
    expect(await search.inputValue()).toBe('/?');
    await page.getByRole('button', { name: 'Logout' }).locator('visible=true').focus();
    await page.keyboard.press('/');
    await page.getByRole('button', { name: 'Add New Network' }).click();
    await dialogOf(page, 'Add New Network').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
