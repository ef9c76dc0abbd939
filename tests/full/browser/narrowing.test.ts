/** The form that narrows a list, with and without JavaScript, and its place on a phone. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite, desktop, open, phone } from '../../support/public-site.ts';

const demo = demoSite();

const bar = (page: Page) => page.locator('.narrowing');
const openBar = (page: Page) => bar(page).locator('summary').click();
const choice = (page: Page, group: string, label: string) =>
  bar(page)
    .getByRole('list', { name: group })
    .getByRole('link', { name: new RegExp(`^${label} `) });

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  const visit = async (path: string) => {
    const page = await demo.visitor({ ...desktop, javaScriptEnabled });
    if (javaScriptEnabled) await open(page, path);
    else await enter(page, path);
    return page;
  };
  const enter = async (page: Page, path: string) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'I am 18 or older' }).click();
  };

  it('the form adds tags to what is selected', async () => {
    // The choices of a narrowed list are open.
    const page = await visit('/new-content?with=rooftop');
    await page.getByLabel('Tags or performers to include').fill('Slow Motion');
    await page.getByLabel('Tags or performers to leave out').fill('night, outdoor');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/new-content?*without=*');
    for (const label of ['With rooftop', 'With slow motion', 'Without night', 'Without outdoor'])
      await page.getByRole('link', { name: `Remove ${label}`, exact: true }).waitFor();
  });
});

it('names that the catalogue does not have are refused, with similar ones to choose', async () => {
  const page = await demo.visit('/new-content', desktop);
  await openBar(page);
  await page.getByLabel('Tags or performers to leave out').fill('night, mlif');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('There is no tag or performer called “mlif”. Did you mean milf?').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'milf', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL('**/new-content?without=milf,night');
});

it('a name is suggested while it is typed, and chosen with the keyboard', async () => {
  const page = await demo.visit('/new-content', desktop);
  await openBar(page);
  const field = page.getByLabel('Tags or performers to include');
  await field.pressSequentially('rofotop');
  await page.getByRole('option', { name: /rooftop/ }).waitFor();
  await field.press('ArrowDown');
  await field.press('Enter');
  await page.waitForURL('**/new-content?with=rooftop');
});

it('on a phone the choices are a sheet, which stays open and says how many videos they leave', async () => {
  const page = await demo.visit('/top-videos', phone);
  const top = async () => (await page.locator('.video-grid').boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  expect(await top()).toBeLessThan(phone.viewport.height / 2);
  await openBar(page);
  const sheet = page.getByRole('dialog', { name: 'Sort and filter' });
  const count = await choice(page, 'Length', 'Over 30 min').locator('small').textContent();
  await choice(page, 'Length', 'Over 30 min').click();
  await sheet.getByRole('button', { name: `Show ${count} videos` }).click();
  await expect.poll(() => sheet.isVisible()).toBe(false);
  expect(new URL(page.url()).search).toBe('?duration=long');
  // It is closed again when the narrowed list is opened by its URL.
  await open(page, '/top-videos?duration=long');
  expect(await sheet.isVisible()).toBe(false);
});
