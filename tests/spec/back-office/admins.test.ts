/** Back-office, sections 2, 4, 5, 6 and 8: admin management, and the admin's account. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';
import { createSignedInAdmin, signIn } from '../../support/sign-in.ts';

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

describe('section 2: Admin Management', () => {
  it('shows a heading, the total, four stat cards and the columns of the spec', async () => {
    await addAdmin();
    const page = await office.open('/admin/manage-admins');
    const { admins } = (await office.call('GET', '/admin/all')).json();
    await page.getByRole('heading', { name: 'Admin Management' }).waitFor();
    await page.getByText(`Total: ${admins.length} admin(s)`).waitFor();
    await expect
      .poll(() => page.locator('dl').first().locator('dt').allTextContents())
      .toEqual(['Total', 'Active', 'Inactive', 'Main Admins']);
    const count = (test: (admin: { isActive: boolean; role: string }) => boolean) => String(admins.filter(test).length);
    await expect
      .poll(() => page.locator('dl').first().locator('dd').allTextContents())
      .toEqual([
        String(admins.length),
        count(({ isActive }) => isActive),
        count(({ isActive }) => !isActive),
        count(({ role }) => role === 'main_admin'),
      ]);
    await expect
      .poll(() => page.getByRole('table', { name: 'Admins' }).getByRole('columnheader').allTextContents())
      .toEqual(['Username', 'Email', 'Role', 'Status', 'Created By', 'Created At', 'Last Login', 'Actions']);
  });

  it('shows main admins as Main and Protected, and others with their creator and last login', async () => {
    const username = await addAdmin();
    const page = await office.open('/admin/manage-admins');
    const main = rowOf(page, 'owner@example.com');
    await main.getByText('Main', { exact: true }).waitFor();
    await main.getByText('Protected', { exact: true }).waitFor();
    await expect.poll(() => main.getByRole('button').count()).toBe(0);
    await expect.poll(() => main.getByRole('cell').nth(4).textContent()).toBe('System');
    const other = rowOf(page, username);
    await expect.poll(() => other.getByRole('cell').nth(4).textContent()).toBe(office.admin('main_admin').username);
    await expect.poll(() => other.getByRole('cell').nth(6).textContent()).toBe('Never');
    await expect.poll(() => other.getByRole('button').allTextContents()).toEqual(['Deactivate', 'Delete']);
  });

  const sessionsOf = (page: Page, username: string) =>
    page.getByRole('list', { name: 'Sessions of all admins' }).getByRole('listitem').filter({ hasText: username });

  it('lists the sessions of everyone and ends them', async () => {
    const { username } = await createSignedInAdmin(office.site, 'admin');
    const page = await office.open('/admin/manage-admins');
    const session = sessionsOf(page, username);
    await session.getByRole('button', { name: `End the session of ${username} with an unknown device` }).click();
    await expect.poll(() => session.count()).toBe(0);
  });

  it('ends a session once, however often the button is clicked, and takes one that is gone for ended', async () => {
    const { username } = await createSignedInAdmin(office.site, 'admin');
    const page = await office.open('/admin/manage-admins');
    const session = sessionsOf(page, username);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') asked.push(request.url());
    });
    await session.getByRole('button').evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect.poll(() => session.count()).toBe(0);
    expect(asked).toHaveLength(1);

    const gone = await createSignedInAdmin(office.site, 'admin');
    await page.reload();
    const listed = page.getByRole('listitem').filter({ hasText: gone.username });
    await listed.waitFor();
    await office.site.database.db.deleteFrom('sessions').where('admin_id', '=', gone.id).execute();
    await listed.getByRole('button').click();
    await expect.poll(() => listed.count()).toBe(0);
    await expect.poll(() => page.getByText('There is no such session.').count()).toBe(0);
  });

  it('ends all sessions of somebody at once', async () => {
    const { username, email, password } = await createSignedInAdmin(office.site, 'admin');
    await signIn(office.site, email, password);
    const page = await office.open('/admin/manage-admins');
    const sessions = page
      .getByRole('list', { name: 'Sessions of all admins' })
      .getByRole('listitem')
      .filter({ hasText: username });
    await expect.poll(() => sessions.count()).toBe(2);
    await page.getByRole('button', { name: `End all sessions of ${username}` }).click();
    await alertOf(page, '2 sessions ended.').waitFor();
    await expect.poll(() => sessions.count()).toBe(0);
  });

  it('shows a card per admin on small screens', async () => {
    const page = await office.open('/admin/manage-admins', { viewport: { width: 390, height: 844 } });
    const cells = rowOf(page, 'owner@example.com').getByRole('cell');
    const [username, email, menu] = await Promise.all(
      [cells.nth(0), cells.nth(1), cells.last()].map((cell) => cell.boundingBox()),
    );
    expect(email?.y).toBeGreaterThanOrEqual((username?.y ?? 0) + (username?.height ?? 0));
    expect(email?.x).toBe(username?.x);
    expect(menu?.x).toBeGreaterThan(email?.x ?? 0);
    expect(menu?.y).toBeLessThan(email?.y ?? 0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

describe('sections 2, 5 and 8: creating an admin', () => {
  const open = async () => {
    const page = await office.open('/admin/manage-admins');
    await page.getByRole('button', { name: 'Create New Admin' }).click();
    const dialog = dialogOf(page, 'Create New Admin');
    const fill = async (values: [string, string, string, string]) => {
      const labels = ['Username', 'Email', 'Password', 'Confirm Password'];
      for (const [place, label] of labels.entries())
        await dialog.getByLabel(label, { exact: true }).fill(values[place] ?? '');
      await dialog.getByRole('button', { name: 'Create Admin' }).click();
    };
    return { page, dialog, fill };
  };

  it('validates the form as the spec says', async () => {
    const { page, dialog, fill } = await open();
    const username = dialog.getByLabel('Username');
    await expect
      .poll(() => username.evaluate((input: HTMLInputElement) => [input.required, input.minLength, input.maxLength]))
      .toEqual([true, 3, 20]);
    await expect.poll(() => dialog.getByLabel('Email').getAttribute('type')).toBe('email');
    await fill(['somebody', 'somebody@example.com', 'secret one', 'secret two']);
    await alertOf(page, 'Passwords do not match').waitFor();
    await fill(['somebody', 'somebody@example.com', 'short', 'short']);
    await alertOf(page, 'Password must be at least 6 characters long').waitFor();
  });

  it('recommends 12 characters, and shows at the field why a password is refused', async () => {
    const { dialog, fill } = await open();
    const password = dialog.getByLabel('Password', { exact: true });
    await password.fill('teal otter9');
    await dialog.getByText('12 characters or more are recommended.').waitFor();
    await password.fill('teal otter 9');
    await dialog.getByText('This is a good length.').waitFor();
    await fill(['night-desk', 'night-desk@example.com', 'password1', 'password1']);
    await dialog.locator('p', { hasText: 'among the first that guessers try' }).first().waitFor();
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
  });

  it('shows the server’s message after creating one and reloads the list; the banner can be dismissed', async () => {
    const { page, dialog, fill } = await open();
    await fill(['brand-new', 'brand-new@example.com', 'teal-9', 'teal-9']);
    await dialog.waitFor({ state: 'detached' });
    const banner = alertOf(page, 'Admin created successfully!');
    await banner.waitFor();
    await expect.poll(() => banner.getAttribute('data-severity')).toBe('success');
    await rowOf(page, 'brand-new').first().waitFor();
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await banner.waitFor({ state: 'detached' });
  });

  it('shows why it failed', async () => {
    const { page, fill } = await open();
    const values: [string, string, string, string] = ['refused', 'refused@example.com', 'secret', 'secret'];
    await page.route('**/api/admin/create', (route) => route.fulfill(failing(409, 'Taken')));
    await fill(values);
    await alertOf(page, 'Taken').waitFor();
    await page.route('**/api/admin/create', (route) => route.fulfill({ status: 500, body: 'x' }));
    await fill(values);
    await alertOf(page, 'Failed to create admin').waitFor();
    await page.route('**/api/admin/create', (route) => route.abort());
    await fill(values);
    await alertOf(page, 'Network error. Please try again.').waitFor();
  });
});

describe('sections 4 and 8: deactivating, activating and deleting', () => {
  it('each needs a confirmation, shows the server’s message and reloads the list', async () => {
    const username = await addAdmin();
    const page = await office.open('/admin/manage-admins');
    const row = rowOf(page, username);
    await row.getByRole('button', { name: 'Deactivate' }).click();
    await question(page, `Are you sure you want to deactivate admin "${username}"?`)
      .getByRole('button', { name: 'Deactivate' })
      .click();
    await alertOf(page, `Admin "${username}" deactivated successfully!`).waitFor();
    await row.getByText('Inactive').waitFor();
    await row.getByRole('button', { name: `Activate ${username}`, exact: true }).click();
    await question(page, `Are you sure you want to activate admin "${username}"?`)
      .getByRole('button', { name: 'Activate' })
      .click();
    await row.getByText('Active', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await question(page, `Are you sure you want to delete admin "${username}"?`)
      .getByRole('button', { name: 'Delete' })
      .click();
    await alertOf(page, `Admin "${username}" deleted successfully!`).waitFor();
    await row.waitFor({ state: 'detached' });
  });

  it('each shows why it failed', async () => {
    const username = await addAdmin();
    const page = await office.open('/admin/manage-admins');
    const row = rowOf(page, username);
    await page.route('**/api/admin/*', (route) => route.fulfill({ status: 500, body: 'x' }));
    await page.route('**/api/admin/*/toggle-status', (route) => route.fulfill({ status: 500, body: 'x' }));
    await row.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
    await alertOf(page, 'Failed to update admin status').waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await alertOf(page, 'Failed to delete admin').waitFor();
  });

  it('shows an error when the list cannot be fetched', async () => {
    const page = await office.signedIn();
    await page.route('**/api/admin/all*', (route) => route.fulfill({ status: 500, body: 'x' }));
    await page.goto('/admin/manage-admins');
    await alertOf(page, 'Failed to fetch admins').waitFor();
    await page.route('**/api/admin/all*', (route) => route.abort());
    await page.reload();
    await alertOf(page, 'Network error. Please try again.').waitFor();
    await page.evaluate(() => localStorage.removeItem('adminData'));
    await page.reload();
    await alertOf(page, 'Admin data not found. Please login again.').waitFor();
  });
});

describe('sections 2 and 6: an admin who is not a main admin', () => {
  it('sees Access Denied, their role and email, and a button to log in again', async () => {
    const page = await office.open('/admin/manage-admins', { role: 'admin' });
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await page.getByText('Only main admin can access admin management.').waitFor();
    const { email } = office.admin('admin');
    await expect.poll(() => page.locator('dl').first().locator('dd').allTextContents()).toEqual(['admin', email]);
    await page.getByRole('button', { name: 'Re-login to Update Role' }).click();
    await page.waitForURL('**/admin');
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  it('may use every other section', async () => {
    const page = await office.signedIn({ role: 'admin' });
    for (const screen of [
      'dashboard',
      'posts',
      'stars',
      'networks',
      'channels',
      'terabox',
      'stars-list',
      'tags-list',
    ]) {
      await page.goto(`/admin/${screen}`);
      await page.locator('main h1').waitFor();
      expect(await page.getByRole('alert').count(), screen).toBe(0);
    }
  });
});

describe('My Account', () => {
  it('changes the password and ends other sessions', async () => {
    const page = await office.open('/admin/account', { role: 'admin', ownSession: true });
    await page.getByLabel('Current password').fill('wrong password');
    await page.getByLabel('New password', { exact: true }).fill('another password');
    await page.getByLabel('Confirm new password').fill('another password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await alertOf(page, 'The current password is wrong.').waitFor();
    const email = (await page.getByRole('main').getByText('@example.com').textContent()) ?? '';
    await page.getByLabel('Current password').fill(`password of ${email.split('@')[0]}`);
    await page.getByRole('button', { name: 'Change password' }).click();
    await alertOf(page, 'Password changed.').waitFor();
    const other = { email, password: 'another password' };
    expect((await page.request.storageState()).cookies).toHaveLength(1);
    await office.site.app.inject({ method: 'POST', url: '/api/adminlogin', payload: other });
    await page.reload();
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect.poll(() => sessions.count()).toBe(2);
    await sessions.getByRole('button', { name: /^End/ }).click();
    await expect.poll(() => sessions.count()).toBe(1);
    await sessions.getByText('This browser').waitFor();
  });

  it('names the browsers of sessions and ends all others at once', async () => {
    const page = await office.open('/admin/account', { role: 'admin', ownSession: true });
    const email = (await page.getByRole('main').getByText('@example.com').textContent()) ?? '';
    const payload = { email, password: `password of ${email.split('@')[0]}` };
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    for (let n = 0; n < 2; n++)
      await office.site.app.inject({
        method: 'POST',
        url: '/api/adminlogin',
        payload,
        headers: { 'user-agent': userAgent },
      });
    await page.reload();
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect.poll(() => sessions.filter({ hasText: 'Firefox on Windows' }).count()).toBe(2);
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await alertOf(page, '2 sessions ended.').waitFor();
    await expect.poll(() => sessions.count()).toBe(1);
    await sessions.getByText('This browser').waitFor();
  });
});

it('the forms for new passwords say and check the minimum length of the settings', async () => {
  expect((await office.call('PUT', '/settings', { minPasswordLength: 14 })).statusCode).toBe(200);
  try {
    const account = await office.open('/admin/account', { role: 'admin', ownSession: true });
    await account.getByText('At least 14 characters.').waitFor();
    const fields = {
      'Current password': 'whatever it is',
      'New password': 'velvet lamp 7',
      'Confirm new password': '',
    };
    fields['Confirm new password'] = fields['New password'];
    for (const [label, text] of Object.entries(fields)) await account.getByLabel(label, { exact: true }).fill(text);
    const sent: string[] = [];
    account.on('request', (request) => sent.push(request.method()));
    await account.getByRole('button', { name: 'Change password' }).click();
    await alertOf(account, 'Password must be at least 14 characters long').waitFor();
    expect(sent).not.toContain('POST');

    const admins = await office.open('/admin/manage-admins');
    await admins.getByRole('button', { name: 'Create New Admin' }).click();
    await dialogOf(admins, 'Create New Admin').getByText('At least 14 characters').waitFor();
  } finally {
    await office.call('PUT', '/settings', {});
  }
});

it('the sidebar links the system and the settings for main admins alone', async () => {
  const linksFor = async (role: 'admin' | 'main_admin') => {
    const page = await office.open('/admin/account', { role });
    const links = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link').locator('visible=true');
    return links.allTextContents();
  };
  const governing = ['System', 'Settings'];
  const ofMain = await linksFor('main_admin');
  expect(ofMain).toEqual(expect.arrayContaining(governing));
  expect(await linksFor('admin')).toEqual(ofMain.filter((label) => !governing.includes(label)));
});
