/** Importing a feed in the back-office: upload, mapping, dry run, import, undo. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { backOffice, question } from '../support/back-office-site.ts';
import { csvFeed, feedRow, feedRows } from '../support/feeds.ts';

const office = backOffice();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const figure = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Rows by outcome' }).getByRole('listitem').filter({ hasText: label });

const upload = async (page: Page, source: string, feed: Buffer, name = 'feed.csv') => {
  await page.getByLabel('Where the feed comes from').selectOption('A new source');
  await page.getByLabel('Name of the source').fill(source);
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: feed });
  await button(page, 'Upload').click();
  await page.getByRole('heading', { name: 'Columns' }).waitFor();
};

const postsTitled = async (text: string) => {
  await office.site.index.waitUntilIndexed();
  const { rows } = await office.site.database.pool.query(
    'select count(*)::int as posts from videos where title like $1 and deleted_at is null',
    [`${text}%`],
  );
  return rows[0].posts as number;
};

it('a feed is uploaded, mapped, checked, imported and undone', async () => {
  const page = await office.open('/admin/imports');
  await page.getByRole('link', { name: 'New import' }).click();
  const broken = feedRow(99, { title: '' });
  await upload(page, 'Harbour Reels', csvFeed([...feedRows(30), broken]));
  await page.getByRole('list', { name: 'Preview' }).getByText('Harbour lights 1', { exact: true }).waitFor();
  await button(page, 'Start dry run').click();
  await button(page, 'Import 30 posts').waitFor();
  await expect.poll(() => figure(page, 'Broken').textContent()).toContain('1');
  await figure(page, 'Broken').getByRole('link').click();
  await page.getByRole('table', { name: 'Broken rows' }).getByText('Enter a title.').waitFor();
  await button(page, 'Import 30 posts').click();
  await page.getByRole('status').filter({ hasText: '30 new posts' }).waitFor();
  expect(await postsTitled('Harbour lights ')).toBe(30);
  await button(page, 'Undo this import').click();
  await question(page, 'Undo this import?').getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('status').filter({ hasText: '30 posts changed back' }).waitFor();
  expect(await postsTitled('Harbour lights ')).toBe(0);
});
