/** A session that ends in the middle of something: sign in over the screen, and go on. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Role } from '#contract/values/roles.ts';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { alertOf, backOffice, dialogOf, openScreen } from '../../support/back-office-site.ts';
import { addAuthenticatorApp, codeOf } from '../../support/second-factor.ts';
import { createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';

const office = backOffice();
const endedDialog = (page: Page) => dialogOf(page, 'Your session has ended');

const open = async (url: string, options: object = {}, role: Role = 'main_admin') => {
  const admin = await createSignedInAdmin(office.site, role);
  const session = { cookie: admin.cookie, admin: { _id: String(admin.id), role, email: admin.email } };
  const page = await office.newPage(options, { session });
  await openScreen(page, url);
  return { page, admin };
};
/** With everything that the form loads, so that nothing but the test's own steps finds the session ended. */
const openPostForm = async () => {
  const opened = await open('/admin/posts?add=1');
  await opened.page.getByLabel('Network').locator('option').nth(1).waitFor({ state: 'attached' });
  return opened;
};
const endSessions = ({ id }: SignedInAdmin) =>
  office.site.database.db.deleteFrom('sessions').where('admin_id', '=', id).execute();

/** The identifier is filled in already. */
const signInAgain = async (page: Page, { password }: SignedInAdmin) => {
  const dialog = endedDialog(page);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await dialog.waitFor({ state: 'detached' });
};

const fillPost = async (page: Page, title: string) => {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Image URL').fill('/art/1.svg');
  await page.getByLabel('External link').fill(`https://example.com/${title.toLowerCase().replaceAll(' ', '-')}`);
};

describe('when the session ends', () => {
  it('while a post is written, it is saved after signing in as the same admin', async () => {
    const { page, admin } = await open('/admin/posts?add=1', still);
    await fillPost(page, 'Velvet lighthouse');
    await endSessions(admin);
    await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post' }).click();
    await endedDialog(page).waitFor();
    await expect.poll(() => page.getByLabel('Email or username').inputValue()).toBe(admin.email);
    expect(await accessibilityProblems(page)).toEqual([]);
    await signInAgain(page, admin);
    await alertOf(page, 'Post saved').waitFor();
    await expect.poll(() => page.getByText('Velvet lighthouse').count()).toBeGreaterThan(0);
  });

  it('and a link is typed, looking it up does not open the sign-in over the typing', async () => {
    const { page, admin } = await openPostForm();
    await endSessions(admin);
    const lookedUp = page.waitForResponse((response) => response.url().includes('link=https'));
    await fillPost(page, 'Harbour at noon');
    expect((await lookedUp).status()).toBe(401);
    await page.getByLabel('Description').fill('Still typing');
    expect(await endedDialog(page).count()).toBe(0);
    await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post' }).click();
    await signInAgain(page, admin);
    await alertOf(page, 'Post saved').waitFor();
  });

  it('and the tab is looked at again, no sign-in opens over the typing', async () => {
    const { page, admin } = await openPostForm();
    await endSessions(admin);
    const counted = page.waitForResponse(
      (response) => response.url().endsWith('/waiting') && response.status() === 401,
    );
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await (await counted).finished();
    await page.getByLabel('Title', { exact: true }).fill('Still typing');
    expect(await endedDialog(page).count()).toBe(0);
  });

  it('while a record is edited, Escape neither closes the sign-in nor the form', async () => {
    const { page, admin } = await open('/admin/networks');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const dialog = dialogOf(page, 'Edit Network');
    await dialog.getByLabel('Description').fill('Kept over the sign-in');
    await endSessions(admin);
    await dialog.getByRole('button', { name: 'Update Network' }).click();
    await endedDialog(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await signInAgain(page, admin);
    await alertOf(page, 'Network saved').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('while settings are changed, they are saved once', async () => {
    const { page, admin } = await open('/admin/settings');
    await page.getByLabel('Footer text').fill('A footer of the evening');
    const saves: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/settings') && response.request().method() === 'PUT')
        saves.push(response.status());
    });
    await endSessions(admin);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await signInAgain(page, admin);
    await alertOf(page, 'Settings saved.').waitFor();
    expect(saves).toEqual([401, 200]);
  });

  it('and several calls notice, one sign-in is asked for, and another screen opens after it', async () => {
    const { page, admin } = await open('/admin/networks');
    await endSessions(admin);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await endedDialog(page).waitFor();
    expect(await endedDialog(page).count()).toBe(1);
    await signInAgain(page, admin);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(await endedDialog(page).count()).toBe(0);
  });

  it('and another admin signs in, the screen is loaded afresh without what was typed', async () => {
    const { page, admin } = await open('/admin/posts?add=1');
    const other = await createSignedInAdmin(office.site, 'main_admin');
    await fillPost(page, 'Somebody else’s secret');
    await endSessions(admin);
    await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post' }).click();
    // The dialog moves the focus when it opens; what is typed before would end up in another field.
    await endedDialog(page).locator('input[name="password"]:focus').waitFor();
    await endedDialog(page).getByLabel('Email or username').fill(other.email);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/postdata')) posts.push(request.url());
    });
    const reloaded = page.waitForEvent('load');
    await signInAgain(page, other);
    await reloaded;
    // The form was closed when it was sent, and the list showed the post while it was being saved.
    await page.getByRole('row').nth(1).waitFor();
    await expect.poll(() => page.getByText('Somebody else’s secret').count()).toBe(0);
    await page.getByRole('button', { name: 'Add Post' }).click();
    const title = page.getByLabel('Title', { exact: true });
    await expect.poll(() => title.inputValue()).toBe('');
    await expect.poll(() => page.getByRole('button', { name: /Continue your draft/ }).count()).toBe(0);
    expect(posts).toEqual([]);
  });

  it.each(['/admin/audit', '/admin/history/video/1'])('on %s, the export follows the sign-in', async (url) => {
    const { page, admin } = await open(url);
    await endSessions(admin);
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('link', { name: 'Export CSV' }).click();
    await signInAgain(page, admin);
    await expect.poll(() => saved).toEqual([expect.stringMatching(/\.csv$/)]);
  });

  it('in two tabs, signing in in one revives the other', async () => {
    const { page, admin } = await open('/admin/networks');
    const second = await page.context().newPage();
    await openScreen(second, '/admin/channels');
    await endSessions(admin);
    for (const [tab, name] of [
      [page, 'Edit Network'],
      [second, 'Edit Channel'],
    ] as const) {
      await tab
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await dialogOf(tab, name).getByLabel('Description').fill('Typed in a tab');
      await dialogOf(tab, name)
        .getByRole('button', { name: /^Update / })
        .click();
      await endedDialog(tab).waitFor();
    }
    await signInAgain(page, admin);
    await alertOf(page, 'Network saved').waitFor();
    await alertOf(second, 'Channel saved').waitFor();
  });

  it('asks for the second factor as the login does', async () => {
    const { page, admin } = await open('/admin/networks');
    const { secret } = await addAuthenticatorApp(office.site, admin);
    await endSessions(admin);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    const dialog = endedDialog(page);
    await dialog.getByLabel('Password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await dialog.getByLabel('Code').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });

  it('because the account was deactivated, says what to do and keeps what was typed', async () => {
    // Main admins cannot be deactivated.
    const { page, admin } = await open('/admin/networks', {}, 'admin');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const form = dialogOf(page, 'Edit Network');
    const description = page.getByLabel('Description');
    await description.fill('Typed before the end');
    await endSessions(admin);
    await office.site.database.db.updateTable('admins').set({ is_active: false }).where('id', '=', admin.id).execute();
    await form.getByRole('button', { name: 'Update Network' }).click();
    const dialog = endedDialog(page);
    await dialog.getByLabel('Password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await dialog.getByText('a main admin can tell').waitFor();
    await expect.poll(() => description.inputValue()).toBe('Typed before the end');
  });

  it('and the password has to be changed, the draft waits until that is done', async () => {
    const { page, admin } = await open('/admin/posts?add=1');
    await fillPost(page, 'Waiting for a password');
    await endSessions(admin);
    await office.site.database.db
      .updateTable('admins')
      .set({ must_change_password: true })
      .where('id', '=', admin.id)
      .execute();
    await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post' }).click();
    await signInAgain(page, admin);
    await page.waitForURL('**/admin/account');
    await page.getByLabel('Current password').fill(admin.password);
    await page.getByLabel('New password', { exact: true }).fill('chosen in the evening');
    await page.getByLabel('Confirm new password').fill('chosen in the evening');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.waitForURL('**/admin/posts');
    await page.getByRole('button', { name: 'Add Post' }).click();
    await page.getByRole('button', { name: /Continue your draft/ }).click();
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Waiting for a password');
  });
});
