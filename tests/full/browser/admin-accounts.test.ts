/** Managing admins when something fails, and on a phone. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';
import { formLimits } from '../../support/form-limits.ts';
import { createSignedInAdmin } from '../../support/sign-in.ts';

const office = backOffice();

const rowOf = (page: Page, username: string) =>
  page.getByRole('table', { name: 'Admins' }).getByRole('row').filter({ hasText: username });

it('a session that is gone counts as ended; on a phone, each admin is a card with a menu', async () => {
  const gone = await createSignedInAdmin(office.site, 'admin');
  const page = await office.open('/admin/manage-admins');
  const sessions = page
    .getByRole('list', { name: 'Sessions of all admins' })
    .getByRole('listitem')
    .filter({ hasText: gone.username });
  await office.site.database.db.deleteFrom('sessions').where('admin_id', '=', gone.id).execute();
  await sessions.getByRole('button').click();
  await expect.poll(() => sessions.count()).toBe(0);
  await expect.poll(() => page.getByText('There is no such session.').count()).toBe(0);

  const cells = rowOf(page, 'owner@example.com').getByRole('cell');
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
