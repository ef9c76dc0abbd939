/** The guard, login and its second factor, the session, and the navigation bar. */
import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { screens } from '#web/admin/screens.ts';
import routes from '#web/routes.ts';
import { alertOf, backOffice, dialogOf, failing, openScreen, question } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { addAuthenticatorApp, codeOf } from '../../support/second-factor.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { addVirtualAuthenticator } from '../../support/virtual-authenticator.ts';

// Browsers refuse passkeys for an IP.
const office = backOffice({ host: 'localhost' });
const owner = { email: 'owner@example.com', password: 'a long test password' };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage));
const read = async (path: string) => {
  const response = await fetch(office.site.url + path);
  return { status: response.status, $: load(await response.text()) };
};
const enter = async (page: Page, identifier: string, password: string) => {
  await page.getByLabel('Email or username').fill(identifier);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Login').click();
};
const signOut = async (page: Page) => {
  await button(page, 'Logout').click();
  await page.waitForURL('**/admin');
};

describe('the guard', () => {
  it('is in front of every screen of the spec and of the product but the login', () => {
    const frame = routes.find(({ path }) => path === 'admin');
    const guarded = frame?.children?.find(({ file }) => file === 'admin/layout.tsx');
    expect(frame?.children?.filter((route) => route !== guarded)).toMatchObject([{ file: 'admin/login/screen.tsx' }]);
    const paths = guarded?.children?.map(({ path }) => path);
    expect(paths).toEqual(screens.map(({ path }) => path));
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['dashboard', 'posts', 'stars', 'networks', 'channels', 'terabox', 'manage-admins'],
        ...['stars-list', 'tags-list', 'tag-videos/:tag', 'star-videos/:star'],
      ]),
    );
  });

  it('leaves unknown paths to the not-found page', async () => {
    for (const path of ['/admin/nothing-here', '/404', '/notfound', '/nothing/here']) {
      const { status, $ } = await read(path);
      expect([path, status, $('body').text().includes('404 - Page Not Found')]).toEqual([path, 404, true]);
    }
  });

  it('search engines may not index the back-office', async () => {
    for (const path of ['/admin', '/admin/posts'])
      expect((await read(path)).$('meta[name="robots"]').attr('content'), path).toBe('noindex,nofollow');
  });

  it('public pages load no code of the back-office', async () => {
    const read = async (path: string) => (await fetch(office.site.url + path)).text();
    const found = new Set((await read('/')).match(/\/assets\/[\w.-]+\.js/g));
    expect(found.size).toBeGreaterThan(2);
    // A set goes on with what is added to it.
    for (const path of found) {
      const code = await read(path);
      expect(code, path).not.toContain('isAdminLoggedIn');
      expect(code, path).not.toContain('Manage Networks');
      for (const [, name] of code.matchAll(/(?:from|import)\(?["`]\.\/([\w.-]+\.js)["`]/g))
        found.add(`/assets/${name}`);
    }
  });
});

describe('login', () => {
  it('requires both fields, and cannot be submitted before hydration: no password in a URL', async () => {
    const { $ } = await read('/admin');
    expect($('form').attr('method')).toBe('post');
    expect($('form').attr('novalidate')).toBeUndefined();
    expect($('form button[type="submit"]').attr('disabled')).toBeDefined();
    for (const name of ['identifier', 'password'])
      expect($(`form input[name="${name}"]`).attr('required'), name).toBeDefined();
  });

  it('is where the guard leads; says why it failed, is busy while submitting, and opens the dashboard; Logout ends the session and clears the flags', async () => {
    // Without the flag, or with another than the string true, the guard leads here.
    const page = await office.newPage({});
    await page.goto('/admin/star-videos/isla-torven');
    await page.waitForURL('**/admin');
    await page.evaluate(() => localStorage.setItem('isAdminLoggedIn', '1'));
    await page.goto('/admin/dashboard');
    await page.waitForURL('**/admin');
    await page.evaluate(() => localStorage.removeItem('isAdminLoggedIn'));

    const bodies: unknown[] = [];
    await page.route('**/api/adminlogin', async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.fulfill(failing(401, 'Not today'));
    });
    await enter(page, owner.email, 'secret');
    await alertOf(page, 'Login failed: Not today').waitFor();
    await page.route('**/api/adminlogin', async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.fulfill({ status: 401, body: 'no' });
    });
    await enter(page, 'owner', 'secret');
    await alertOf(page, 'Login failed: Invalid credentials').waitFor();
    // What contains @ is sent as the email, anything else as the username.
    expect(bodies).toEqual([
      { email: owner.email, password: 'secret' },
      { username: 'owner', password: 'secret' },
    ]);
    await page.route('**/api/adminlogin', (route) => route.abort());
    await button(page, 'Login').click();
    await alertOf(page, 'Network error. Please try again.').waitFor();
    await expect.poll(() => button(page, 'Login').isEnabled()).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('isAdminLoggedIn'))).toBeNull();
    await page.unroute('**/api/adminlogin');

    const respond = await holdRequests(page, '**/api/adminlogin');
    const release = await holdRequests(page, '**/api/dashboard/stats');
    await enter(page, owner.email, owner.password);
    const busy = button(page, 'Logging in...');
    await busy.waitFor();
    await expect.poll(() => busy.isDisabled()).toBe(true);
    respond();
    await alertOf(page, 'Login successful! Redirecting...').waitFor();
    release();
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const { isAdminLoggedIn, adminData } = await page.evaluate(() => ({ ...localStorage }));
    expect(isAdminLoggedIn).toBe('true');
    const admin = { _id: expect.any(String), role: 'main_admin', email: owner.email };
    expect(JSON.parse(adminData ?? '{}')).toEqual(admin);

    const loggedOut = page.waitForResponse('**/api/adminlogout');
    await signOut(page);
    expect((await loggedOut).status()).toBe(200);
    await expect.poll(() => stored(page)).toEqual([]);
    expect((await page.request.get('/api/networks')).status()).toBe(401);
  });

  it('with a password that somebody else chose opens the change of the password and nothing else until it is changed', async () => {
    const newcomer = { username: 'first-day', email: 'first-day@example.com', password: 'chosen by another' };
    await office.call('POST', '/admin/create', newcomer);
    const page = await office.newPage({});
    await openScreen(page, '/admin');
    await enter(page, newcomer.email, newcomer.password);
    await page.waitForURL('**/admin/account');
    const demand = alertOf(page, 'Someone else chose your password. Choose your own to continue.');
    await demand.waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Sessions' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.goto('/admin/posts');
    await page.waitForURL('**/admin/account');
    await page.getByLabel('Current password').fill(newcomer.password);
    await page.getByLabel('New password', { exact: true }).fill('chosen by myself');
    await page.getByLabel('Confirm new password').fill('chosen by myself');
    await button(page, 'Change password').click();
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await expect.poll(() => demand.count()).toBe(0);
  });
});

it('a second factor by app is set up with a QR code and one right code; recovery codes are shown once; it can be turned off', async () => {
  const { email, password, cookie, id } = await createSignedInAdmin(office.site, 'admin');
  const page = await office.newPage({}, { session: { cookie, admin: { _id: String(id), role: 'admin', email } } });
  await openScreen(page, '/admin/account');
  await button(page, 'Set up an authenticator app').click();
  const dialog = dialogOf(page, 'Set up an authenticator app');
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await button(page, 'Turn on').click();
  await alertOf(page, 'This code is wrong.').waitFor();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await button(page, 'Turn on').click();
  await dialogOf(page, 'Your recovery codes').waitFor();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');
  await button(page, 'I have saved them').click();
  await page.getByText('10 codes left').waitFor();

  await signOut(page);
  await enter(page, email, password);
  await page.getByLabel('Code').fill('123');
  await button(page, 'Continue').click();
  await alertOf(page, 'Login failed: This code is wrong or was already used.').waitFor();
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await button(page, 'Continue').click();
  await page.waitForURL('**/admin/dashboard');
  await page.getByRole('link', { name: 'My account' }).first().click();
  await page.getByText('9 codes left').waitFor();
  await button(page, 'Turn off the authenticator app').click();
  await question(page, 'Turn off the authenticator app?').getByRole('button', { name: 'Turn off' }).click();
  await button(page, 'Set up an authenticator app').waitFor();
});

describe('the navigation bar', () => {
  it('links all screens, in groups, and shows who is signed in; a session that has ended is renewed over the screen or at the login', async () => {
    const { email, cookie, id } = await createSignedInAdmin(office.site, 'main_admin');
    const session = { cookie, admin: { _id: String(id), role: 'main_admin', email } };
    const page = await office.newPage({}, { session });
    await openScreen(page, '/admin/networks');
    const navigation = page.getByRole('navigation', { name: 'Back-office' });
    for (const [name, url] of [
      ['Dashboard', '/admin/dashboard'],
      ['Posts', '/admin/posts'],
      ['Networks', '/admin/networks'],
      ['Manage Admins', '/admin/manage-admins'],
    ] as const)
      expect(await navigation.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(url);
    const who = page.getByRole('banner').getByTitle(email);
    await expect.poll(() => who.isVisible()).toBe(true);
    const urlsOf = (group: string) =>
      navigation
        .getByRole('list', { name: group, exact: true })
        .getByRole('link')
        .locator('visible=true')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.replace('/admin/', '')));
    const groups = {
      Overview: ['dashboard'],
      Catalogue: ['posts', 'calendar', 'imports', 'links', 'stars', 'stars-list', 'tags-list'],
      Partners: ['networks', 'results', 'channels', 'terabox'],
      Safety: ['removals', 'blocks', 'stay-down', 'records', 'transparency', 'deleted', 'bulk-changes', 'audit'],
      Site: ['page-texts', 'searches', 'mail', 'seo', 'system', 'settings'],
      People: ['manage-admins', 'account'],
    };
    for (const [group, urls] of Object.entries(groups)) expect([group, await urlsOf(group)]).toEqual([group, urls]);
    await navigation.getByRole('link', { name: 'Channels' }).click();
    await page.getByRole('heading', { name: 'Manage Channels' }).waitFor();

    // Section 6: an expired session opens a sign-in over the screen; leaving it opens the login, which leads back.
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
