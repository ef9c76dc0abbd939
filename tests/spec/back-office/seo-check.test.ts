/** The screen that checks what search engines see. */
import { expect, it } from 'vitest';
import { alertOf, backOffice, openScreen } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

const report = {
  counts: { 'broken-link': 1, 'duplicate-title': 150 },
  examples: [
    { kind: 'broken-link', path: '/tag/gone', detail: 'answers 404', from: '/new-content' },
    { kind: 'duplicate-title', path: '/video/7-silver-keys', detail: 'the same as /video/3-silver-keys' },
  ],
  isComplete: true,
};

const addFinishedCheck = async () => {
  const { id } = await office.site.database.db
    .insertInto('seo_checks')
    .values({
      started_by: 'somebody',
      state: 'finished',
      ended_at: new Date(),
      pages_read: 6085,
      pages_known: 6085,
      problems: 151,
      report: JSON.stringify(report),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

it('a check is started with one action however often the button is pressed, shows how far it is, and can be cancelled', async () => {
  const page = await office.open('/admin/seo');
  await page.getByText('No checks yet').waitFor();
  await page.getByRole('button', { name: 'Start a check' }).dblclick();
  await expect
    .poll(async () => Number(/^([\d,]+) of/.exec((await page.locator('#check-progress').textContent()) ?? '')?.[1]), {
      // All sitemaps are read before the first page.
      timeout: 30_000,
    })
    .toBeGreaterThan(0);
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(1);
  const found = page.getByRole('row', { name: /running/ }).getByRole('cell');
  await expect.poll(async () => (await found.allTextContents()).slice(-2)).toEqual(['–', '–']);
  await expect.poll(() => alertOf(page, 'A check is already running.').count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Start a check' }).waitFor();
  await page.getByRole('cell', { name: 'cancelled' }).waitFor();
});

it('a report groups what was found, and leads to the place where it is fixed', async () => {
  await addFinishedCheck();
  const page = await office.open('/admin/seo');
  const links = page.getByRole('region', { name: 'Links to pages that do not exist' });
  await expect.poll(() => links.getByRole('link').allTextContents()).toEqual(['/tag/gone', '/new-content', 'Fix']);
  const titles = page.getByRole('region', { name: 'Pages with the same title' });
  await titles.getByText('and 149 more').waitFor();
  await expect
    .poll(() => links.getByRole('link', { name: 'Fix' }).getAttribute('href'))
    .toBe('/admin/page-texts?kind=tag&search=gone');
  await titles.getByRole('link', { name: 'Fix /video/7-silver-keys' }).click();
  await page.waitForURL('**/admin/posts?edit=7');
});

it('earlier reports can be opened', async () => {
  const id = await addFinishedCheck();
  await addFinishedCheck();
  const page = await office.signedIn();
  await openScreen(page, '/admin/seo');
  await page.locator(`a[href="/admin/seo?check=${id}"]`).click();
  await page.waitForURL(`**/admin/seo?check=${id}`);
  await page.getByRole('region', { name: 'Report' }).waitFor();
});

it('says when checks cannot be loaded', async () => {
  const page = await office.signedIn({ ignoresErrors: true });
  await page.route('**/api/seo-checks', (route) => route.fulfill({ status: 500, json: { success: false } }));
  await openScreen(page, '/admin/seo');
  await alertOf(page, 'Failed to fetch checks').waitFor();
});

it('the progress is asked for again once the last answer has come, however slow it is', async () => {
  const { db } = office.site.database;
  const { id } = await db
    .insertInto('seo_checks')
    .values({ started_by: 'somebody', pages_read: 3, pages_known: 9 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const page = await office.signedIn();
  await page.clock.install();
  await openScreen(page, '/admin/seo');
  await page.getByText('3 of 9 pages found so far').waitFor();
  await db.updateTable('seo_checks').set({ pages_read: 4 }).where('id', '=', id).execute();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/seo-checks')) asked.push(request.url());
  });
  const respond = await holdRequests(page, '**/api/seo-checks');
  await page.clock.runFor(10_000);
  await expect.poll(() => asked.length).toBe(1);
  respond();
  await page.getByText('4 of 9 pages found so far').waitFor();
  await db.deleteFrom('seo_checks').where('id', '=', id).execute();
});
