/** A session that ends while its admin is at work. */
import type { Page } from 'playwright-core';
import type { Role } from '#contract/values/accounts.ts';
import { type BackOffice, dialogOf, openScreen } from './back-office-site.ts';
import { createSignedInAdmin, type SignedInAdmin } from './sign-in.ts';

/** Opens a screen with a session of its own, which the test may end. */
export const openWithOwnSession = async (
  office: BackOffice,
  url: string,
  options: object = {},
  role: Role = 'main_admin',
) => {
  const admin = await createSignedInAdmin(office.site, role);
  const session = { cookie: admin.cookie, admin: { _id: String(admin.id), role, email: admin.email } };
  const page = await office.newPage(options, { session });
  await openScreen(page, url);
  return { page, admin };
};

export const endSessions = (office: BackOffice, { id }: SignedInAdmin) =>
  office.site.database.db.deleteFrom('sessions').where('admin_id', '=', id).execute();

export const endedDialog = (page: Page) => dialogOf(page, 'Your session has ended');

/** The identifier is filled in already. */
export const signInAgain = async (page: Page, { password }: SignedInAdmin) => {
  const dialog = endedDialog(page);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await dialog.waitFor({ state: 'detached' });
};

export const fillPost = async (page: Page, title: string) => {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Image URL').fill('/art/1.svg');
  await page.getByLabel('External link').fill(`https://example.com/${title.toLowerCase().replaceAll(' ', '-')}`);
};
