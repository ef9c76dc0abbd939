/** The dashboard, whether everything works, the settings, and accounts. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, openScreen, question } from '../../support/back-office-site.ts';
import { formLimits } from '../../support/form-limits.ts';
import { addAuthenticatorApp } from '../../support/second-factor.ts';
import { callerOf, createSignedInAdmin, signIn } from '../../support/sign-in.ts';

const office = backOffice({ smtpUrl: 'smtp://127.0.0.1:9' });

/** Whether the browser would ask before the page is left. */
const warns = (page: Page) => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

it('the dashboard has counts that lead to their lists, what needs attention, 5 recent posts, charts of a range and quick actions; what fails leads to the screen that says whether everything works', async () => {
  const { db } = office.site.database;
  const now = new Date();
  // The test site runs no jobs, so nothing else writes this.
  const run = { job: 'purge-deleted', started_at: now, ended_at: now, error: 'the disk is full' };
  await db.insertInto('job_runs').values(run).execute();
  await db.insertInto('backups').values({ name: 'a.backup', node: 'dormer', finished_at: now, bytes: 1000 }).execute();
  const { stats } = (await office.call('GET', '/dashboard/stats')).json();
  const page = await office.open('/admin/dashboard');
  const numbers = page.getByRole('region', { name: 'Numbers' });
  expect(await numbers.getByRole('link').allTextContents()).toContain(`Unique stars${stats.totalUniqueStars}`);
  const linked = await numbers.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(linked).toEqual(['/admin/posts', '/admin/stars-list', '/admin/tags-list']);
  const recent = page.getByRole('list', { name: 'Recent posts' }).getByRole('listitem');
  const { records } = (await office.call('GET', '/getpostdata?page=1&limit=10')).json();
  await expect.poll(() => recent.count()).toBe(5);
  expect(await recent.first().textContent()).toContain(records[0].titel);
  await page.getByRole('region', { name: 'Recent changes' }).getByText('signed in').first().waitFor();

  await page.getByRole('heading', { name: 'Views, last 30 days' }).waitFor();
  const bars = (name: string) => page.getByRole('figure', { name }).locator('rect[data-day]');
  await bars('Views per day').first().waitFor();
  expect(await bars('Posts per day').count()).toBeGreaterThan(20);
  const ranges = page.getByRole('navigation', { name: 'Range' });
  await ranges.getByRole('link', { name: 'A year' }).click();
  await page.waitForURL('**/admin/dashboard?days=365');
  await page.getByRole('heading', { name: 'Posts, last year' }).waitFor();
  await expect.poll(() => ranges.locator('[aria-current]').textContent()).toBe('A year');

  // What fails is linked, and each part of the site says how it is.
  const failure = '“Permanently delete records after 30 days” failed';
  await page.getByRole('link', { name: new RegExp(failure) }).click();
  await page.waitForURL('**/admin/system');
  await page.locator('main').getByRole('status').getByText(failure).waitFor();
  const parts = page.getByRole('list', { name: 'Parts' });
  expect(await parts.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
    expect.arrayContaining(['Database', 'Replicas', 'Index', 'Page cache', 'Mail', 'Disk', 'Backups']),
  );
  const nodes = page.getByRole('table', { name: 'Nodes' });
  await nodes.getByRole('cell', { name: office.site.config.nodeName }).waitFor();
  const jobs = page.getByRole('table', { name: 'Jobs' });
  const purge = jobs.getByRole('row', { name: /Permanently delete records/ });
  await purge.getByText('Failure', { exact: true }).waitFor();
  const mail = jobs.getByRole('row', { name: /Send emails/ });
  await mail.getByRole('cell', { name: 'Every minute' }).waitFor();
  const backups = parts.getByRole('listitem').filter({ hasText: 'Backups' });
  await backups.getByText(/^The last backup was made on/).waitFor();
  await backups.getByRole('button', { name: 'Back up now' }).press('Enter');
  await backups.getByText(/^A backup has been running since/).waitFor();
  await expect.poll(() => backups.getByRole('button').count()).toBe(0);

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Add post' }).click();
  await dialogOf(page, 'Add Post').waitFor();
});

it('settings are saved by a main admin, take effect without a reload and are noted in the audit log; leaving before saving warns', async () => {
  const page = await office.open('/admin/settings');
  expect(await warns(page)).toBe(false);
  await page.getByLabel('Site name').fill('Evening Reel');
  await expect.poll(() => warns(page)).toBe(true);
  await page.getByLabel('Heading of the home page').fill('Something quieter tonight');
  await page.getByLabel('Lifetime price').fill('$9');
  await page.getByLabel('Label').fill('A calm partner');
  await page.getByRole('button', { name: 'Remove banner 1' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await alertOf(page, 'Settings saved.').waitFor();
  expect(await warns(page)).toBe(false);
  await page.getByRole('link', { name: 'Evening Reel back-office' }).waitFor();
  await expect.poll(() => page.title()).toBe('Settings · Evening Reel back-office');
  const settings = (await office.call('GET', '/settings')).json();
  expect(settings).toMatchObject({
    siteName: 'Evening Reel',
    heading: 'Something quieter tonight',
    lifetimePrice: '$9',
    sponsoredLink: { label: 'A calm partner' },
  });
  expect(settings.banners).toHaveLength(2);
  await page.getByRole('link', { name: 'Audit log' }).first().click();
  await page.getByText('edited the settings').first().waitFor();
});

describe('Manage Admins', () => {
  it('creates an admin, deactivates and deletes them after a question, resets second factors, changes emails and roles, and ends sessions', async () => {
    const [one, several] = [
      await createSignedInAdmin(office.site, 'admin'),
      await createSignedInAdmin(office.site, 'admin'),
    ];
    await signIn(office.site, several.email, several.password);
    const { username, id, cookie } = await createSignedInAdmin(office.site, 'admin');
    await addAuthenticatorApp(office.site, { cookie });
    const page = await office.open('/admin/manage-admins');
    const rowOf = (text: string) =>
      page.getByRole('table', { name: 'Admins' }).getByRole('row').filter({ hasText: text });

    // Each session is ended once, and all of somebody end at once.
    const sessionsOf = ({ username }: { username: string }) =>
      page.getByRole('list', { name: 'Sessions of all admins' }).getByRole('listitem').filter({ hasText: username });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') asked.push(request.url());
    });
    await sessionsOf(one)
      .getByRole('button', { name: `End the session of ${one.username} with an unknown device` })
      .evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
    await expect.poll(() => sessionsOf(one).count()).toBe(0);
    expect(asked).toHaveLength(1);
    expect(await sessionsOf(several).count()).toBe(2);
    await page.getByRole('button', { name: `End all sessions of ${several.username}` }).click();
    await alertOf(page, '2 sessions ended.').waitFor();
    await expect.poll(() => sessionsOf(several).count()).toBe(0);

    const reset = page.getByRole('button', { name: `Reset second factor of ${username}`, exact: true });
    await reset.click();
    await question(page, `Reset the second factor of "${username}"?`).getByRole('button', { name: 'Reset' }).click();
    await page.getByText(`The second factor of "${username}" was reset.`).waitFor();
    await expect.poll(() => reset.count()).toBe(0);
    expect((await callerOf(office.site, cookie)('GET', '/admin/me')).statusCode).toBe(401);
    const account = dialogOf(page, `Edit Admin: ${username}`);
    await page.getByRole('link', { name: username, exact: true }).click();
    await account.getByLabel('Email').fill(`moved-${id}@example.com`);
    await account.getByLabel('Role').selectOption('Main admin');
    await account.getByRole('button', { name: 'Update Admin' }).click();
    await alertOf(page, `Admin "${username}" updated successfully!`).waitFor();
    await rowOf(`moved-${id}@example.com`).getByText('Protected', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Create New Admin' }).click();
    const dialog = dialogOf(page, 'Create New Admin');
    const name = dialog.getByLabel('Username');
    expect(
      await name.evaluate((input: HTMLInputElement) => [input.required, input.minLength, input.maxLength]),
    ).toEqual([true, 3, 20]);
    const email = dialog.getByLabel('Email');
    expect(await email.evaluate((input: HTMLInputElement) => [input.required, input.type])).toEqual([true, 'email']);
    expect(await formLimits(dialog)).toEqual({ username: 20, email: 254, password: 200, confirmation: 200 });
    await name.fill('night-desk');
    await email.fill('night-desk@example.com');
    const password = dialog.getByLabel('Password', { exact: true });
    const confirmation = dialog.getByLabel('Confirm Password');
    const create = dialog.getByRole('button', { name: 'Create Admin' });
    await password.fill('password1');
    await dialog.getByText('12 characters or more are recommended.').waitFor();
    await confirmation.fill('password2');
    await create.click();
    await alertOf(page, 'Passwords do not match').waitFor();
    await confirmation.fill('password1');
    await create.click();
    await dialog.locator('p', { hasText: 'one of the first that attackers try' }).first().waitFor();
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    await password.fill('teal-9');
    await confirmation.fill('teal-9');
    await create.click();
    await dialog.waitFor({ state: 'detached' });
    await alertOf(page, 'Admin created successfully!').waitFor();

    const row = rowOf('night-desk');
    const confirm = async (button: string, verb: 'Deactivate' | 'Delete') => {
      await row.getByRole('button', { name: button, exact: true }).click();
      const asked = question(page, `Are you sure you want to ${verb.toLowerCase()} admin "night-desk"?`);
      await asked.getByRole('button', { name: verb }).click();
    };
    await confirm('Deactivate night-desk', 'Deactivate');
    await alertOf(page, 'Admin "night-desk" deactivated successfully!').waitFor();
    await row.getByText('Inactive').waitFor();
    await row.getByRole('button', { name: 'Activate night-desk', exact: true }).waitFor();
    await confirm('Delete night-desk', 'Delete');
    await alertOf(page, 'Admin "night-desk" deleted successfully!').waitFor();
    await row.waitFor({ state: 'detached' });
  });
});

describe('My account', () => {
  it('ends other sessions, and changes the password, saying at which field it is wrong and what the settings require', async () => {
    const { email, password, cookie, id } = await createSignedInAdmin(office.site, 'main_admin');
    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    for (let n = 0; n < 3; n++)
      await office.site.app.inject({ method: 'POST', url: '/api/adminlogin', payload: { email, password }, headers });
    expect((await office.call('PUT', '/settings', { minPasswordLength: 14 })).statusCode).toBe(200);
    try {
      const page = await office.newPage(
        {},
        { session: { cookie, admin: { _id: String(id), role: 'main_admin', email } } },
      );
      await openScreen(page, '/admin/account');
      const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
      await expect.poll(() => sessions.filter({ hasText: 'Firefox on Windows' }).count()).toBe(3);
      await sessions.getByRole('button', { name: /^End/ }).first().click();
      await expect.poll(() => sessions.count()).toBe(3);
      await page.getByRole('button', { name: 'End all other sessions' }).click();
      await alertOf(page, '2 sessions ended.').waitFor();
      await expect.poll(() => sessions.count()).toBe(1);
      await sessions.getByText('This browser').waitFor();

      // Hints are read with their field by screen readers.
      const current = page.getByLabel('Current password');
      const next = page.getByLabel('New password', { exact: true });
      const confirmation = page.getByLabel('Confirm new password');
      const note = await next.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${note}"]`).textContent()).toContain('At least 14 characters.');
      expect(await current.getAttribute('aria-describedby')).toBeNull();

      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.method()));
      const change = async (from: string, to: string, again = to) => {
        await current.fill(from);
        await next.fill(to);
        await confirmation.fill(again);
        await page.getByRole('button', { name: 'Change password' }).click();
      };
      const isFocused = async (label: string) =>
        expect
          .poll(() => page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement))
          .toBe(true);
      await change('wrong password', 'velvet lamp 7', 'other');
      await isFocused('Confirm new password');
      await change('wrong password', 'velvet lamp 7');
      await isFocused('New password');
      await alertOf(page, 'Password must be at least 14 characters long').waitFor();
      await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(1);
      expect(sent).not.toContain('POST');
      await change('wrong password', 'a quieter password');
      await alertOf(page, 'The current password is wrong.').waitFor();
      await change(password, 'a quieter password');
      await alertOf(page, 'Password changed.').waitFor();
      expect((await page.request.storageState()).cookies).toHaveLength(1);

      // As in the form for new admins.
      await page.getByRole('link', { name: 'Manage Admins' }).first().click();
      await page.getByRole('button', { name: 'Create New Admin' }).click();
      await dialogOf(page, 'Create New Admin').getByText('At least 14 characters').waitFor();
    } finally {
      await office.call('PUT', '/settings', {});
    }
  });
});
