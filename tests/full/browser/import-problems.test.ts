/** What the screens of imports say when something is in the way. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertOf, backOffice } from '../../support/back-office-site.ts';
import { csvFeed, feedRow, feedRows } from '../../support/feeds.ts';

const office = backOffice();

const button = (page: Page, name: string) => page.getByRole('button', { name });

const choose = async (page: Page, source: string, feed: Buffer) => {
  await page.getByLabel('Where the feed comes from').selectOption('A new source');
  await page.getByLabel('Name of the source').fill(source);
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'feed.csv', mimeType: 'text/csv', buffer: feed });
};

const upload = async (source: string, feed: Buffer) => {
  const page = await office.open('/admin/imports/new');
  await page.setViewportSize({ width: 1440, height: 900 });
  await choose(page, source, feed);
  await button(page, 'Upload').click();
  await page.getByRole('button', { name: 'Discard feed' }).waitFor();
  return page;
};

it('a feed that could not be fetched stands at the first step', async () => {
  const { source } = (await office.call('POST', '/import-sources', { name: 'Nowhere' })).json();
  const answer = await office.call('POST', '/imports/from-url', {
    source: source._id,
    url: 'http://127.0.0.1/feed.csv',
  });
  const page = await office.open(`/admin/imports/${answer.json().import._id}`);
  await page.getByRole('link', { name: 'Try again' }).waitFor();
  const current = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
  expect(await current.textContent()).toContain('Feed');
});

it('why a row is broken has room beside a long title, and names are not broken', async () => {
  const url = `ftp://${'very-long-name.'.repeat(6)}example.com/${'x'.repeat(60)}`;
  const page = await upload(
    'Broken Reels',
    csvFeed([...feedRows(3, 700), feedRow(1, { title: 'A raw line; '.repeat(40), url })]),
  );
  await button(page, 'Start dry run').click();
  await button(page, 'Import 3 posts').waitFor();
  await page
    .getByRole('list', { name: 'Rows by outcome' })
    .getByRole('link', { name: /Broken/ })
    .click();
  const table = page.getByRole('table', { name: 'Broken rows' });
  const why = await table.getByRole('columnheader', { name: 'Reason' }).boundingBox();
  const title = await table.getByRole('columnheader', { name: 'Title' }).boundingBox();
  expect(why?.width).toBeGreaterThan(300);
  expect(title?.width).toBeLessThan(500);
  await page.goto(new URL('/admin/imports', page.url()).href);
  const who = page.getByRole('table', { name: 'Imports' }).getByRole('row').nth(1).getByRole('cell').nth(4);
  expect((await who.locator('span').boundingBox())?.height).toBeLessThan(30);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});

it('a feed that was deleted in another tab is said to be, with ways on', async () => {
  const page = await upload('Deleted Reels', csvFeed(feedRows(3)));
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { import: feed } = (await office.call('GET', `/imports/${id}`)).json();
  await office.call('DELETE', `/imports/${id}`);
  await office.call('DELETE', `/import-sources/${feed.source._id}`);
  await button(page, 'Start dry run').click();
  await page.getByRole('alert').filter({ hasText: 'has been deleted, so it can no longer' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'New import' }).click();
  await page.getByLabel('Where the feed comes from').waitFor();
});

it('an upload that failed offline says so until the browser is online again', async () => {
  const page = await office.open('/admin/imports/new');
  await choose(page, 'Offline Reels', csvFeed(feedRows(3)));
  await page.context().setOffline(true);
  await button(page, 'Upload').click();
  const alert = page.getByRole('alert').filter({ hasText: 'You are offline.' });
  await alert.waitFor();
  await page.context().setOffline(false);
  await alert.waitFor({ state: 'detached' });
});

it('a feed of which no row can be read says why once, and offers no dry run', async () => {
  const wide = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`c${n}`, `${n}`]));
  const page = await upload('Wide Reels', csvFeed(Array.from({ length: 25 }, () => wide)));
  await page.getByText('The row has more than 500 columns.').waitFor();
  expect(await page.getByText('The row has more than 500 columns.').count()).toBe(1);
  expect(await button(page, 'Start dry run').count()).toBe(0);
});

it.each([
  ['imports/abc', 'import'],
  ['imports/99999', 'import'],
  ['import-sources/abc', 'source'],
  ['import-sources/99999', 'source'],
])('%s is said not to exist, and not to be tried again', async (path, noun) => {
  const page = await office.open(`/admin/${path}`);
  await alertOf(page, `There is no such ${noun}.`).waitFor();
  expect(await button(page, 'Try again').count()).toBe(0);
});

it('the buttons of a source stand in one row on a desktop, also without a mouse', async () => {
  const name = 'Buttons of a source';
  await office.call('POST', '/import-sources', { name });
  const page = await office.open('/admin/imports?tab=sources');
  const first = await page.getByRole('link', { name: `Imports of ${name}` }).boundingBox();
  const last = await button(page, `Delete ${name}`).boundingBox();
  expect(last?.y).toBe(first?.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});
