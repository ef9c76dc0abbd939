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
  const enter = async (page: Page, path?: string) => {
    if (path !== undefined) await page.goto(path);
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'I am 18 or older' }).click();
  };

  it('the form adds tags to what is selected', async () => {
    const page = await visit('/new-content?with=rooftop');
    await openBar(page);
    await page.getByLabel('Tags or performers to include').fill('Slow Motion');
    await page.getByLabel('Tags or performers to leave out').fill('night, outdoor');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/new-content?*without=*');
    await enter(page);
    for (const label of ['With rooftop', 'With slow motion', 'Without night', 'Without outdoor'])
      await page.getByRole('link', { name: `Remove ${label}`, exact: true }).waitFor();
  });
});

it('on a phone the videos stay in view until the choices are opened', async () => {
  const page = await demo.visit('/top-videos', phone);
  const top = async () => (await page.locator('.video-grid').boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  expect(await top()).toBeLessThan(phone.viewport.height / 2);
  await openBar(page);
  await choice(page, 'Length', 'Over 30 min').waitFor();
});
