/** Manage Admins: what is typed into its dialogs, and what small screens show of an admin. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, openScreen, question } from '../../support/back-office-site.ts';
import { phone } from '../../support/public-site.ts';
import { createSignedInAdmin, signIn } from '../../support/sign-in.ts';

const office = backOffice();

const openAccount = async (page: Page, username: string) => {
  await page.getByRole('link', { name: username, exact: true }).click();
  const dialog = dialogOf(page, `Edit Admin: ${username}`);
  await dialog.waitFor();
  return dialog;
};

it('updating an account also resets the password that was typed', async () => {
  const { username, id } = await createSignedInAdmin(office.site, 'admin');
  const email = `moved-${id}@example.com`;
  const page = await office.open('/admin/manage-admins');
  const dialog = await openAccount(page, username);
  await dialog.getByLabel('New password').fill('violet-lamp-7');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('Main admin');
  await dialog.getByRole('button', { name: 'Update Admin' }).click();
  const banner = alertOf(page, `The password of "${username}" was reset.`);
  await banner.filter({ hasText: `Admin "${username}" updated successfully!` }).waitFor();
  expect((await signIn(office.site, email, 'violet-lamp-7')).response.statusCode).toBe(200);
});

it('resetting a password leaves the other changes in the open form', async () => {
  const { username, id } = await createSignedInAdmin(office.site, 'admin');
  const page = await office.open('/admin/manage-admins');
  const dialog = await openAccount(page, username);
  await dialog.getByLabel('Email').fill(`next-${id}@example.com`);
  await dialog.getByLabel('New password').fill('violet-lamp-7');
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await alertOf(page, `The password of "${username}" was reset.`).waitFor();
  await expect.poll(() => dialog.getByLabel('New password').inputValue()).toBe('');
  await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe(`next-${id}@example.com`);
});

it.each([
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['Cancel', (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()],
  ['back', (page: Page) => page.goBack().then(() => undefined)],
])('%s asks before it discards a typed password or account', async (_, leave) => {
  const { username } = await createSignedInAdmin(office.site, 'admin');
  const page = await office.open('/admin/channels');
  await page.getByRole('link', { name: 'Manage Admins' }).locator('visible=true').click();
  const dialog = await openAccount(page, username);
  await dialog.getByLabel('New password').fill('violet-lamp-7');
  await leave(page);
  const discard = question(page, 'Discard changes?');
  await discard.getByRole('button', { name: 'Keep editing' }).click();
  await expect.poll(() => dialog.getByLabel('New password').inputValue()).toBe('violet-lamp-7');
  await dialog.getByLabel('New password').fill('');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Create New Admin' }).click();
  const create = dialogOf(page, 'Create New Admin');
  await create.getByLabel('Username').fill('half-typed');
  await leave(page);
  await discard.getByRole('button', { name: 'Keep editing' }).click();
  await expect.poll(() => create.getByLabel('Username').inputValue()).toBe('half-typed');
});

it('a crash loses neither the email nor the role, and leaves no password in the browser', async () => {
  const { username, id } = await createSignedInAdmin(office.site, 'admin');
  const page = await office.open('/admin/manage-admins', { isNew: true });
  const dialog = await openAccount(page, username);
  await dialog.getByLabel('Email').fill(`kept-${id}@example.com`);
  await dialog.getByLabel('Role').selectOption('Main admin');
  await dialog.getByLabel('New password').fill('violet-lamp-7');
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await openScreen(next, '/admin/manage-admins');
  expect(await next.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('violet-lamp-7');
  const reopened = await openAccount(next, username);
  await reopened.getByRole('button', { name: /^Continue your draft from / }).click();
  await expect.poll(() => reopened.getByLabel('Email').inputValue()).toBe(`kept-${id}@example.com`);
  await expect.poll(() => reopened.getByLabel('Role').inputValue()).toBe('main_admin');
  await reopened.getByRole('button', { name: 'Update Admin' }).click();
  await alertOf(next, `Admin "${username}" updated successfully!`).waitFor();
});

it('on a phone, the menu of an admin says who created the account, when, and when it was last used', async () => {
  const page = await office.open('/admin/manage-admins', phone);
  await page
    .getByRole('row')
    .filter({ hasText: 'owner@example.com' })
    .getByRole('button', { name: /^Actions / })
    .click();
  const details = page.locator('[popover]:popover-open');
  await expect
    .poll(() => details.getByRole('term').allTextContents())
    .toEqual(['Created By', 'Created At', 'Last Login']);
  await expect.poll(() => details.getByRole('definition').first().textContent()).toBe('System');
  await details.getByText('Protected', { exact: true }).waitFor();
});
