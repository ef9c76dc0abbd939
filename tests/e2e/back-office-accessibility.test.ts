/** axe finds nothing on any screen of the back-office, in both themes, on a phone and on a desktop. */
import { beforeAll, expect, it } from 'vitest';
import { findings, findingsAtEverySize, nothing, still } from '../support/axe.ts';
import { demoSite, desktop, phone, type VisitorOptions } from '../support/public-site.ts';
import { fillBackOffice, signInAt, whenLoaded } from '../support/signed-in-browser.ts';
import { adminScreens } from './admin-screens.ts';

const demo = demoSite();
let signedIn: VisitorOptions;

beforeAll(async () => {
  const { url, config } = demo.site;
  const { cookie, storageState } = await signInAt(url, config.adminEmail ?? '', config.adminPassword ?? '');
  await fillBackOffice(url, cookie);
  signedIn = { ...still, storageState };
});

const open = async (path: string, size: VisitorOptions = {}) => {
  const page = await demo.visitor({ ...signedIn, ...size });
  await page.goto(path);
  await whenLoaded(page);
  return page;
};

it.each(adminScreens)('%s', async (path) => {
  const page = await open(path);
  expect(page.url()).toBe(demo.site.url + path);
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});

it('the login, with a failure', async () => {
  const page = await demo.visitor(still);
  await page.goto('/admin');
  await page.getByLabel('Email or username').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText(/^Login failed/).waitFor();
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});

it.each(['/admin/posts', '/admin/networks'])('%s with the form of one', async (path) => {
  const page = await open(path);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});

it.each(['/admin/posts', '/admin/networks'])('%s, asked whether to delete one', async (path) => {
  const page = await open(path);
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});

it.each([phone, desktop])('the menu at $viewport.width px', async (size) => {
  const page = await open('/admin/account', size);
  await page.getByRole('button', { name: /^(Menu|More)$/ }).click();
  await page.getByRole('list', { name: 'More screens' }).waitFor();
  expect(await findings(page)).toEqual({ dark: [], light: [] });
});
