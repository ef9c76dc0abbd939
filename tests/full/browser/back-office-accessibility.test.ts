/** axe finds nothing in what operators open on a screen: dialogs, menus, messages. journeys/back-office-screens has the screens. */
import { beforeAll, expect, it } from 'vitest';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { demoSite, phone, type VisitorOptions } from '../../support/public-site.ts';
import { fillBackOffice, signInAt, whenLoaded } from '../../support/signed-in-browser.ts';

const demo = demoSite();
let signedIn: VisitorOptions;

beforeAll(async () => {
  const { url, config } = demo.site;
  const session = await signInAt(url, config.adminEmail ?? '', config.adminPassword ?? '');
  await fillBackOffice(url, session.cookie);
  signedIn = { ...still, session };
});

const open = async (path: string, size: VisitorOptions = {}) => {
  const page = await demo.visitor({ ...signedIn, ...size });
  await page.goto(path);
  await whenLoaded(page);
  return page;
};

it('the login with an error', async () => {
  const page = await demo.visitor(still);
  await page.goto('/admin');
  await page.getByLabel('Email or username').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText(/^Login failed/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it.each([
  ['/admin/posts', 'Edit', 'dialog'],
  ['/admin/posts', 'Delete', 'alertdialog'],
  ['/admin/networks', 'Edit', 'dialog'],
] as const)('%s, to %s one', async (path, action, dialog) => {
  const page = await open(path);
  const button = page.getByRole('button', { name: new RegExp(`^${action} `) });
  await button.first().click();
  await page.getByRole(dialog).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it.each([
  ['/admin/removals/1', 'Remove 1 URL'],
  ['/admin/removals/1', 'Ask the reporter'],
  ['/admin/removals/1', 'Enter counter-notice'],
  ['/admin/removals?video=5', 'Keep all and release'],
  ['/admin/stay-down', 'Remove https://example.com/elsewhere, so that it may be listed again'],
  ['/admin/stay-down?tab=lists', 'Add hash list'],
  ['/admin/blocks', 'Add block'],
  ['/admin/records', 'Import CSV'],
])('%s, the dialog of “%s”', async (path, name) => {
  const page = await open(path);
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it.each(['/admin/removals', '/admin/removals/1', '/admin/blocks', '/admin/transparency'])(
  '%s on a phone',
  async (path) => {
    const page = await open(path, phone);
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

it('the confirmation before unsaved changes are discarded', async () => {
  const page = await open('/admin/posts?add=1');
  await page.getByLabel('Title', { exact: true }).fill('x');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('the menu on a phone', async () => {
  const page = await open('/admin/account', phone);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('a message after saving', async () => {
  const page = await open('/admin/settings');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
