/** The home page: its shelf of tags, and its banner. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { watchNewTabs } from '../../support/new-tabs.ts';
import { answerForExampleCom, demoSite, open, phone } from '../../support/public-site.ts';
import { stopClock } from '../../support/stopped-clock.ts';

stopClock();
const demo = demoSite();

const tiles = (page: Page) => page.getByRole('list', { name: 'Tags', exact: true }).getByRole('link');
const tilePaths = (page: Page) => tiles(page).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
const firstVideo = (page: Page) => page.getByRole('list', { name: 'New videos' }).getByRole('link').first();
const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;

it('the tags are the same for every visitor and after every full load', async () => {
  const before = await tilePaths(await demo.visit('/'));
  // Other pages of the home list are rendered for themselves.
  for (const path of ['/2', '/3']) {
    const page = await demo.visitor({ isNew: true });
    await open(page, path);
    await expect.poll(() => tilePaths(page)).toEqual(before);
    await open(page, '/4');
    await expect.poll(() => tilePaths(page)).toEqual(before);
  }
});

it('the tags can be reached one by one with the keyboard', async () => {
  const page = await demo.visit('/', phone);
  await tiles(page).nth(10).focus();
  await page.keyboard.press('Tab');
  const box = await tiles(page).nth(11).boundingBox();
  await expect
    .poll(() =>
      tiles(page)
        .nth(11)
        .evaluate((link) => link === document.activeElement),
    )
    .toBe(true);
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.viewport.width);
});

it('the shelf leads to all tags, and follows the videos from page 2 on', async () => {
  const page = await demo.visit('/');
  expect(await topOf(tiles(page).first())).toBeLessThan(await topOf(firstVideo(page)));
  await page.getByRole('main').getByRole('link', { name: 'All tags' }).click();
  await page.waitForURL('**/tags');
  await open(page, '/2');
  await expect.poll(() => tiles(page).count()).toBe(64);
  expect(await topOf(tiles(page).first())).toBeGreaterThan(await topOf(firstVideo(page)));
});

it('the banner opens the external URL in another tab', async () => {
  const page = await demo.visit('/');
  await answerForExampleCom(page);
  const newTabs = await watchNewTabs(page);
  await page.getByRole('link', { name: /Advertisement/ }).click();
  await expect.poll(newTabs.urls).toEqual(['https://example.com/live']);
});
