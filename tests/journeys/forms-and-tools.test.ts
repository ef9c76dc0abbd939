/** What was typed survives reloads, lost connections and ended sessions, and what operators have at hand works. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { callerWithToken } from '../support/api-token.ts';
import { alertOf, backOffice, dialogOf, openScreen, question } from '../support/back-office-site.ts';
import { killLink } from '../support/dead-links.ts';
import { endedDialog, endSessions, fillPost, openWithOwnSession, signInAgain } from '../support/ended-session.ts';
import { openAnHourLater } from '../support/fresh-proof.ts';
import { continueButton } from '../support/kept-drafts.ts';
import { createSignedInAdmin, type SignedInAdmin } from '../support/sign-in.ts';

const office = backOffice();

describe('what was typed', () => {
  it('a new post is continued after a reload, not shown to another admin of the browser, and forgotten once it is saved', async () => {
    const page = await office.open('/admin/posts?add=1');
    const title = page.getByLabel('Title', { exact: true });
    const comeBackAs = async ({ id, email, cookie }: SignedInAdmin) => {
      const [name = '', value = ''] = cookie.split('=');
      await page.goto('/robots.txt');
      await page.context().addCookies([{ name, value, url: office.site.url }]);
      const admin = JSON.stringify({ _id: String(id), role: 'main_admin', email });
      await page.evaluate((data) => localStorage.setItem('adminData', data), admin);
      await openScreen(page, '/admin/posts?add=1');
    };
    await title.fill('Copper harbour');
    await page.getByRole('combobox', { name: 'Tags', exact: true }).pressSequentially('copper,');
    await comeBackAs(await createSignedInAdmin(office.site, 'main_admin'));
    // A form that waits for a decision about a draft takes no click.
    await title.click();
    expect(await continueButton(page).count()).toBe(0);
    await comeBackAs(office.admin('main_admin'));
    await continueButton(page).click();
    await expect.poll(() => title.inputValue()).toBe('Copper harbour');
    await page.getByRole('button', { name: 'Remove Copper' }).waitFor();
    await page.getByLabel('Image URL').fill('/art/1.svg');
    await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post', exact: true }).click();
    await alertOf(page, 'Post saved').waitFor();
    await page.getByRole('button', { name: 'Add Post' }).click();
    await title.click();
    expect(await continueButton(page).count()).toBe(0);
  });

  it('a save without a connection keeps what was typed and says so', async () => {
    const page = await office.open('/admin/networks');
    await page.getByRole('button', { name: 'Add New Network' }).click();
    const dialog = dialogOf(page, 'Add New Network');
    await dialog.getByLabel('Network Name').fill('Slate Quay');
    await dialog.getByLabel('Website URL').fill('https://example.com/slate');
    onTestFinished(() => page.context().setOffline(false));
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Add Network' }).click();
    await alertOf(page, 'You are offline. What you typed is kept.').waitFor();
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Add Network' }).click();
    await alertOf(page, 'Network saved').waitFor();
  });

  it('no draft holds a password', async () => {
    const page = await office.open('/admin/manage-admins');
    await page.getByRole('button', { name: 'Create New Admin' }).click();
    const dialog = dialogOf(page, 'Create New Admin');
    await dialog.getByLabel('Username').fill('kept-name');
    await dialog.getByLabel('Password', { exact: true }).fill('never to be kept');
    await dialog.getByLabel('Confirm Password').fill('never to be kept');
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).toContain('kept-name');
    expect(stored).not.toContain('never to be kept');
  });
});

it('a post that is being written when the session ends is saved after signing in as the same admin', async () => {
  const { page, admin } = await openWithOwnSession(office, '/admin/posts?add=1');
  await fillPost(page, 'Velvet lighthouse');
  await endSessions(office, admin);
  await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post' }).click();
  await endedDialog(page).waitFor();
  await expect.poll(() => page.getByLabel('Email or username').inputValue()).toBe(admin.email);
  await signInAgain(page, admin);
  await alertOf(page, 'Post saved').waitFor();
  await expect.poll(() => page.getByText('Velvet lighthouse').count()).toBeGreaterThan(0);
});

it('the command palette opens a screen by keyboard alone, and lists it as recent', async () => {
  const page = await office.open('/admin/dashboard');
  await page.keyboard.press('/');
  const palette = dialogOf(page, 'Search and commands');
  await palette.getByRole('combobox').waitFor();
  await page.keyboard.type('audit');
  await palette.getByRole('option', { name: 'Audit log' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await palette.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Audit log' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => palette.count()).toBe(0);
});

it('an API token is made, copied, and not readable a second time', async () => {
  const page = await office.open('/admin/account', { role: 'admin', ownSession: true });
  onTestFinished(() => page.context().clearPermissions());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Create a token' }).click();
  const form = dialogOf(page, 'Create an API token');
  await form.getByLabel('Name').fill('Nightly script');
  await form.getByRole('button', { name: 'Create token' }).click();
  await form.getByText('Choose at least one permission.').waitFor();
  await form.getByRole('checkbox', { name: /^Read/ }).check();
  await form.getByRole('button', { name: 'Create token' }).click();

  const made = dialogOf(page, 'Your new API token');
  const token = (await made.getByText(/^mq_[\w-]{43}$/).textContent()) ?? '';
  await made.getByRole('button', { name: 'Copy', exact: true }).click();
  await alertOf(page, 'Token copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect((await callerWithToken(office.site, token)('GET', '/posts')).statusCode).toBe(200);

  await made.getByRole('button', { name: 'I have saved it' }).click();
  await made.waitFor({ state: 'detached' });
  const tokens = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem');
  expect(await tokens.allTextContents()).toEqual([expect.stringContaining(`${token.slice(0, 9)}…`)]);
  await page.reload();
  await tokens.getByText('Nightly script').waitFor();
  expect(await page.content()).not.toContain(token);
});

it('the form of a host’s links is replaced after a look at the first ones', async () => {
  const link = 'https://bridge.test/v/7';
  const body = { titel: 'Old bridge', imageUrl: '/art/7.svg', Category: 'english', link };
  const id = (await office.call('POST', '/postdata', body)).json().post._id;
  await killLink(office.site, link);
  const page = await office.open('/admin/links?tab=hosts');
  await page.getByRole('button', { name: 'Replace links of bridge.test' }).click();
  const dialog = dialogOf(page, 'Replace links of bridge.test');
  await dialog.getByLabel('Old form').fill('bridge.test/v/*');
  await dialog.getByLabel('New form').fill('https://river.test/watch/*');
  await dialog.getByText('1 post will change.').waitFor();
  await dialog.getByText('https://river.test/watch/7').waitFor();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect
    .poll(async () => (await office.call('GET', `/posts/${id}`)).json().post)
    .toMatchObject({ link: 'https://river.test/watch/7', deadLinks: [] });
});

it('deleting an admin asks for the password again, after the question', async () => {
  const { username } = await createSignedInAdmin(office.site, 'admin');
  const { page, admin, confirm } = await openAnHourLater(office, '/admin/manage-admins');
  await page.getByRole('button', { name: `Delete ${username}` }).click();
  await question(page, `Are you sure you want to delete admin "${username}"?`)
    .getByRole('button', { name: 'Delete' })
    .click();
  await confirm(admin.password);
  await alertOf(page, `Admin "${username}" deleted successfully!`).waitFor();
});
