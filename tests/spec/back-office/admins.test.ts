/** Admin management, and the admin's account. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { screenGroups, screensOf, screenUrl } from '#web/admin/screens.ts';
import { alertOf, backOffice, dialogOf, failing, openScreen, question } from '../../support/back-office-site.ts';
import { formLimits } from '../../support/form-limits.ts';
import { addAuthenticatorApp } from '../../support/second-factor.ts';
import { callerOf, createSignedInAdmin, signIn } from '../../support/sign-in.ts';

const office = backOffice();

let made = 0;
const addAdmin = async () => {
  made += 1;
  const username = `editor-${made}`;
  const email = `${username}@example.com`;
  await office.call('POST', '/admin/create', { username, email, password: 'a password' });
  return username;
};
const rowOf = (page: Page, username: string) =>
  page.getByRole('table', { name: 'Admins' }).getByRole('row').filter({ hasText: username });
const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage));

describe('Admin Management', () => {
  it('shows a heading, the total, four stat cards and the columns of the spec; main admins are protected; sessions are listed and ended; a card each on a phone', async () => {
    const username = await addAdmin();
    const [first, gone, both] = [
      await createSignedInAdmin(office.site, 'admin'),
      await createSignedInAdmin(office.site, 'admin'),
      await createSignedInAdmin(office.site, 'admin'),
    ];
    await signIn(office.site, both.email, both.password);
    const page = await office.open('/admin/manage-admins');
    const { admins } = (await office.call('GET', '/admin/all')).json();
    await page.getByRole('heading', { name: 'Admin Management' }).waitFor();
    await page.getByText(`Total: ${admins.length} admin(s)`).waitFor();
    const cards = page.locator('dl').first();
    expect(await cards.locator('dt').allTextContents()).toEqual(['Total', 'Active', 'Inactive', 'Main Admins']);
    const count = (test: (admin: { isActive: boolean; role: string }) => boolean) => String(admins.filter(test).length);
    expect(await cards.locator('dd').allTextContents()).toEqual([
      String(admins.length),
      count(({ isActive }) => isActive),
      count(({ isActive }) => !isActive),
      count(({ role }) => role === 'main_admin'),
    ]);
    expect(await page.getByRole('table', { name: 'Admins' }).getByRole('columnheader').allTextContents()).toEqual([
      'Username',
      'Email',
      'Role',
      'Status',
      'Created By',
      'Created At',
      'Last Login',
      'Actions',
    ]);

    const main = rowOf(page, 'owner@example.com');
    await main.getByText('Main', { exact: true }).waitFor();
    await main.getByText('Protected', { exact: true }).waitFor();
    expect(await main.getByRole('button').count()).toBe(0);
    const cells = main.getByRole('cell');
    expect(await cells.nth(4).textContent()).toBe('System');
    const other = rowOf(page, username);
    expect(await other.getByRole('cell').nth(4).textContent()).toBe(office.admin('main_admin').username);
    expect(await other.getByRole('cell').nth(6).textContent()).toBe('Never');
    expect(await other.getByRole('button').allTextContents()).toEqual(['Deactivate', 'Delete']);

    // The sessions of everyone: each is ended once, one that is gone counts as ended, and all of somebody end at once.
    const sessionsOf = ({ username }: { username: string }) =>
      page.getByRole('list', { name: 'Sessions of all admins' }).getByRole('listitem').filter({ hasText: username });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') asked.push(request.url());
    });
    await sessionsOf(first)
      .getByRole('button', { name: `End the session of ${first.username} with an unknown device` })
      .evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
    await expect.poll(() => sessionsOf(first).count()).toBe(0);
    expect(asked).toHaveLength(1);

    await office.site.database.db.deleteFrom('sessions').where('admin_id', '=', gone.id).execute();
    await sessionsOf(gone).getByRole('button').click();
    await expect.poll(() => sessionsOf(gone).count()).toBe(0);
    await expect.poll(() => page.getByText('There is no such session.').count()).toBe(0);

    expect(await sessionsOf(both).count()).toBe(2);
    await page.getByRole('button', { name: `End all sessions of ${both.username}` }).click();
    await alertOf(page, '2 sessions ended.').waitFor();
    await expect.poll(() => sessionsOf(both).count()).toBe(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const [name, email, menu] = await Promise.all(
      [cells.nth(0), cells.nth(1), cells.last()].map((cell) => cell.boundingBox()),
    );
    expect(email?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
    expect(email?.x).toBe(name?.x);
    expect(menu?.x).toBeGreaterThan(email?.x ?? 0);
    expect(menu?.y).toBeLessThan(email?.y ?? 0);
  });
});

describe('creating an admin', () => {
  it('validates the form as the spec says and shows why it failed; the new admin is deactivated, activated and deleted after a question', async () => {
    const page = await office.open('/admin/manage-admins');
    await page.getByRole('button', { name: 'Create New Admin' }).click();
    const dialog = dialogOf(page, 'Create New Admin');
    const labels = ['Username', 'Email', 'Password', 'Confirm Password'];
    const create = async (...values: [string, string, string, string]) => {
      for (const [place, label] of labels.entries())
        await dialog.getByLabel(label, { exact: true }).fill(values[place] ?? '');
      await dialog.getByRole('button', { name: 'Create Admin' }).click();
    };
    const username = dialog.getByLabel('Username');
    expect(
      await username.evaluate((input: HTMLInputElement) => [input.required, input.minLength, input.maxLength]),
    ).toEqual([true, 3, 20]);
    const email = dialog.getByLabel('Email');
    expect(await email.getAttribute('type')).toBe('email');
    expect(await email.evaluate((input: HTMLInputElement) => input.required)).toBe(true);
    expect(await formLimits(dialog)).toEqual({ username: 20, email: 254, password: 200, confirmation: 200 });
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();

    const password = dialog.getByLabel('Password', { exact: true });
    await password.fill('teal otter9');
    await dialog.getByText('12 characters or more are recommended.').waitFor();
    await password.fill('teal otter 9');
    await dialog.getByText('This is a good length.').waitFor();
    await create('night-desk', 'night-desk@example.com', 'secret one', 'secret two');
    await alertOf(page, 'Passwords do not match').waitFor();
    await create('night-desk', 'night-desk@example.com', 'short', 'short');
    await alertOf(page, 'Password must be at least 6 characters long').waitFor();
    await create('night-desk', 'night-desk@example.com', 'password1', 'password1');
    await dialog.locator('p', { hasText: 'one of the first that attackers try' }).first().waitFor();
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');

    const press = () => dialog.getByRole('button', { name: 'Create Admin' }).click();
    await page.route('**/api/admin/create', (route) => route.fulfill(failing(409, 'Taken')));
    await create('night-desk', 'night-desk@example.com', 'teal-9', 'teal-9');
    await alertOf(page, 'Taken').waitFor();
    await page.route('**/api/admin/create', (route) => route.fulfill({ status: 500, body: 'x' }));
    await press();
    await alertOf(page, 'Failed to create admin').waitFor();
    await page.route('**/api/admin/create', (route) => route.abort());
    await press();
    await alertOf(page, 'Network error. Please try again.').waitFor();
    await page.unroute('**/api/admin/create');
    await press();
    await dialog.waitFor({ state: 'detached' });
    const banner = alertOf(page, 'Admin created successfully!');
    await banner.waitFor();
    expect(await banner.getAttribute('data-severity')).toBe('success');
    await rowOf(page, 'night-desk').first().waitFor();
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await banner.waitFor({ state: 'detached' });

    // Sections 4 and 8: each change of the account needs a confirmation, and says why it failed.
    const created = 'night-desk';
    const row = rowOf(page, created).first();
    const confirm = async (button: string, verb: 'Deactivate' | 'Activate' | 'Delete') => {
      await row.getByRole('button', { name: button, exact: true }).click();
      const asked = question(page, `Are you sure you want to ${verb.toLowerCase()} admin "${created}"?`);
      await asked.getByRole('button', { name: verb }).click();
      await asked.waitFor({ state: 'detached' });
    };
    await page.route(/\/api\/admin\/\d+(\/toggle-status)?$/, (route) => route.fulfill({ status: 500, body: 'x' }));
    await confirm(`Deactivate ${created}`, 'Deactivate');
    await alertOf(page, 'Failed to update admin status').waitFor();
    await confirm(`Delete ${created}`, 'Delete');
    await alertOf(page, 'Failed to delete admin').waitFor();
    await page.unroute(/\/api\/admin\/\d+(\/toggle-status)?$/);

    await confirm(`Deactivate ${created}`, 'Deactivate');
    await alertOf(page, `Admin "${created}" deactivated successfully!`).waitFor();
    await row.getByText('Inactive').waitFor();
    await confirm(`Activate ${created}`, 'Activate');
    await row.getByText('Active', { exact: true }).waitFor();
    await confirm(`Delete ${created}`, 'Delete');
    await alertOf(page, `Admin "${created}" deleted successfully!`).waitFor();
    await row.waitFor({ state: 'detached' });
  });
});

describe('changing other admins', () => {
  it('a main admin resets the second factor and the password of somebody else, and changes their role and email', async () => {
    const { username, id, cookie } = await createSignedInAdmin(office.site, 'admin');
    await addAuthenticatorApp(office.site, { cookie });
    const page = await office.open('/admin/manage-admins');
    const reset = page.getByRole('button', { name: `Reset second factor of ${username}`, exact: true });
    await reset.click();
    await question(page, `Reset the second factor of "${username}"?`).getByRole('button', { name: 'Reset' }).click();
    await page.getByText(`The second factor of "${username}" was reset.`).waitFor();
    await expect.poll(() => reset.count()).toBe(0);
    expect((await callerOf(office.site, cookie)('GET', '/admin/me')).statusCode).toBe(401);

    const dialog = dialogOf(page, `Edit Admin: ${username}`);
    const openAccount = () => page.getByRole('link', { name: username, exact: true }).click();
    await openAccount();
    await dialog.getByLabel('New password').fill('violet-lamp-7');
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    await alertOf(page, `The password of "${username}" was reset.`).waitFor();
    await openAccount();
    await dialog.getByLabel('Email').fill(`moved-${id}@example.com`);
    await dialog.getByLabel('Role').selectOption('Main admin');
    await dialog.getByRole('button', { name: 'Update Admin' }).click();
    await alertOf(page, `Admin "${username}" updated successfully!`).waitFor();
    await rowOf(page, `moved-${id}@example.com`).getByText('Protected', { exact: true }).waitFor();
  });

  it('an error is shown when the list cannot be fetched', async () => {
    const page = await office.signedIn();
    await page.route('**/api/admin/all*', (route) => route.fulfill({ status: 500, body: 'x' }));
    await page.goto('/admin/manage-admins');
    await alertOf(page, 'Failed to fetch admins').waitFor();
    await page.route('**/api/admin/all*', (route) => route.abort());
    await page.getByRole('link', { name: 'Manage Admins' }).first().click();
    await alertOf(page, 'Network error. Please try again.').waitFor();
    await page.evaluate(() => localStorage.removeItem('adminData'));
    await page.reload();
    await alertOf(page, 'Admin data not found. Please login again.').waitFor();
  });
});

describe('an admin who is not a main admin', () => {
  it('sees Access Denied, their role and email, and a button to log in again', async () => {
    const page = await office.open('/admin/manage-admins', { role: 'admin' });
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await page.getByText('Only main admin can access admin management.').waitFor();
    const { email } = office.admin('admin');
    await expect.poll(() => page.locator('dl').first().locator('dd').allTextContents()).toEqual(['admin', email]);
    const links = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link').locator('visible=true');
    const linked = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const [forAdmins, forAll] = [false, true].map((isMain) =>
      screenGroups.flatMap((group) => screensOf(group, isMain)).map(screenUrl),
    );
    expect(linked).toEqual(forAdmins);
    expect(forAll?.filter((url) => !linked.includes(url))).toEqual(['/admin/system', '/admin/settings']);
    await page.getByRole('button', { name: 'Re-login to Update Role' }).click();
    await page.waitForURL('**/admin');
    await expect.poll(() => stored(page)).toEqual([]);
  });

  it('may use every other section, and adds, edits and deletes there', async () => {
    const call = callerOf(office.site, office.admin('admin').cookie);
    const lists = ['/dashboard/stats', '/posts', '/stars', '/networks', '/channels', '/terabox', '/pornstars', '/tags'];
    for (const list of lists) expect([list, (await call('GET', list)).statusCode]).toEqual([list, 200]);
    const url = 'https://example.com/of-an-admin';
    for (const [path, body] of [
      ['/stars', { name: 'Star of an admin' }],
      ['/networks', { name: 'Network of an admin', url }],
      ['/channels', { name: 'Channel of an admin', url }],
      ['/terabox', { title: 'Link of an admin', url }],
      ['/postdata', { titel: 'Post of an admin', imageUrl: '/art/1.svg', link: url, Category: 'viral' }],
    ] as const) {
      const added = await call('POST', path, body);
      const { _id } = Object.values<{ _id: string }>(added.json()).find((value) => typeof value === 'object') ?? {};
      const [edit, remove] = path === '/postdata' ? ['/updatepost', '/deletepost'] : [path, path];
      expect((await call('PUT', `${edit}/${_id}`, body)).statusCode, path).toBe(200);
      expect((await call('DELETE', `${remove}/${_id}`)).statusCode, path).toBe(200);
    }
  });
});

describe('My account', () => {
  it('changes the password, says at which field it is wrong and what the settings require, and ends the other sessions', async () => {
    const { email, password, cookie, id } = await createSignedInAdmin(office.site, 'main_admin');
    const session = { cookie, admin: { _id: String(id), role: 'main_admin', email } };
    const page = await office.newPage({}, { session });
    await openScreen(page, '/admin/account');
    const current = page.getByLabel('Current password');
    const next = page.getByLabel('New password', { exact: true });
    const confirmation = page.getByLabel('Confirm new password');
    const submit = page.getByRole('button', { name: 'Change password' });

    // Hints are read with their field by screen readers.
    const note = await next.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${note}"]`).textContent()).toBe(
      "At least 6 characters. You'll be signed out everywhere else.",
    );
    expect(await current.getAttribute('aria-describedby')).toBeNull();

    await current.fill('wrong password');
    await next.fill('short');
    await confirmation.fill('other');
    await submit.click();
    await expect.poll(() => isFocused(confirmation)).toBe(true);
    await expect.poll(() => confirmation.getAttribute('aria-invalid')).toBe('true');
    await confirmation.fill('short');
    await submit.click();
    await expect.poll(() => isFocused(next)).toBe(true);
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(1);
    await next.fill('another password');
    await confirmation.fill('another password');
    await submit.click();
    await alertOf(page, 'The current password is wrong.').waitFor();
    await current.fill(password);
    await submit.click();
    await alertOf(page, 'Password changed.').waitFor();
    expect((await page.request.storageState()).cookies).toHaveLength(1);

    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    const payload = { email, password: 'another password' };
    for (let n = 0; n < 3; n++)
      await office.site.app.inject({ method: 'POST', url: '/api/adminlogin', payload, headers });
    expect((await office.call('PUT', '/settings', { minPasswordLength: 14 })).statusCode).toBe(200);
    await page.reload();
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect.poll(() => sessions.filter({ hasText: 'Firefox on Windows' }).count()).toBe(3);
    await sessions.getByRole('button', { name: /^End/ }).first().click();
    await expect.poll(() => sessions.count()).toBe(3);
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await alertOf(page, '2 sessions ended.').waitFor();
    await expect.poll(() => sessions.count()).toBe(1);
    await sessions.getByText('This browser').waitFor();

    // The minimum length of the settings is said and checked, as in the form for new admins.
    try {
      await page.getByText('At least 14 characters.').waitFor();
      await current.fill('whatever it is');
      await next.fill('velvet lamp 7');
      await confirmation.fill('velvet lamp 7');
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.method()));
      await submit.click();
      await alertOf(page, 'Password must be at least 14 characters long').waitFor();
      expect(sent).not.toContain('POST');
      await openScreen(page, '/admin/manage-admins');
      await page.getByRole('button', { name: 'Create New Admin' }).click();
      await dialogOf(page, 'Create New Admin').getByText('At least 14 characters').waitFor();
    } finally {
      await office.call('PUT', '/settings', {});
    }
  });
});
