/** The Export menus of the lists: the file that arrives holds the rows that the list was narrowed to, and no other. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { backOffice, openScreen } from '../../support/back-office-site.ts';
import { addVideo } from '../../support/catalogue.ts';
import { storeCase } from '../../support/open-case.ts';

const office = backOffice();
let caseNumber: string;

beforeAll(async () => {
  const { database, index } = office.site;
  for (const title of ['Lamp by the quay', 'Lamp at the pier'])
    await addVideo(database.db, { title, tags: ['zinc-lamp'], performers: ['zita-lampwick'] });
  ({ number: caseNumber } = await storeCase(database.db, { kind: 'minor' }));
  await storeCase(database.db, { kind: 'copyright' });
  await office.call('POST', '/networks', { name: 'Zinc Network', url: 'https://example.com/zinc' });
  await index.waitUntilIndexed();
});

/** Opens the menu and chooses from it, by keyboard alone. */
const exportAs = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name, exact: true });
  await link.waitFor();
  const isFocused = () => link.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 5 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
  expect(await isFocused()).toBe(true);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(await download.failure()).toBeNull();
  // The menu closes, and the focus is where it was.
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

it.each([
  ['/admin/posts?tag=zinc-lamp', 'posts', 'titel', () => ['Lamp at the pier', 'Lamp by the quay']],
  ['/admin/stars-list?search=zita', 'stars', 'name', () => ['zita lampwick']],
  ['/admin/tags-list?search=zinc', 'tags', 'name', () => ['zinc lamp']],
  ['/admin/networks?search=zinc', 'networks', 'name', () => ['Zinc Network']],
  ['/admin/removals?kind=minor', 'cases', 'number', () => [caseNumber]],
] as const)('%s', async (url, file, column, expected) => {
  const page = await office.signedIn(still);
  await openScreen(page, url);
  await page.getByRole('row').nth(1).waitFor();
  const csv = await exportAs(page, 'Export CSV');
  expect(csv.name).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const rows: Record<string, string>[] = parse(csv.bytes, { bom: true, columns: true });
  expect(rows.map((row) => row[column]).toSorted()).toEqual(expected());
  const jsonl = await exportAs(page, 'Export JSON Lines');
  expect(jsonl.name).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.jsonl$`));
  const lines = jsonl.bytes.toString().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line)[column]).toSorted()).toEqual(expected());
});

it('of posts offers the whole catalogue too, however the list is narrowed', async () => {
  const page = await office.signedIn(still);
  await openScreen(page, '/admin/posts?tag=zinc-lamp');
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('link', { name: 'Export the catalogue' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const { name, bytes } = await exportAs(page, 'Export the catalogue');
  expect(name).toMatch(/^catalogue-.*\.jsonl\.gz$/);
  const titles = gunzipSync(bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line).titel ?? []);
  expect(titles).toContain('Lamp by the quay');
  expect(titles.length).toBeGreaterThan(2000);
});
