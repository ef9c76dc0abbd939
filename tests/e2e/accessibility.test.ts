/** axe finds nothing on any screen, in both themes, on a phone and on a desktop. */
import { expect, it } from 'vitest';
import { findings, findingsAtEverySize, nothing, still } from '../support/axe.ts';
import { demoSite, desktop, phone } from '../support/public-site.ts';
import { publicScreens } from './public-screens.ts';

const demo = demoSite();

it.each(publicScreens)('%s', async (path) => {
  const page = await demo.visitor(still);
  await page.goto(path);
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});

it('the door', async () => {
  const page = await demo.visit('/', { ...still, isAdult: false });
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});

it('the menu', async () => {
  const page = await demo.visit('/our-network', still);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});

it.each([phone, desktop])('the suggestions at $viewport.width px', async (size) => {
  const page = await demo.visit('/our-network', { ...still, ...size });
  await page.keyboard.press('/');
  await page.locator('input:focus').fill('mil');
  await page.getByRole('listbox').waitFor();
  expect(await findings(page)).toEqual({ dark: [], light: [] });
});

it('the promotion form with a problem', async () => {
  const page = await demo.visit('/our-network', still);
  await page.getByRole('button', { name: 'Add Your Website' }).click();
  await page.getByLabel('Website name').fill('Example');
  await page.getByLabel('Website link').fill('https://example.com');
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByRole('button', { name: 'Submit website' }).click();
  await page.getByRole('alert').waitFor();
  expect(await findingsAtEverySize(page)).toEqual(nothing);
});
