/** axe finds nothing in what visitors open on a public page: the age gate, the menu, messages. journeys/public-screens has the pages. */
import { expect, it } from 'vitest';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { demoSite, desktop, open, phone } from '../../support/public-site.ts';

const demo = demoSite({}, { loadsImages: true });

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

it('a video that was saved, and is shared where nothing but a field works', async () => {
  const page = await demo.visitor({ ...still, isNew: true });
  await page.addInitScript(() => {
    for (const name of ['share', 'clipboard']) Object.defineProperty(Navigator.prototype, name, { value: undefined });
  });
  await open(page, '/video/1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Copy this link').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('cards that were saved and watched, and a library that cannot be imported', async () => {
  const page = await demo.visit('/video/1', still);
  await page.getByRole('button', { name: 'Save' }).click();
  await open(page, '/mine');
  await page.getByText('Watched').first().waitFor();
  const file = { name: 'library.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
  await page.getByLabel('Import').setInputFiles(file);
  await page.getByText('This is not a file that was exported here.').waitFor();
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

it.each([
  ['a sheet', phone],
  ['a column', desktop],
])('the choices of a list as %s, with a name that is refused', async (_, size) => {
  const page = await demo.visit('/tag/milf', { ...still, ...size });
  await page.locator('.narrowing summary').click();
  await page.getByLabel('Tags or performers to include').fill('mlif');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('There is no tag or performer called').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('the menu of a card, and what it says afterwards', async () => {
  const page = await demo.visit('/new-content', { ...still, ...phone });
  await page
    .getByRole('button', { name: /^Hide: / })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Hide all tagged/ })
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hide this video' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('the home page of somebody who returns', async () => {
  const page = await demo.visit('/video/1', { ...still, ...phone });
  await page.getByRole('button', { name: 'Save' }).click();
  await open(page, '/');
  await page.getByRole('list', { name: 'More like what you saved' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
