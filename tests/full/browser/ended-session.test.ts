/** A session that ends in the middle of something: sign in over the screen, and go on. */
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { alertOf, backOffice, dialogOf, openScreen } from '../../support/back-office-site.ts';
import { endedDialog, endSessions, fillPost, openWithOwnSession, signInAgain } from '../../support/ended-session.ts';
import { addAuthenticatorApp, codeOf } from '../../support/second-factor.ts';
import { createSignedInAdmin } from '../../support/sign-in.ts';

const office = backOffice();
/** With everything that the form loads, so that nothing but the test's own steps finds the session ended. */
const openPostForm = async () => {
  const opened = await openWithOwnSession(office, '/admin/posts?add=1');
  await opened.page.getByLabel('Network').locator('option').nth(1).waitFor({ state: 'attached' });
  return opened;
};
describe('when the session ends', () => {
  it('and a link is typed, looking it up does not open the sign-in over the typing', async () => {
    const { page, admin } = await openPostForm();
    await endSessions(office, admin);
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
    await endSessions(office, admin);
    const counted = page.waitForResponse(
      (response) => response.url().endsWith('/waiting') && response.status() === 401,
    );
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await (await counted).finished();
    await page.getByLabel('Title', { exact: true }).fill('Still typing');
    expect(await endedDialog(page).count()).toBe(0);
  });

  it('while a record is edited, Escape neither closes the sign-in nor the form', async () => {
    const { page, admin } = await openWithOwnSession(office, '/admin/networks', still);
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const dialog = dialogOf(page, 'Edit Network');
    await dialog.getByLabel('Description').fill('Kept over the sign-in');
    await endSessions(office, admin);
    await dialog.getByRole('button', { name: 'Update Network' }).click();
    await endedDialog(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await signInAgain(page, admin);
    await alertOf(page, 'Network saved').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('while settings are changed, they are saved once', async () => {
    const { page, admin } = await openWithOwnSession(office, '/admin/settings');
    await page.getByLabel('Footer text').fill('A footer of the evening');
    const saves: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/settings') && response.request().method() === 'PUT')
        saves.push(response.status());
    });
    await endSessions(office, admin);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await signInAgain(page, admin);
    await alertOf(page, 'Settings saved.').waitFor();
    expect(saves).toEqual([401, 200]);
  });

  it('and several calls notice, one sign-in is asked for, and another screen opens after it', async () => {
    const { page, admin } = await openWithOwnSession(office, '/admin/networks');
    await endSessions(office, admin);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await endedDialog(page).waitFor();
    expect(await endedDialog(page).count()).toBe(1);
    await signInAgain(page, admin);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(await endedDialog(page).count()).toBe(0);
  });

  it('and another admin signs in, the screen is loaded afresh without what was typed', async () => {
    const { page, admin } = await openWithOwnSession(office, '/admin/posts?add=1');
    const other = await createSignedInAdmin(office.site, 'main_admin');
    await fillPost(page, 'Somebody else’s secret');
    await endSessions(office, admin);
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
    const { page, admin } = await openWithOwnSession(office, url);
    await endSessions(office, admin);
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('link', { name: 'Export CSV' }).click();
    await signInAgain(page, admin);
    await expect.poll(() => saved).toEqual([expect.stringMatching(/\.csv$/)]);
  });

  it('in two tabs, signing in in one revives the other', async () => {
    const { page, admin } = await openWithOwnSession(office, '/admin/networks');
    const second = await page.context().newPage();
    await openScreen(second, '/admin/channels');
    await endSessions(office, admin);
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
    const { page, admin } = await openWithOwnSession(office, '/admin/networks');
    const { secret } = await addAuthenticatorApp(office.site, admin);
    await endSessions(office, admin);
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
    const { page, admin } = await openWithOwnSession(office, '/admin/networks', {}, 'admin');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const form = dialogOf(page, 'Edit Network');
    const description = page.getByLabel('Description');
    await description.fill('Typed before the end');
    await endSessions(office, admin);
    await office.site.database.db.updateTable('admins').set({ is_active: false }).where('id', '=', admin.id).execute();
    await form.getByRole('button', { name: 'Update Network' }).click();
    const dialog = endedDialog(page);
    await dialog.getByLabel('Password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await dialog.getByText('ask a main admin').waitFor();
    await expect.poll(() => description.inputValue()).toBe('Typed before the end');
  });

  it('and the password has to be changed, the draft waits until that is done', async () => {
    const { page, admin } = await openWithOwnSession(office, '/admin/posts?add=1');
    await fillPost(page, 'Waiting for a password');
    await endSessions(office, admin);
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
