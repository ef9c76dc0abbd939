/** axe finds nothing on any public screen in either theme, and every field has a label. */
import { expect, it } from 'vitest';
import { accessibilityProblems, still } from '../support/axe.ts';
import { demoSite, phone } from '../support/public-site.ts';
import { publicLayouts } from './public-screens.ts';

const demo = demoSite({}, { loadsImages: true });

it.each(publicLayouts)('%s', async (path) => {
  const page = await demo.visitor(still);
  await page.goto(path);
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('a field that has only a placeholder counts as unlabelled', async () => {
  const page = await demo.visitor(still);
  await page.goto('/pornstars');
  await page.getByLabel('Search models', { exact: true }).evaluate((input) => input.removeAttribute('aria-label'));
  expect(await accessibilityProblems(page)).toEqual([expect.stringContaining('no label: <input')]);
});

it('the age gate', async () => {
  const page = await demo.visit('/404', { ...still, isAdult: false });
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('the menu', async () => {
  const page = await demo.visit('/404', still);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('the search bar and its suggestions on a phone', async () => {
  const page = await demo.visit('/404', { ...still, ...phone });
  await page.keyboard.press('/');
  await page.locator('input:focus').fill('mil');
  await page.getByRole('listbox').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('the promotion form with an error', async () => {
  const page = await demo.visit('/our-network', still);
  await page.getByRole('button', { name: 'Add Your Website' }).click();
  await page.getByLabel('Website name').fill('Example');
  await page.getByLabel('Website link').fill('https://example.com');
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByRole('button', { name: 'Submit website' }).click();
  await page.getByRole('alert').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
