/** The guard, login and its second factor, the session, and who may see what. */
import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { screenGroups, screens, screensOf, screenUrl } from '#web/admin/screens.ts';
import routes from '#web/routes.ts';
import { alertOf, backOffice, dialogOf, followTo, openScreen, question } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { codeOf } from '../../support/second-factor.ts';
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
    const others = frame?.children?.filter((route) => route !== guarded);
    expect(others?.map(({ file }) => file)).toEqual(['admin/login/screen.tsx', 'admin/not-found.tsx']);
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

  it('shows it below /admin, where no age gate would open a public page', async () => {
    const page = await office.newPage({});
    await page.goto('/admin/nothing-here');
    expect(await page.getByRole('heading', { name: '404 - Page Not Found' }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.waitForURL('**/admin');
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

  it('is where the guard leads; says why it failed, is busy while submitting, and opens the dashboard; Logout ends the session and clears the flags; a password that somebody else chose has to be changed first', async () => {
    const newcomer = { username: 'first-day', email: 'first-day@example.com', password: 'chosen by another' };
    await office.call('POST', '/admin/create', newcomer);
    // Without the flag, or with another than the string true, the guard leads here.
    const page = await office.newPage({});
    await page.goto('/admin/star-videos/isla-torven');
    await page.waitForURL('**/admin');
    await page.evaluate(() => localStorage.setItem('isAdminLoggedIn', '1'));
    await followTo(page, '/admin/dashboard');
    expect(new URL(page.url()).pathname).toBe('/admin');
    await page.evaluate(() => localStorage.clear());

    // What contains @ is sent as the email, anything else as the username.
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/adminlogin')) bodies.push(request.postDataJSON());
    });
    await enter(page, 'first-day', 'secret');
    await alertOf(page, 'Login failed: ').waitFor();
    await expect.poll(() => button(page, 'Login').isEnabled()).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('isAdminLoggedIn'))).toBeNull();

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
    expect(bodies).toEqual([{ username: 'first-day', password: 'secret' }, owner]);

    const loggedOut = page.waitForResponse('**/api/adminlogout');
    await signOut(page);
    expect((await loggedOut).status()).toBe(200);
    await expect.poll(() => stored(page)).toEqual([]);
    expect((await page.request.get('/api/networks')).status()).toBe(401);

    // With a password that somebody else chose, only changing it is possible.
    await enter(page, newcomer.email, newcomer.password);
    await page.waitForURL('**/admin/account');
    const demand = alertOf(page, 'Someone else chose your password. Choose your own to continue.');
    await demand.waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Sessions' }).count()).toBe(0);
    await followTo(page, '/admin/posts');
    expect(new URL(page.url()).pathname).toBe('/admin/account');
    await page.getByLabel('Current password').fill(newcomer.password);
    await page.getByLabel('New password', { exact: true }).fill('chosen by myself');
    await page.getByLabel('Confirm new password').fill('chosen by myself');
    await button(page, 'Change password').click();
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await expect.poll(() => demand.count()).toBe(0);
  });
});

describe('an admin who is not a main admin', () => {
  it('sees Access Denied, their role and email under Manage Admins, nothing of the system and the settings, and a button to log in again', async () => {
    const page = await office.open('/admin/dashboard', { role: 'admin' });
    await page.getByRole('list', { name: 'Recent posts' }).waitFor();
    expect(await page.getByRole('region', { name: 'Recent changes' }).count()).toBe(0);
    const links = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link').locator('visible=true');
    const linked = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const [forAdmins, forAll] = (['admin', 'main_admin'] as const).map((role) =>
      screenGroups.flatMap((group) => screensOf(group, role)).map(screenUrl),
    );
    expect(linked).toEqual(forAdmins);
    expect(forAll?.filter((url) => !linked.includes(url))).toEqual(['/admin/mail', '/admin/system', '/admin/settings']);

    await followTo(page, '/admin/system');
    await alertOf(page, 'Only main admins can see the state of the system.').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await followTo(page, '/admin/settings');
    await alertOf(page, 'Only main admins can change the settings.').waitFor();
    expect(await page.getByRole('button', { name: 'Save settings' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Manage Admins' }).first().click();
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await page.getByText('Only main admin can access admin management.').waitFor();
    const { email } = office.admin('admin');
    expect(await page.locator('dl').first().locator('dd').allTextContents()).toEqual(['admin', email]);
    await page.getByRole('button', { name: 'Re-login to Update Role' }).click();
    await page.waitForURL('**/admin');
    await expect.poll(() => stored(page)).toEqual([]);
  });

  it('may use every other section, and adds, edits and deletes there', async () => {
    const call = callerOf(office.site, office.admin('admin').cookie);
    expect((await call('PUT', '/settings', { siteName: 'Taken over' })).statusCode).toBe(403);
    const lists = ['/dashboard/stats', '/posts', '/stars', '/networks', '/channels', '/terabox', '/pornstars', '/tags'];
    for (const list of lists) expect([list, (await call('GET', list)).statusCode]).toEqual([list, 200]);
    const url = 'https://example.com/of-an-admin';
    for (const [path, body] of [
      ['/stars', { name: 'Star of an admin' }],
      ['/networks', { name: 'Network of an admin', url }],
      ['/channels', { name: 'Channel of an admin', url }],
      ['/terabox', { title: 'Link of an admin', url }],
      ['/postdata', { titel: 'Post of an admin', imageUrl: '/art/1.svg', link: url, Category: 'viral' }],
    ] as const) {
      const added = await call('POST', path, body);
      const { _id } = Object.values<{ _id: string }>(added.json()).find((value) => typeof value === 'object') ?? {};
      const [edit, remove] = path === '/postdata' ? ['/updatepost', '/deletepost'] : [path, path];
      expect((await call('PUT', `${edit}/${_id}`, body)).statusCode, path).toBe(200);
      expect((await call('DELETE', `${remove}/${_id}`)).statusCode, path).toBe(200);
    }
  });
});

// Last, because the tab keeps its authenticator.
it('a second factor by app is set up with a QR code and one right code, its recovery codes are shown once, and it can be turned off; a passkey signs in alone', async () => {
  const { email, password, cookie, id } = await createSignedInAdmin(office.site, 'admin');
  const page = await office.newPage({}, { session: { cookie, admin: { _id: String(id), role: 'admin', email } } });
  await addVirtualAuthenticator(page);
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
  await button(page, 'Add a passkey').click();
  await button(page, 'Create passkey').click();
  await page.getByText('Chrome on Linux').first().waitFor();

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

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL('**/admin/dashboard');
  await page.getByText(email).locator('visible=true').first().waitFor();
});
