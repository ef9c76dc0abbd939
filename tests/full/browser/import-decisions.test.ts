/** What the dry run shows before somebody decides: posts that go, and rows of an import whose place it takes. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { backOffice, openScreen } from '../../support/back-office-site.ts';
import { csvFeed, feedRows, whenImportIs } from '../../support/feeds.ts';

const office = backOffice();

type Rows = ReturnType<typeof feedRows>;

const json = async (...request: Parameters<typeof office.call>) => (await office.call(...request)).json();

const figure = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Rows by outcome' }).getByRole('listitem').filter({ hasText: label });

/** A feed of the source that has arrived. */
const receive = async (source: string, rows: Rows): Promise<string> => {
  const feed = csvFeed(rows);
  const { _id: id } = (await json('POST', '/imports', { source, fileName: 'feed.csv', bytes: feed.length })).import;
  const form = new FormData();
  form.append('part', new Blob([feed]), 'part');
  const { cookie } = office.admin('main_admin');
  await fetch(`${office.site.url}/api/imports/${id}/parts?offset=0`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  return id;
};

const startCheck = async (id: string) => {
  await office.call('POST', `/imports/${id}/check`);
  await whenImportIs(json, id, 'checked');
};

/** A feed of the source after its dry run. */
const check = async (source: string, rows: Rows): Promise<string> => {
  const id = await receive(source, rows);
  await startCheck(id);
  return id;
};

const addSource = async (name: string, edit: (source: { rules: object; policies: object }) => object) => {
  const { source } = await json('POST', '/import-sources', { name });
  await office.call('PUT', `/import-sources/${source._id}`, { version: source.version, ...edit(source) });
  return source._id as string;
};

const run = async (id: string, state: string) => {
  await office.call('POST', `/imports/${id}/run`, {});
  await whenImportIs(json, id, state);
};

it('posts that would be taken down are listed and downloaded before somebody confirms it', async () => {
  const source = await addSource('Shrinking', ({ policies }) => ({ policies: { ...policies, takeDownMissing: true } }));
  const rows = feedRows(10, 400);
  await run(await check(source, rows), 'finished');
  const page = await office.open(`/admin/imports/${await check(source, rows.slice(3))}`);
  await figure(page, 'Missing').getByRole('link').click();
  const table = page.getByRole('table', { name: 'Missing rows' });
  for (const { title } of rows.slice(0, 3)) await table.getByText(title, { exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^import-\d+-takenDown\.csv$/);
});

it('a feed that takes the place of a waiting import says so, and then nothing is said to go in later', async () => {
  const source = await addSource('Replaced', ({ rules }) => ({ rules: { ...rules, dailyCap: 2 } }));
  const rows = feedRows(5, 420);
  const older = await check(source, rows);
  await run(older, 'waiting');
  const page = await office.open(`/admin/imports/${older}`);
  await figure(page, 'Held back').getByText('imported later').waitFor();
  const newer = await check(source, rows.slice(0, 2));
  await openScreen(page, `/admin/imports/${newer}`);
  await page.getByText(/^An earlier import of this source still has 3 rows held back by the daily cap\./).waitFor();
  await run(newer, 'finished');
  await openScreen(page, `/admin/imports/${older}`);
  await figure(page, 'Held back').getByText('never imported').waitFor();
  await openScreen(page, `/admin/imports?source=${source}`);
  await page.getByRole('table', { name: 'Imports' }).getByText('2 added · 3 left out').waitFor();
});

/** Somebody comes back to the tab from another one. */
const returnTo = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

it('a tab that somebody returns to shows what was started in another one', async () => {
  const id = await receive(await addSource('Two tabs', () => ({})), feedRows(3, 440));
  const page = await office.open(`/admin/imports/${id}`);
  await page.getByRole('button', { name: 'Start dry run' }).waitFor();
  await startCheck(id);
  await returnTo(page);
  await page.getByRole('button', { name: 'Import 3 posts' }).waitFor();
  await run(id, 'finished');
  await returnTo(page);
  await page.getByRole('status').filter({ hasText: '3 posts added' }).waitFor();
});

it('a tab with an edited mapping keeps it when somebody returns to it', async () => {
  const id = await receive(await addSource('Edited in a tab', () => ({})), feedRows(3, 450));
  const page = await office.open(`/admin/imports/${id}`);
  const column = page.getByLabel('What “thumb” becomes');
  await column.selectOption('Not used');
  await startCheck(id);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await returnTo(page);
  await page.evaluate(() => fetch('/robots.txt'));
  await expect.poll(() => asked).toContain('/robots.txt');
  expect(asked).not.toContain(`/api/imports/${id}`);
  expect(await column.locator('option:checked').textContent()).toBe('Not used');
});

it('an import that changed nothing is not offered to be undone', async () => {
  const source = await addSource('The same again', () => ({}));
  const rows = feedRows(3, 460);
  await run(await check(source, rows), 'finished');
  const again = await check(source, rows);
  await run(again, 'finished');
  const page = await office.open(`/admin/imports/${again}`);
  await page.getByRole('status').filter({ hasText: '0 posts added' }).waitFor();
  expect(await page.getByRole('button', { name: 'Undo this import' }).count()).toBe(0);
});
