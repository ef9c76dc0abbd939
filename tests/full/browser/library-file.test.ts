/** Favourites, history and hidden tags as a file that another browser can import. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/urls.ts';
import { demoSite, open } from '../../support/public-site.ts';

const demo = demoSite();

const hrefs = (page: Page, list: string) =>
  page
    .getByRole('list', { name: list })
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));

const importText = (page: Page, text: string) =>
  page
    .getByLabel('Import')
    .setInputFiles({ name: 'library.json', mimeType: 'application/json', buffer: Buffer.from(text) });
const status = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Move your library' }) })
    .getByRole('status');

const exported = async (page: Page) => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  return readFileSync(await (await download).path(), 'utf8');
};

const empty = { format: 'marquee-library', version: 1, favourites: [], history: [], hiddenTags: [] };
const video = { id: '7', title: 'Seven', alt: 'Seven', image: '/art/7.svg', views: 1, minutes: 2, tagWords: 'milf' };

describe('a library', () => {
  it('is exported, and added to that of another browser', async () => {
    const [first, second] = (await demo.get('/getnewVideos?limit=2')).records as { _id: string; titel: string }[];
    const page = await demo.visit(`/video/${first?._id}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await open(page, '/mine');
    await page.getByLabel('Tag or performer to hide').fill('Rooftop');
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('button', { name: 'Show rooftop again' }).waitFor();
    const text = await exported(page);

    const other = await demo.visit(`/video/${second?._id}`, { isNew: true });
    await other.getByRole('button', { name: 'Save' }).click();
    await open(other, '/mine');
    await importText(other, text);
    await expect
      .poll(() => status(other).textContent())
      .toBe('Added 1 favorite, 1 video in your history and 1 hidden tag.');
    const both = [second, first].map((video) => video && videoPath(video._id, video.titel));
    await expect.poll(() => hrefs(other, 'Favorites')).toEqual(both);
    await expect.poll(() => hrefs(other, 'History')).toEqual(both);
    await expect.poll(() => other.getByRole('button', { name: 'Show rooftop again' }).count()).toBe(1);

    await importText(other, text);
    await expect.poll(() => status(other).textContent()).toBe('Everything in this file is already here.');
    await expect.poll(() => hrefs(other, 'Favorites')).toEqual(both);
  });

  it.each([
    ['no JSON', 'Hello', 'This is not a file that was exported here.'],
    ['more than 2 MB', ' '.repeat(2 * 1024 * 1024 + 1), 'A library file can be at most 2 MB.'],
  ])('with %s is refused with a sentence, and nothing is added', async (_, file, sentence) => {
    const page = await demo.visit('/mine');
    await importText(page, typeof file === 'string' ? file : JSON.stringify(file));
    await expect.poll(() => status(page).textContent()).toMatch(sentence);
    await expect.poll(() => hrefs(page, 'Favorites')).toEqual([]);
  });

  it('is imported with the keyboard alone', async () => {
    const page = await demo.visit('/mine');
    // Before anything else, because the browser has to be told first that the test answers its dialogs.
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('file');
    await page.keyboard.press('Space');
    await (await chooser).setFiles({
      name: 'library.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...empty, favourites: [video] })),
    });
    await expect.poll(() => status(page).textContent()).toBe('Added 1 favorite.');
  });
});
