/** Signing in when it fails, a second factor that is required, and a session that has ended. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, openScreen, question } from '../../support/back-office-site.ts';
import { addAuthenticatorApp } from '../../support/second-factor.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { addVirtualAuthenticator } from '../../support/virtual-authenticator.ts';

// Browsers refuse passkeys for an IP.
const office = backOffice({ host: 'localhost' });
const owner = { email: 'owner@example.com', password: 'a long test password' };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage));
const enter = async (page: Page, identifier: string, password: string) => {
  await page.getByLabel('Email or username').fill(identifier);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Login').click();
};
const signOut = async (page: Page) => {
  await button(page, 'Logout').click();
  await page.waitForURL('**/admin');
};

it('the login says why it failed', async () => {
  const page = await office.newPage({});
  await openScreen(page, '/admin');
  await page.route('**/api/adminlogin', (route) => route.fulfill(failing(401, 'Not today')));
  await enter(page, owner.email, 'secret');
  await alertOf(page, 'Login failed: Not today').waitFor();
  await page.route('**/api/adminlogin', (route) => route.fulfill({ status: 401, body: 'no' }));
  await button(page, 'Login').click();
  await alertOf(page, 'Login failed: Invalid credentials').waitFor();
  await page.route('**/api/adminlogin', (route) => route.abort());
  await button(page, 'Login').click();
  await alertOf(page, 'Network error. Please try again.').waitFor();
  await expect.poll(() => button(page, 'Login').isEnabled()).toBe(true);
});

it('leaving a screen whose session has ended leads to the login, which leads back', async () => {
  const { email, cookie, id } = await createSignedInAdmin(office.site, 'main_admin');
  const session = { cookie, admin: { _id: String(id), role: 'main_admin', email } };
  const page = await office.newPage({}, { session });
  await openScreen(page, '/admin/channels');
  await page.context().clearCookies();
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const ended = dialogOf(page, 'Your session has ended');
  await ended.waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/channels');
  await button(page, 'Leave this screen').click();
  await page.waitForURL('**/admin');
  await expect.poll(() => stored(page)).toEqual([]);
  await enter(page, owner.email, owner.password);
  await page.getByRole('heading', { name: 'Manage Channels' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/channels');
});

// Last, because the tab keeps its authenticator.
it('a second factor by passkey is required where the settings say so, signs in with and without the password, and is renamed and removed', async () => {
  const admin = await createSignedInAdmin(office.site, 'admin');
  const session = { cookie: admin.cookie, admin: { _id: String(admin.id), role: 'admin', email: admin.email } };
  const page = await office.newPage({}, { session });
  const authenticator = await addVirtualAuthenticator(page);
  await openScreen(page, '/admin/posts');
  const main = await createSignedInAdmin(office.site, 'main_admin');
  const asMain = callerOf(office.site, main.cookie);
  await addAuthenticatorApp(office.site, main);
  expect((await asMain('PUT', '/settings', { requireSecondFactor: true })).statusCode).toBe(200);
  try {
    await page.getByRole('link', { name: 'Networks' }).first().click();
    await page.waitForURL('**/admin/account');
    await alertOf(page, 'Every admin needs a second factor. Set up an authenticator app').waitFor();
    expect(await page.locator('main').getByRole('alert').count()).toBe(1);
    await page.goto('/admin/dashboard');
    await page.waitForURL('**/admin/account');
    await button(page, 'Add a passkey').click();
    await button(page, 'Create passkey').click();
    await button(page, 'I have saved them').click();
    await page.getByText('Chrome on Linux').first().waitFor();
    const removal = page.getByRole('button', { name: /^Remove / });
    const reason = 'Every admin needs a second factor. Add another one before you remove this one.';
    await page.getByText(reason).waitFor();
    expect([await removal.isDisabled(), await removal.getAttribute('title')]).toEqual([true, reason]);
    await page.getByRole('link', { name: 'Posts' }).first().click();
    await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
  } finally {
    await asMain('PUT', '/settings', {});
  }

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL('**/admin/dashboard');
  await page.getByText(admin.email).locator('visible=true').first().waitFor();
  await signOut(page);
  await enter(page, admin.email, admin.password);
  await page.getByLabel('Recovery code').waitFor();
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL('**/admin/dashboard');

  await page.getByRole('link', { name: 'My account' }).first().click();
  await page.getByRole('button', { name: /^Rename / }).click();
  await dialogOf(page, 'Rename the passkey').getByLabel('Name').fill('Night desk');
  await button(page, 'Save').click();
  await button(page, 'Remove Night desk').click();
  await question(page, 'Remove the passkey “Night desk”?').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => button(page, 'Remove Night desk').count()).toBe(0);
  await expect.poll(() => page.getByText('codes left').count()).toBe(0);
  // The device still has it; its owner's finger is not recognised.
  await signOut(page);
  await authenticator.refuseOwner();
  await button(page, 'Sign in with a passkey').click();
  await alertOf(page, 'No passkey was used. Please try again.').waitFor();
  await expect.poll(() => button(page, 'Login').isEnabled()).toBe(true);
});
