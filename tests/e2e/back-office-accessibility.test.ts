/** axe finds nothing on any screen of the back-office, in both themes, on a phone and on a desktop. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { demoSite, desktop, phone, type VisitorOptions } from '../support/public-site.ts';
import { fillBackOffice, signInAt, whenLoaded } from '../support/signed-in-browser.ts';
import { adminScreens } from './admin-screens.ts';

const demo = demoSite();
const sizes = [phone, desktop];
const still: VisitorOptions = { reducedMotion: 'reduce' };
let signedIn: VisitorOptions;

beforeAll(async () => {
  const { url, config } = demo.site;
  const { cookie, storageState } = await signInAt(url, config.adminEmail ?? '', config.adminPassword ?? '');
  await fillBackOffice(url, cookie);
  signedIn = { ...still, storageState };
});

/** What passed is named once, not node by node: that is where most of the time would go. */
const brief = { resultTypes: ['violations' as const] };

const report = async (builder: AxeBuilder) => {
  const { violations, passes } = await builder.analyze();
  expect(passes.length).toBeGreaterThan(0);
  const why = (checks: { message: string }[]) => checks.map(({ message }) => message).join(' ');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${why(any)}`),
  );
};

/** Shows a theme, and waits until no colour is on its way to another: an inherited one arrives level by level. */
const show = async (page: Page, colorScheme: 'dark' | 'light') => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await painted();
    for (let moving = document.getAnimations(); moving.length > 0; moving = document.getAnimations()) {
      await Promise.allSettled(moving.map((animation) => animation.finished));
      await painted();
    }
  });
};

/** Every rule in the dark theme; in the light one only colours differ. */
const findings = async (page: Page) => {
  await show(page, 'dark');
  const dark = await report(new AxeBuilder({ page }).options(brief));
  await show(page, 'light');
  const light = await report(new AxeBuilder({ page }).options(brief).withRules('color-contrast'));
  return { dark, light };
};
/** The findings at every size; the layout follows the window. */
const findingsAtEverySize = async (page: Page) => {
  const found: Record<number, Awaited<ReturnType<typeof findings>>> = {};
  for (const { viewport } of sizes) {
    await page.setViewportSize(viewport);
    found[viewport.width] = await findings(page);
  }
  return found;
};
const nothing = { 390: { dark: [], light: [] }, 1440: { dark: [], light: [] } };

const open = async (path: string) => {
  const page = await demo.visitor(signedIn);
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

it('the menu', async () => {
  const page = await open('/admin/account');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menu').waitFor();
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});
