/** Importing a feed in the back-office, beyond the journeys: what interrupts it, and who else is at it. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { backOffice, dialogOf, openScreen, question } from '../../support/back-office-site.ts';
import { csvFeed, feedRow, feedRows } from '../../support/feeds.ts';
import { holdTag } from '../../support/import-gate.ts';
import { button, choose, figure, status, upload, whenMapping } from '../../support/import-screens.ts';
import { phone } from '../../support/public-site.ts';
import { createSignedInAdmin } from '../../support/sign-in.ts';

const office = backOffice();

const postsTitled = async (text: string) => {
  await office.site.index.waitUntilIndexed();
  const { rows } = await office.site.database.pool.query(
    'select count(*)::int as posts from videos where title like $1 and deleted_at is null',
    [`${text}%`],
  );
  return rows[0].posts as number;
};

it('a session that ends in the middle of an upload costs a sign-in, and no byte twice', async () => {
  const admin = await createSignedInAdmin(office.site, 'admin');
  const session = {
    cookie: admin.cookie,
    admin: { _id: String(admin.id), role: 'admin' as const, email: admin.email },
  };
  const page = await office.newPage({}, { session });
  await openScreen(page, '/admin/imports/new');
  const feed = csvFeed(feedRows(20_000, 10_000));
  let hasEnded = false;
  await page.route('**/parts?offset=*', async (route) => {
    const isFirst = route.request().url().endsWith('offset=0');
    if (!isFirst && !hasEnded) {
      hasEnded = true;
      await office.site.database.db.deleteFrom('sessions').where('admin_id', '=', admin.id).execute();
    }
    await route.continue();
  });
  await choose(page, 'Interrupted', feed);
  await button(page, 'Upload').click();
  const dialog = dialogOf(page, 'Your session has ended');
  await dialog.getByLabel('Password').fill(admin.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await whenMapping(page);
  const { rows } = await office.site.database.pool.query(
    "select bytes::int from imports where file_name = 'feed.csv' order by id desc limit 1",
  );
  expect([hasEnded, rows[0].bytes]).toEqual([true, feed.length]);
});

it('an upload that was left goes on with the same file, and with no other', async () => {
  const page = await office.open('/admin/imports/new', { isNew: true });
  const feed = csvFeed(feedRows(20_000, 40_000));
  await page.route('**/parts?offset=*', (route) =>
    route.request().url().endsWith('offset=0') ? route.continue() : route.abort(),
  );
  await choose(page, 'Left', feed);
  await button(page, 'Upload').click();
  await page.getByText('Connection lost.').waitFor();
  // The head of the screen gives the size of a feed that has arrived; how far an upload is, its panel says.
  expect(await page.getByText(/^[\d.,]+ (bytes|KB|MB)$/).count()).toBe(0);
  const next = await page.context().newPage();
  const url = page.url();
  await page.close({ runBeforeUnload: false });
  await openScreen(next, url);
  const picker = next.getByLabel('File', { exact: true });
  await picker.setInputFiles({ name: 'feed.csv', mimeType: 'text/csv', buffer: feed.subarray(1) });
  await next.getByText(/^Choose feed\.csv \(.*\), or discard this import\.$/).waitFor();
  await picker.setInputFiles({ name: 'feed.csv', mimeType: 'text/csv', buffer: feed });
  await whenMapping(next);
});

it('a file of another format than the kept one is told, and read in its own with one press', async () => {
  const page = await office.open('/admin/imports/new', { isNew: true });
  await upload(page, 'Changing partner', csvFeed(feedRows(2, 700)));
  await page.getByText('Detected automatically; change it if it is wrong').waitFor();
  await button(page, 'Start dry run').click();
  await button(page, 'Import 2 posts').waitFor();
  await openScreen(page, '/admin/imports/new');
  await page.getByLabel('Where the feed comes from').selectOption('Changing partner');
  const lines = Buffer.from('{"id":"1","title":"Quiet water"}\n{"id":"2","title":"Still air"}\n');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'f.jsonl', mimeType: 'text/plain', buffer: lines });
  await button(page, 'Upload').click();
  await status(page, 'This file looks like JSON Lines; the source keeps CSV.').waitFor();
  await page.getByText('Saved with the source', { exact: true }).waitFor();
  await button(page, 'Use JSON Lines').click();
  await page.getByRole('list', { name: 'Columns' }).getByText('Quiet water').waitFor();
  await status(page, 'This file looks like').waitFor({ state: 'detached' });
  await page.getByText('Changed by hand', { exact: true }).waitFor();
});

it('another choice for a column shows other cards, and is offered again after a crash', async () => {
  const page = await office.open('/admin/imports/new', { isNew: true });
  await upload(page, 'Headlines', csvFeed([feedRow(300, { headline: 'Quiet water' })]));
  const cards = (tab: Page) => tab.getByRole('list', { name: 'Preview' });
  await cards(page).getByText('Harbour lights 300', { exact: true }).waitFor();
  await page.getByLabel('What “title” becomes').selectOption('Not used');
  await cards(page).getByText('Enter a title.').or(cards(page).getByText('Quiet water')).first().waitFor();
  await button(page, /^Show \d+ columns? that/)
    .or(page.getByLabel('What “headline” becomes'))
    .first()
    .click();
  await page.getByLabel('What “headline” becomes').selectOption('Title');
  await cards(page).getByText('Quiet water', { exact: true }).waitFor();
  const next = await page.context().newPage();
  const url = page.url();
  await page.close({ runBeforeUnload: false });
  await openScreen(next, url);
  await button(next, /^Continue your draft from /).click();
  await cards(next).getByText('Quiet water', { exact: true }).waitFor();
  await button(next, 'Start dry run').click();
  await button(next, 'Import 1 post').waitFor();
});

it('a column of dates that is chosen by hand gets the order that its values show, and what cannot be read is named', async () => {
  const page = await office.open('/admin/imports/new');
  const days = ['02', '28'].map((day, n) => feedRow(n + 1, { Zeitpunkt: `${day}/10/2026` }));
  await upload(page, 'By hand', csvFeed([...days, feedRow(3, { Zeitpunkt: 'soon' })]));
  await page.getByText(/^Show .* unused columns?$/).click();
  await page.getByLabel('What “Zeitpunkt” becomes').selectOption('Publication time');
  await expect.poll(() => page.getByLabel('5/1 in “Zeitpunkt” is').inputValue()).toBe('dayFirst');
  await status(page, '1 row has a value that cannot be read.').waitFor();
  const cards = page.getByRole('list', { name: 'Preview' });
  await cards.getByText('The publication time “soon” cannot be read, so it is left out.').waitFor();
  await button(page, 'Start dry run').click();
  await figure(page, 'New').getByRole('link').click();
  await page.getByRole('table', { name: 'New rows' }).getByText('“soon” cannot be read').waitFor();
});

it('two admins who change a source see both versions', async () => {
  const { source } = (await office.call('POST', '/import-sources', { name: 'Shared' })).json();
  const mine = await office.open(`/admin/import-sources/${source._id}`, { isNew: true });
  const theirs = await office.open(`/admin/import-sources/${source._id}`, { isNew: true, role: 'admin' });
  await theirs.getByLabel('New posts per day').fill('40');
  await button(theirs, 'Save source').click();
  await theirs.getByRole('alert').filter({ hasText: 'Source saved.' }).waitFor();
  await mine.getByLabel('New posts per day').fill('50');
  await button(mine, 'Save source').click();
  const both = mine.getByRole('table', { name: 'Both versions' });
  await both.getByText('immediately, 40 a day at most').waitFor();
  await both.getByText('immediately, 50 a day at most').waitFor();
  await button(mine, 'Keep my version').click();
  await mine.getByRole('alert').filter({ hasText: 'Source saved.' }).waitFor();
  expect((await office.call('GET', `/import-sources/${source._id}`)).json().source.rules.dailyCap).toBe(50);
});

it('an import that waits for tomorrow is stopped and resumed', async () => {
  const page = await office.open('/admin/imports/new');
  await upload(page, 'Capped', csvFeed(feedRows(5, 600)));
  await page.getByLabel('New posts per day').fill('2');
  await button(page, 'Start dry run').click();
  await button(page, /^Import /).click();
  await status(page, '2 posts added so far.').waitFor();
  await button(page, 'Stop').click();
  await status(page, /^Stopped .*: 2 posts added\. Changes made so far are kept\.$/).waitFor();
  await button(page, 'Resume').click();
  await status(page, '2 posts added so far.').waitFor();
});

it('an import is stopped while it runs and resumed, and no post is lost or doubled', async () => {
  const rows = Array.from({ length: 6000 }, (_, n) =>
    feedRow(20_000 + n, { tags: n < 3000 ? 'Harbour' : 'Gate of the stopped' }),
  );
  const page = await office.open('/admin/imports/new', { isNew: true });
  await upload(page, 'Stopped', csvFeed(rows));
  await button(page, 'Start dry run').click();
  await button(page, 'Import 6,000 posts').waitFor();
  const gate = await holdTag(office.site, 'gate-of-the-stopped');
  await button(page, 'Import 6,000 posts').click();
  await expect.poll(gate.waiting).toBe(1);
  // It stops after the batch that is being written.
  await button(page, 'Stop').click();
  await expect.poll(gate.waiting).toBe(2);
  await gate.open();
  await status(page, /^Stopped .*: \d,000 posts added\. Changes made so far are kept\.$/).waitFor();
  const added = await postsTitled('Harbour lights 2____');
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(6000);
  await button(page, 'Resume').click();
  await status(page, '6,000 posts added').waitFor();
  expect(await postsTitled('Harbour lights 2____')).toBe(6000);
});

it('a session that ends while an import is followed is said to have ended, and the progress goes on after signing in', async () => {
  const admin = await createSignedInAdmin(office.site, 'admin');
  const session = {
    cookie: admin.cookie,
    admin: { _id: String(admin.id), role: 'admin' as const, email: admin.email },
  };
  const page = await office.newPage({}, { session });
  // A stream that is open is ended by its time alone.
  await page.route('**/events', (route) => route.abort());
  await openScreen(page, '/admin/imports/new');
  await upload(page, 'Followed', csvFeed([feedRow(31_000, { tags: 'Gate of the followed' })]));
  await button(page, 'Start dry run').click();
  await button(page, 'Import 1 post').waitFor();
  const gate = await holdTag(office.site, 'gate-of-the-followed');
  await button(page, 'Import 1 post').click();
  await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
  await office.site.database.db.deleteFrom('sessions').where('admin_id', '=', admin.id).execute();
  await page.getByRole('alert').filter({ hasText: 'Your session has ended. The import continues.' }).waitFor();
  await button(page, 'Sign in again').click();
  const dialog = dialogOf(page, 'Your session has ended');
  await dialog.getByLabel('Password').fill(admin.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await gate.open();
  await status(page, '1 post added').waitFor();
});

it('two tabs that undo an import undo it once', async () => {
  const page = await office.open('/admin/imports/new', { isNew: true });
  await upload(page, 'Undone twice', csvFeed(feedRows(3, 32_000)));
  await button(page, 'Start dry run').click();
  await button(page, 'Import 3 posts').click();
  await status(page, '3 posts added').waitFor();
  const other = await office.open(new URL(page.url()).pathname, { isNew: true });
  await button(other, 'Undo this import').click();
  await button(page, 'Undo this import').click();
  for (const tab of [page, other])
    await question(tab, 'Undo this import?').getByRole('button', { name: 'Undo this import' }).click();
  for (const tab of [page, other]) await status(tab, '3 posts removed').waitFor();
  expect(await postsTitled('Harbour lights 3200')).toBe(0);
});

it('no source is chosen until somebody chooses one, or comes from it', async () => {
  const { source } = (await office.call('POST', '/import-sources', { name: 'Aardvark' })).json();
  const page = await office.open('/admin/imports/new');
  const chosen = page.getByLabel('Where the feed comes from').locator('option:checked');
  expect(await chosen.textContent()).toBe('A new source');
  await button(page, 'Upload').click();
  await page.getByLabel('Name of the source').and(page.locator(':focus')).waitFor();
  await openScreen(page, `/admin/imports/new?source=${source._id}`);
  expect(await chosen.textContent()).toBe('Aardvark');
});

it('two who decide about an import at once see what became of it, and only its admin and main admins undo it', async () => {
  const page = await office.open('/admin/imports/new', { isNew: true });
  await upload(page, 'Shared import', csvFeed(feedRows(3, 30_000)));
  await button(page, 'Start dry run').click();
  await button(page, 'Import 3 posts').waitFor();
  const theirs = await office.open(new URL(page.url()).pathname, { isNew: true, role: 'admin' });
  await button(theirs, 'Import 3 posts').waitFor();
  await button(page, 'Import 3 posts').click();
  await status(page, '3 posts added').waitFor();
  await button(theirs, 'Import 3 posts').click();
  await status(theirs, '3 posts added').waitFor();
  await theirs.getByText(/^Only main admins and .*, who started this import, can undo it\.$/).waitFor();
  expect(await button(theirs, 'Undo this import').count()).toBe(0);
  await figure(theirs, 'Added').getByRole('link').click();
  await theirs
    .getByRole('table', { name: 'Added rows' })
    .getByRole('link', { name: /^Post \d+$/ })
    .first()
    .click();
  await dialogOf(theirs, 'Edit Post').waitFor();
  expect(await postsTitled('Harbour lights 3000')).toBe(3);
});

it('the list says why an import has failed', async () => {
  const { source } = (await office.call('POST', '/import-sources', { name: 'Unreachable' })).json();
  await office.call('POST', '/imports/from-url', { source: source._id, url: 'http://127.0.0.1/feed.csv' });
  const page = await office.open(`/admin/imports?source=${source._id}`);
  await page
    .getByRole('table', { name: 'Imports' })
    .getByText(/^The feed could not be fetched\. ./)
    .waitFor();
});

it('the whole way fits on a phone, and axe finds nothing on it', async () => {
  const page = await office.open('/admin/imports/new', { ...phone, ...still });
  const fits = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.viewport.width);
    expect(await accessibilityProblems(page)).toEqual([]);
  };
  await fits();
  const long = `https://example.com/${'very-long-'.repeat(30)}`;
  await upload(page, 'x'.repeat(100), csvFeed([...feedRows(8, 900), feedRow(1, { title: '', url: long })]));
  await page.getByText('Rules', { exact: true }).click();
  await fits();
  await button(page, 'Start dry run').click();
  await button(page, 'Import 8 posts').waitFor();
  await figure(page, 'Broken').getByRole('link').click();
  await page.getByRole('table', { name: 'Broken rows' }).waitFor();
  await fits();
  await button(page, 'Import 8 posts').click();
  await status(page, '8 posts added').waitFor();
  await fits();
});
