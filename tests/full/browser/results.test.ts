/** What networks and import sources bring, as the back-office shows it. */
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { countResults } from '#domain/results/results.ts';
import { backOffice, openScreen } from '../../support/back-office-site.ts';
import { addVideo } from '../../support/catalogue.ts';

const office = backOffice();
const dayBefore = (days: number) => sql<string>`(now() at time zone 'UTC')::date - ${days}::integer`;

beforeAll(async () => {
  const { db } = office.site.database;
  const addPartner = async (name: string, posts: number) => {
    const { id } = await db
      .insertInto('partners')
      .values({ name, url: `https://${name.toLowerCase()}.example.com/`, active: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let n = 0; n < posts; n++) await addVideo(db, { partnerId: id, link: `https://example.com/${name}/${n}` });
    await db
      .updateTable('videos')
      .set({ dead_links: [`https://example.com/${name}/0`] })
      .where('link', '=', `https://example.com/${name}/0`)
      .execute();
    return id;
  };
  const [reel, dunes] = [await addPartner('Reel', 4), await addPartner('Dunes', 2)];
  await countResults(db, 'UTC');
  await db
    .insertInto('daily_results')
    .values([
      { day: dayBefore(1), kind: 'partner', subject_id: reel, plays: 1200 },
      { day: dayBefore(40), kind: 'partner', subject_id: reel, plays: 600 },
      { day: dayBefore(3), kind: 'partner', subject_id: dunes, plays: 30, visits: 12, posts: 4, dead_posts: 1 },
      { day: dayBefore(70), kind: 'partner', subject_id: dunes, removed: 2 },
    ])
    .execute();
});

const firstCells = (page: Page) => page.getByRole('table', { name: 'Networks' }).getByRole('row').allTextContents();

it('lists them by clicks with their shares, and sorts by any column', async () => {
  const page = await office.signedIn();
  await openScreen(page, '/admin/results');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  expect(await row('Reel').getByRole('cell').allTextContents()).toEqual([
    'Reel',
    '4',
    '25%',
    '0%',
    '1,200',
    '+100%',
    '300',
  ]);
  expect(await row('Dunes').getByRole('cell').allTextContents()).toEqual([
    'Dunes',
    '2',
    '50%',
    '50%',
    '42',
    'new',
    '15',
  ]);
  expect((await firstCells(page))[1]).toContain('Reel');

  await page.getByRole('link', { name: 'Dead', exact: true }).click();
  await expect.poll(async () => (await firstCells(page))[1]).toContain('Dunes');
  expect(new URL(page.url()).search).toBe('?sort=deadShare');
});

it('shows one of them per day, for the chosen range, and leads back to all', async () => {
  const page = await office.signedIn();
  await openScreen(page, '/admin/results?days=7');
  await page.getByRole('figure', { name: 'Clicks per day' }).waitFor();
  await page.getByRole('link', { name: 'Dunes', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Clicks out: Dunes' });
  await panel.getByText('42 in total').waitFor();
  await panel.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('region', { name: 'Clicks out', exact: true }).getByText('1.2K in total').waitFor();
  await page.getByRole('navigation', { name: 'Results of' }).getByRole('link', { name: 'Import sources' }).click();
  await page.getByRole('table', { name: 'Import sources' }).getByText('Not imported').waitFor();
  expect(new URL(page.url()).search).toBe('?by=source&days=7');
});

it('shows how the shares of dead and removed posts have developed', async () => {
  const page = await office.signedIn();
  await openScreen(page, '/admin/results?days=7');
  const chart = page.getByRole('navigation', { name: 'Chart of' });
  await chart.getByRole('link', { name: 'Dead share' }).press('Enter');
  await page.getByRole('figure', { name: 'Dead share per day' }).waitFor();
  await page.getByRole('link', { name: 'Dunes', exact: true }).click();
  await page
    .getByRole('region', { name: 'Dead share: Dunes' })
    .getByText(/^50% · 25% on \w+ \d+, \d{4}$/)
    .waitFor();
  await chart.getByRole('link', { name: 'Removed share' }).press('Enter');
  // What was removed before the range counts, too.
  await page
    .getByRole('region', { name: 'Removed share: Dunes' })
    .getByText(/^50% · 33.3% on/)
    .waitFor();
  expect(new URL(page.url()).searchParams.get('chart')).toBe('removed');
});

it('is exported as it is narrowed', async () => {
  const page = await office.signedIn();
  await openScreen(page, '/admin/results?days=7');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export JSON Lines' }).click(),
  ]);
  expect(download.url()).toContain('/api/results/export?by=partner&days=7&format=jsonl');
});

it('the list of posts has a column of clicks out for whoever wants it', async () => {
  const { db } = office.site.database;
  const id = await addVideo(db, { title: 'Lantern on the mole' });
  await db.insertInto('video_clicks').values({ video_id: id, clicks: 1234 }).execute();
  await office.site.index.waitUntilIndexed();
  const page = await office.signedIn({ isNew: true });
  await openScreen(page, '/admin/posts?search=lantern+mole');
  const row = page.getByRole('row').filter({ hasText: 'Lantern on the mole' });
  await row.waitFor();
  expect(await row.getByRole('cell', { name: '1.2K' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Clicks out').check();
  await page.getByRole('columnheader', { name: 'Clicks out' }).waitFor();
  await row.getByRole('cell', { name: '1.2K', exact: true }).waitFor();
});
