/** What was typed survives reloads, lost connections and ended sessions, and what operators have at hand works. */
import { expect, it, onTestFinished } from 'vitest';
import { callerWithToken } from '../support/api-token.ts';
import { alertOf, backOffice, dialogOf, followTo, question } from '../support/back-office-site.ts';
import { killLink } from '../support/dead-links.ts';
import { endedDialog, endSessions, fillPost, openWithOwnSession, signInAgain } from '../support/ended-session.ts';
import { openAnHourLater } from '../support/fresh-proof.ts';
import { continueButton } from '../support/kept-drafts.ts';
import { createSignedInAdmin } from '../support/sign-in.ts';

const office = backOffice();

it('what was typed is continued after a reload and forgotten once it is saved, is kept without a connection, and leaves no password in the browser', async () => {
  const page = await office.open('/admin/posts?add=1');
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Copper harbour');
  await page.getByRole('combobox', { name: 'Tags', exact: true }).pressSequentially('copper,');
  await page.reload();
  await continueButton(page).click();
  await expect.poll(() => title.inputValue()).toBe('Copper harbour');
  await page.getByRole('button', { name: 'Remove Copper' }).waitFor();
  await page.getByLabel('Image URL').fill('/art/1.svg');
  await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post', exact: true }).click();
  await alertOf(page, 'Post saved').waitFor();
  await page.getByRole('button', { name: 'Add Post' }).click();
  // A form that waits for a decision about a draft takes no click.
  await title.click();
  expect(await continueButton(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Add Post').waitFor({ state: 'detached' });

  // The command palette opens a screen by keyboard alone, and lists it as recent.
  await page.keyboard.press('ControlOrMeta+k');
  const palette = dialogOf(page, 'Search and commands');
  await palette.getByRole('combobox').waitFor();
  await page.keyboard.type('networks');
  await palette.getByRole('option', { name: 'Networks', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Manage Networks' }).waitFor();
  await page.locator('main:focus').waitFor();
  await page.keyboard.press('/');
  await palette.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Networks' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => palette.count()).toBe(0);

  await page.getByRole('button', { name: 'Add New Network' }).click();
  const network = dialogOf(page, 'Add New Network');
  await network.getByLabel('Network Name').fill('Slate Quay');
  await network.getByLabel('Website URL').fill('https://example.com/slate');
  onTestFinished(() => page.context().setOffline(false));
  await page.context().setOffline(true);
  await network.getByRole('button', { name: 'Add Network' }).click();
  await alertOf(page, 'You are offline. What you typed is kept.').waitFor();
  await page.context().setOffline(false);
  await network.getByRole('button', { name: 'Add Network' }).click();
  await alertOf(page, 'Network saved').waitFor();

  await page.getByRole('link', { name: 'Manage Admins' }).first().click();
  await page.getByRole('button', { name: 'Create New Admin' }).click();
  const admin = dialogOf(page, 'Create New Admin');
  await admin.getByLabel('Username').fill('kept-name');
  await admin.getByLabel('Password', { exact: true }).fill('never to be kept');
  await admin.getByLabel('Confirm Password').fill('never to be kept');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).toContain('kept-name');
  expect(stored).not.toContain('never to be kept');
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
  await followTo(page, '/admin/dashboard');
  await page.getByRole('link', { name: 'My account' }).first().click();
  await tokens.getByText('Nightly script').waitFor();
  expect(await page.content()).not.toContain(token);
});

it('the form of a host’s links is replaced after a look at the first ones; deleting an admin asks for the password again, after the question', async () => {
  const link = 'https://bridge.test/v/7';
  const body = { titel: 'Old bridge', imageUrl: '/art/7.svg', Category: 'english', link };
  const id = (await office.call('POST', '/postdata', body)).json().post._id;
  await killLink(office.site, link);
  const { username } = await createSignedInAdmin(office.site, 'admin');
  const { page, admin, confirm } = await openAnHourLater(office, '/admin/links?tab=hosts');
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
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Manage Admins' }).first().click();
  await page.getByRole('button', { name: `Delete ${username}` }).click();
  await question(page, `Are you sure you want to delete admin "${username}"?`)
    .getByRole('button', { name: 'Delete' })
    .click();
  await confirm(admin.password);
  await alertOf(page, `Admin "${username}" deleted successfully!`).waitFor();
});
