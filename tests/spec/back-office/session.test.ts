/** Back-office, sections 2 to 6 and 8: login, guard, session and navigation bar. */
import { describe, expect, it } from 'vitest';
import { adminScreens } from '../../support/admin-screens.ts';
import { alertOf, backOffice, dialogOf, failing, openScreen } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();
const password = 'a long test password';

const loginPage = async () => {
  const page = await office.newPage({});
  await openScreen(page, '/admin');
  const identifier = page.getByLabel('Email or username');
  const secret = page.getByLabel('Password');
  const logIn = async (who: string, word = password) => {
    await identifier.fill(who);
    await secret.fill(word);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  return { page, identifier, secret, logIn };
};

describe('section 2: the guard', () => {
  it('redirects every guarded route to /admin without the flag', async () => {
    const page = await office.newPage({});
    for (const path of adminScreens) {
      await page.goto(path);
      await page.waitForURL('**/admin');
      expect(new URL(page.url()).pathname, path).toBe('/admin');
    }
  });

  it('accepts only the string true as the flag', async () => {
    const page = await office.signedIn();
    await page.goto('/admin');
    await page.evaluate(() => localStorage.setItem('isAdminLoggedIn', '1'));
    await page.goto('/admin/networks');
    await page.waitForURL('**/admin');
    await page.getByLabel('Password').waitFor();
  });

  it('shows the not-found page for unknown paths', async () => {
    const page = await office.newPage({});
    await page.goto('/admin/nothing-here');
    await expect.poll(() => page.getByText('404 - Page Not Found').count()).toBe(1);
  });
});

describe('sections 2, 4, 5 and 8: login', () => {
  it('requires both fields', async () => {
    const { page, identifier, secret } = await loginPage();
    for (const field of [identifier, secret])
      await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.required)).toBe(true);
    await page.getByRole('button', { name: 'Login' }).click();
    expect(new URL(page.url()).pathname).toBe('/admin');
  });

  it('cannot be submitted before hydration: no password in a URL', async () => {
    const html = await (await fetch(`${office.site.url}/admin`)).text();
    expect(/<form[^>]*method="post"/.test(html)).toBe(true);
    expect(/<button type="submit"[^>]*disabled/.test(html)).toBe(true);
  });

  it('is busy while submitting, then shows a success message and opens the dashboard', async () => {
    const { page, logIn } = await loginPage();
    const respond = await holdRequests(page, '**/api/adminlogin');
    const release = await holdRequests(page, '**/api/dashboard/stats');
    await logIn('owner@example.com');
    const busy = page.getByRole('button', { name: 'Logging in...' });
    await busy.waitFor();
    await expect.poll(() => busy.isDisabled()).toBe(true);
    respond();
    await alertOf(page, 'Login successful! Redirecting...').waitFor();
    release();
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });

  it('sends an identifier with @ as email, any other as username', async () => {
    const { page, logIn } = await loginPage();
    const bodies: unknown[] = [];
    await page.route('**/api/adminlogin', async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.fulfill(failing(401, 'No'));
    });
    await logIn('owner@example.com', 'secret');
    await expect.poll(() => bodies.length).toBe(1);
    await page.getByRole('button', { name: 'Login' }).waitFor();
    await logIn('owner', 'secret');
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies).toEqual([
      { email: 'owner@example.com', password: 'secret' },
      { username: 'owner', password: 'secret' },
    ]);
  });

  it('stores the flag and the admin’s id, role and email', async () => {
    const { page, logIn } = await loginPage();
    await logIn('owner@example.com');
    await page.waitForURL('**/admin/dashboard');
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored.isAdminLoggedIn).toBe('true');
    expect(JSON.parse(stored.adminData ?? '{}')).toEqual({
      _id: expect.any(String),
      role: 'main_admin',
      email: 'owner@example.com',
    });
  });

  it('shows why it failed: the server’s message, or Invalid credentials', async () => {
    const { page, logIn } = await loginPage();
    await page.route('**/api/adminlogin', (route) => route.fulfill(failing(401, 'Not today')));
    await logIn('owner@example.com', 'wrong');
    await alertOf(page, 'Login failed: Not today').waitFor();
    await page.route('**/api/adminlogin', (route) => route.fulfill({ status: 401, body: 'no' }));
    await logIn('owner@example.com', 'wrong');
    await alertOf(page, 'Login failed: Invalid credentials').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('isAdminLoggedIn'))).toBeNull();
  });

  it('shows a network error', async () => {
    const { page, logIn } = await loginPage();
    await page.route('**/api/adminlogin', (route) => route.abort());
    await logIn('owner@example.com');
    await alertOf(page, 'Network error. Please try again.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Login' }).isEnabled()).toBe(true);
  });
});

describe('the first sign-in with a password that somebody else chose', () => {
  it('opens the change of the password and nothing else until it is changed', async () => {
    const newcomer = { username: 'first-day', email: 'first-day@example.com', password: 'chosen by another' };
    await office.call('POST', '/admin/create', newcomer);
    const { page, logIn } = await loginPage();
    await logIn(newcomer.email, newcomer.password);
    await page.waitForURL('**/admin/account');
    await alertOf(page, 'Somebody else chose your password. Choose your own to continue.').waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Sessions' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.goto('/admin/posts');
    await page.waitForURL('**/admin/account');
    await page.getByLabel('Current password').fill(newcomer.password);
    await page.getByLabel('New password', { exact: true }).fill('chosen by myself');
    await page.getByLabel('Confirm new password').fill('chosen by myself');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'Somebody else' }).count()).toBe(0);
  });
});

describe('sections 2 and 4: the navigation bar', () => {
  it('links Dashboard, Posts, Networks and Manage Admins, and shows who is signed in', async () => {
    const page = await office.open('/admin/networks');
    const links = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link');
    for (const [name, url] of [
      ['Dashboard', '/admin/dashboard'],
      ['Posts', '/admin/posts'],
      ['Networks', '/admin/networks'],
      ['Manage Admins', '/admin/manage-admins'],
    ] as const) {
      const link = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name, exact: true });
      await expect.poll(() => link.getAttribute('href')).toBe(url);
    }
    await expect.poll(() => links.locator('visible=true').count()).toBeGreaterThan(4);
    await expect
      .poll(() => page.getByRole('banner').getByTitle(office.admin('main_admin').email).isVisible())
      .toBe(true);
  });

  it('links all screens, in groups', async () => {
    const page = await office.open('/admin/networks');
    const navigation = page.getByRole('navigation', { name: 'Back-office' });
    const urlsOf = (group: string) =>
      navigation
        .getByRole('list', { name: group, exact: true })
        .getByRole('link')
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
  });

  it('Logout clears the stored flags, ends the session and goes to /admin', async () => {
    const page = await office.open('/admin/networks', { ownSession: true });
    const loggedOut = page.waitForResponse('**/api/adminlogout');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/admin');
    expect((await loggedOut).status()).toBe(200);
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect((await page.request.get('/api/networks')).status()).toBe(401);
  });
});

describe('section 6: an expired session', () => {
  it('opens a sign-in over the screen; leaving it instead clears the flags and opens /admin, which leads back', async () => {
    const page = await office.open('/admin/channels', { ownSession: true });
    await page.context().clearCookies();
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    const ended = dialogOf(page, 'Your session has ended');
    await ended.waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/channels');
    await ended.getByRole('button', { name: 'Leave this screen' }).click();
    await page.waitForURL('**/admin');
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await page.getByLabel('Email or username').fill('owner@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Manage Channels' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/channels');
  });
});

describe('the back-office and the public site', () => {
  it('search engines may not index the back-office', async () => {
    for (const path of ['/admin', '/admin/posts']) {
      const html = await (await fetch(office.site.url + path)).text();
      expect(html, path).toContain('<meta name="robots" content="noindex,nofollow"/>');
    }
  });

  it('public pages load no code of the back-office', async () => {
    const page = await office.newPage({});
    const scripts: string[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(scripts.length).toBeGreaterThan(2);
    for (const url of scripts) {
      const code = await (await fetch(url)).text();
      expect(code, url).not.toContain('isAdminLoggedIn');
      expect(code, url).not.toContain('Manage Networks');
    }
  });
});
