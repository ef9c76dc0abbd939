import { expect, it } from 'vitest';
import { backOffice, question } from '../support/back-office-site.ts';
import { csvFeed, feedRow, feedRows } from '../support/feeds.ts';
import { button, choose, figure, whenMapping } from '../support/import-screens.ts';
import { bulkJobs } from '../support/operators-day.ts';
import { desktop } from '../support/public-site.ts';

const office = backOffice();

bulkJobs(office, desktop.viewport);

const importsOf = async (source: string) => {
  const { rows } = await office.site.database.pool.query(
    'select count(*)::int as imports from imports i join import_sources s on s.id = i.source_id where s.name = $1',
    [source],
  );
  return rows[0].imports as number;
};

const postsTitled = async (text: string) => {
  await office.site.index.waitUntilIndexed();
  const { rows } = await office.site.database.pool.query(
    'select count(*)::int as posts from videos where title like $1 and deleted_at is null',
    [`${text}%`],
  );
  return rows[0].posts as number;
};

it('a feed is uploaded, mapped, checked, imported and undone, each once however often it is clicked', async () => {
  const page = await office.open('/admin/imports');
  await page.getByRole('link', { name: 'New import' }).click();
  const broken = feedRow(99, { title: '' });
  await choose(page, 'Harbour Reels', csvFeed([...feedRows(4), broken]));
  await button(page, 'Upload').dblclick();
  await whenMapping(page);
  expect(await importsOf('Harbour Reels')).toBe(1);
  await page.getByRole('list', { name: 'Preview' }).getByText('Harbour lights 1', { exact: true }).waitFor();
  await button(page, 'Start dry run').dblclick();
  await button(page, 'Import 4 posts').waitFor();
  await expect.poll(() => figure(page, 'Broken').textContent()).toContain('1');
  await figure(page, 'Broken').getByRole('link').click();
  await page.getByRole('table', { name: 'Broken rows' }).getByText('Enter a title.').waitFor();
  await button(page, 'Import 4 posts').dblclick();
  await page.getByRole('status').filter({ hasText: '4 posts added' }).waitFor();
  expect(await postsTitled('Harbour lights ')).toBe(4);
  await page.getByRole('link', { name: 'Show these posts' }).click();
  await page.getByRole('link', { name: /^Remove the filter Added by import: / }).waitFor();
  await page.getByText('Harbour lights 4', { exact: true }).first().waitFor();
  await page.goBack();
  await button(page, 'Undo this import').click();
  await question(page, 'Undo this import?').getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('status').filter({ hasText: '4 posts removed' }).waitFor();
  expect(await postsTitled('Harbour lights ')).toBe(0);
});
