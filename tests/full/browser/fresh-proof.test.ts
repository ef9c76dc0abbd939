import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { alertOf, backOffice, dialogOf, failing, openScreen } from '../../support/back-office-site.ts';
import { enterSession } from '../../support/browser-storage.ts';
import { endedDialog } from '../../support/ended-session.ts';
import { notConfirmed, openAnHourLater, proofTitle } from '../../support/fresh-proof.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { provedAgo } from '../../support/proved-ago.ts';
import { addAuthenticatorApp, codeOf } from '../../support/second-factor.ts';
import { createSignedInAdmin } from '../../support/sign-in.ts';

const office = backOffice();

const valuesOf = (page: Page) =>
  dialogOf(page, 'Create New Admin')
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

let made = 0;
const fillNewAdmin = async (page: Page) => {
  made += 1;
  const values = [`desk-${made}`, `desk-${made}@example.com`, 'chosen by another', 'chosen by another'];
  await page.getByRole('button', { name: 'Create New Admin' }).click();
  const dialog = dialogOf(page, 'Create New Admin');
  for (const [place, label] of ['Username', 'Email', 'Password', 'Confirm Password'].entries())
    await dialog.getByLabel(label, { exact: true }).fill(values[place] ?? '');
  await dialog.getByRole('button', { name: 'Create Admin' }).click();
  return values;
};

const adminsNamed = async (username = '') =>
  office.site.database.db.selectFrom('admins').select('id').where('username', '=', username).execute();

describe('creating an admin an hour after signing in', () => {
  it('asks for the password, says when it is wrong, and goes on with what was typed', async () => {
    const { page, admin, proof, confirm } = await openAnHourLater(office, '/admin/manage-admins', still);
    const values = await fillNewAdmin(page);
    await proof.waitFor();
    await expect
      .poll(() => proof.getByLabel('Password').evaluate((input) => input === document.activeElement))
      .toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await confirm('not the password');
    await proof.getByText('The password is wrong.').waitFor();
    await expect.poll(() => valuesOf(page)).toEqual(values);
    await confirm(admin.password);
    await alertOf(page, 'Admin created successfully!').waitFor();
    expect(await adminsNamed(values[0])).toHaveLength(1);
  });

  it.each(['Cancel', 'Close', 'Escape'])('leaves the form as it was after %s', async (way) => {
    const { page, proof } = await openAnHourLater(office, '/admin/manage-admins');
    const values = await fillNewAdmin(page);
    await proof.waitFor();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await proof.getByRole('button', { name: way }).click();
    await alertOf(page, notConfirmed).waitFor();
    await expect.poll(() => proof.count()).toBe(0);
    await expect.poll(() => valuesOf(page)).toEqual(values);
    expect(await adminsNamed(values[0])).toEqual([]);
  });

  it('sends the password and the form once, however often the button is clicked', async () => {
    const { page, admin, proof } = await openAnHourLater(office, '/admin/manage-admins');
    const sent: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().method() === 'POST') sent.push(`${pathname} ${response.status()}`);
    });
    await fillNewAdmin(page);
    await proof.getByLabel('Password').fill(admin.password);
    await proof.getByRole('button', { name: 'Confirm' }).dblclick();
    await alertOf(page, 'Admin created successfully!').waitFor();
    expect(sent).toEqual(['/api/admin/create 403', '/api/admin/me/proof 200', '/api/admin/create 200']);
  });

  it('asks to sign in if the session has ended meanwhile, and goes on', async () => {
    const { page, admin, proof, confirm } = await openAnHourLater(office, '/admin/manage-admins');
    // The dialog asks which factors there are; a 401 to that would ask to sign in too early.
    const factors = page.waitForResponse('**/api/admin/me/second-factor');
    await fillNewAdmin(page);
    await proof.waitFor();
    await factors;
    await office.site.database.db.deleteFrom('sessions').where('admin_id', '=', admin.id).execute();
    await confirm(admin.password);
    const ended = dialogOf(page, 'Your session has ended');
    await ended.getByLabel('Password').fill(admin.password);
    await ended.getByRole('button', { name: 'Login' }).click();
    await alertOf(page, 'Admin created successfully!').waitFor();
    await expect.poll(() => proof.count()).toBe(0);
  });
});

it('an account with an authenticator app is asked for its code as well', async () => {
  const { page, admin, proof, confirm } = await openAnHourLater(office, '/admin/manage-admins', still);
  await provedAgo(office.site, admin.cookie, 0);
  const { secret } = await addAuthenticatorApp(office.site, admin);
  await provedAgo(office.site, admin.cookie, 60);
  const [username] = await fillNewAdmin(page);
  await proof.getByText('please enter your password and a code').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await proof.getByLabel('Code').fill('000000');
  await confirm(admin.password);
  await proof.getByText('This code is wrong or was already used.').waitFor();
  await expect.poll(() => proof.getByLabel('Code').getAttribute('aria-invalid')).toBe('true');
  await proof.getByLabel('Code').fill(codeOf(secret));
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await alertOf(page, 'Admin created successfully!').waitFor();
  expect(await adminsNamed(username)).toHaveLength(1);
});

/** Passkeys belong to a name, and the test's site has only an IP. */
const byName = (url: string) => url.replace('127.0.0.1', 'localhost');

it('a passkey is enough, if the account has one', async () => {
  const admin = await createSignedInAdmin(office.site, 'main_admin');
  const page = await office.newPage({ baseURL: byName(office.site.url), isNew: true });
  const { id, email, cookie } = admin;
  const session = { cookie, admin: { _id: String(id), role: 'main_admin', email } };
  await enterSession(page.context(), byName(office.site.url), session);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await openScreen(page, '/admin/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialogOf(page, 'Add a passkey').getByRole('button', { name: 'Create passkey' }).click();
  await expect.poll(() => dialogOf(page, 'Add a passkey').count()).toBe(0);
  await provedAgo(office.site, cookie, 60);

  await openScreen(page, '/admin/manage-admins');
  const [username] = await fillNewAdmin(page);
  await dialogOf(page, proofTitle).getByLabel('Recovery code').waitFor();
  await dialogOf(page, proofTitle).getByRole('button', { name: 'Use a passkey instead' }).click();
  await alertOf(page, 'Admin created successfully!').waitFor();
  expect(await adminsNamed(username)).toHaveLength(1);
});

it('a call on its way with the cookie that a proof replaces does not end the session', async () => {
  const { username } = await createSignedInAdmin(office.site, 'admin');
  const { page, admin, confirm } = await openAnHourLater(office, '/admin/manage-admins');
  const url = '**/api/admin/me/second-factor';
  const respond = await holdRequests(page, url, (route) => route.fulfill(failing(401, 'Please sign in.')));
  await page.getByRole('button', { name: `Delete ${username}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.route('**/api/admin/me/proof', async (route) => {
    const response = await route.fetch();
    // The answer to the other call overtakes that to the proof.
    respond();
    await endedDialog(page).waitFor();
    await page.unroute(url);
    await route.fulfill({ response });
  });
  await confirm(admin.password);
  await alertOf(page, `Admin "${username}" deleted successfully!`).waitFor();
  await expect.poll(() => endedDialog(page).count()).toBe(0);
});

it('of the settings, only those that decide who gets in ask for it', async () => {
  const { page, admin, proof, confirm } = await openAnHourLater(office, '/admin/settings');
  const save = page.getByRole('button', { name: 'Save settings' });
  await page.getByLabel('Heading of the home page').fill('Something else tonight');
  await save.click();
  await alertOf(page, 'Settings saved.').waitFor();
  await expect.poll(() => proof.count()).toBe(0);
  await page.getByLabel('Minimum length of passwords').fill('8');
  await save.click();
  await proof.waitFor();
  await page.keyboard.press('Escape');
  await alertOf(page, notConfirmed).waitFor();
  await expect.poll(() => page.getByLabel('Minimum length of passwords').inputValue()).toBe('8');
  await save.click();
  await confirm(admin.password);
  const stored = async () => (await office.call('GET', '/settings')).json().minPasswordLength;
  await expect.poll(stored).toBe(8);
  await expect.poll(() => page.getByText(notConfirmed).count()).toBe(0);
});
