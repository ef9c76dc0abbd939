/** The screens that say whether everything works and what search engines see, while they are looked at for a while. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, failing, openScreen } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice({ smtpUrl: 'smtp://127.0.0.1:9' });

const failure = '“Permanently delete records after 30 days” failed';
/** The test site runs no jobs, so nothing else writes this. */
const noteJob = async (error: string | null) => {
  const run = { started_at: new Date(), ended_at: new Date(), error };
  await office.site.database.db
    .insertInto('job_runs')
    .values({ job: 'purge-deleted', ...run })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(run))
    .execute();
};
const overview = (page: Page) => page.locator('main').getByRole('status');

describe('the screen that says whether everything works', () => {
  it('shows each part, the node and the jobs, keeps up by itself, and says when it cannot', async () => {
    const page = await office.signedIn({ isNew: true });
    await page.clock.install();
    await openScreen(page, '/admin/system');
    await expect.poll(() => overview(page).textContent()).toContain('Everything works.');
    const parts = page.getByRole('list', { name: 'Parts' }).getByRole('heading', { level: 3 });
    expect(await parts.allTextContents()).toEqual(
      expect.arrayContaining(['Database', 'Replicas', 'Index', 'Page cache', 'Mail', 'Disk', 'Backups']),
    );
    const nodes = page.getByRole('table', { name: 'Nodes' });
    await nodes.getByRole('cell', { name: office.site.config.nodeName }).waitFor();
    const jobs = page.getByRole('table', { name: 'Jobs' });
    const mail = jobs.getByRole('row', { name: /Send emails/ });
    await mail.getByRole('cell', { name: 'Every minute' }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    // A job that fails is shown without loading the screen again.
    await noteJob('the disk is full');
    await page.clock.runFor(5000);
    await overview(page).getByText(failure).waitFor();
    await jobs
      .getByRole('row', { name: /Permanently delete records/ })
      .getByText('Failure', { exact: true })
      .waitFor();
    await noteJob(null);
    await page.clock.runFor(5000);
    await overview(page).getByText('Everything works.').waitFor();

    // It does not load while nobody can see it.
    const turn = (visibility: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, visibility);
    await turn('hidden');
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/admin/system')) calls += 1;
    });
    await page.clock.runFor(60_000);
    expect(calls).toBe(0);
    await turn('visible');
    await expect.poll(() => calls).toBe(1);
    await page.clock.runFor(5000);
    await expect.poll(() => calls).toBeGreaterThan(1);

    // It keeps what it showed when the site does not answer, and tries again.
    await page.route('**/api/admin/system', (route) => route.fulfill(failing(503, 'The database does not answer.')));
    await page.clock.runFor(5000);
    const problem = alertOf(page, 'The database does not answer.');
    await problem.waitFor();
    await expect.poll(() => page.getByText(/^Out of date: from/).count()).toBe(1);
    await overview(page).getByText('Everything works.').waitFor();
    await page.unroute('**/api/admin/system');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText(/^Checked at/).waitFor();
    await expect.poll(() => problem.count()).toBe(0);

    const asked = Promise.withResolvers<void>();
    await page.route('**/api/admin/system', () => asked.resolve());
    await page.clock.runFor(5000);
    await asked.promise;
    await page.clock.runFor(8000);
    await alertOf(page, 'The site has not answered for 8 seconds.').waitFor();
    await expect.poll(() => page.getByText(/^Out of date: from/).count()).toBe(1);
  });
});

describe('the check of what search engines see', () => {
  const insert = async (values: { pages_read: number; pages_known: number; state?: 'finished'; report?: string }) => {
    const { id } = await office.site.database.db
      .insertInto('seo_checks')
      .values({
        started_by: 'somebody',
        ...values,
        ...(values.report === undefined ? {} : { ended_at: new Date(), problems: 151 }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  it('is started once however often the button is pressed, shows how far it is however slow the answers are, and can be cancelled', async () => {
    const page = await office.signedIn({ isNew: true });
    await page.clock.install();
    const asked: string[] = [];
    let id = 0;
    // A real one reads the whole site.
    await page.route('**/api/seo-checks', async (route) => {
      asked.push(route.request().method());
      if (route.request().method() === 'GET') return route.continue();
      id = await insert({ pages_read: 3, pages_known: 9 });
      const [check] = (await office.call('GET', '/seo-checks')).json().checks;
      await route.fulfill({ json: { success: true, check } });
    });
    await openScreen(page, '/admin/seo');
    await page.getByText('No checks yet').waitFor();
    await page.getByRole('button', { name: 'Start a check' }).dblclick();
    await page.getByText('3 of 9 pages found so far').waitFor();
    expect(asked.filter((method) => method === 'POST')).toHaveLength(1);
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(1);
    const found = page.getByRole('row', { name: /running/ }).getByRole('cell');
    expect((await found.allTextContents()).slice(-2)).toEqual(['–', '–']);

    await office.site.database.db.updateTable('seo_checks').set({ pages_read: 4 }).where('id', '=', id).execute();
    const respond = await holdRequests(page, '**/api/seo-checks', (route) => route.fallback());
    let begun = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/seo-checks')) begun += 1;
    });
    await page.clock.runFor(10_000);
    await expect.poll(() => begun).toBe(1);
    respond();
    await page.getByText('4 of 9 pages found so far').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Start a check' }).waitFor();
    await page.getByRole('cell', { name: 'canceled' }).waitFor();
  });

  it('ends with a report that groups what was found and leads to where it is fixed; earlier ones can be opened', async () => {
    const report = JSON.stringify({
      counts: { 'broken-link': 1, 'duplicate-title': 150 },
      examples: [
        { kind: 'broken-link', path: '/tag/gone', detail: 'answers 404', from: '/new-content' },
        { kind: 'duplicate-title', path: '/video/7-silver-keys', detail: 'the same as /video/3-silver-keys' },
      ],
      isComplete: true,
    });
    const finished = { pages_read: 6085, pages_known: 6085, state: 'finished', report } as const;
    const earlier = await insert(finished);
    await insert(finished);
    const page = await office.open('/admin/seo');
    const links = page.getByRole('region', { name: 'Links to pages that do not exist' });
    await expect.poll(() => links.getByRole('link').allTextContents()).toEqual(['/tag/gone', '/new-content', 'Fix']);
    const fix = links.getByRole('link', { name: 'Fix' });
    expect(await fix.getAttribute('href')).toBe('/admin/page-texts?kind=tag&search=gone');
    await page.locator(`a[href="/admin/seo?check=${earlier}"]`).click();
    await page.waitForURL(`**/admin/seo?check=${earlier}`);
    await page.getByRole('region', { name: 'Report' }).waitFor();
    const titles = page.getByRole('region', { name: 'Pages with the same title' });
    await titles.getByText('and 149 more').waitFor();
    await titles.getByRole('link', { name: 'Fix /video/7-silver-keys' }).click();
    await page.waitForURL('**/admin/posts?edit=7');

    await page.route('**/api/seo-checks', (route) => route.fulfill({ status: 500, json: { success: false } }));
    await openScreen(page, '/admin/seo');
    await alertOf(page, 'Failed to fetch checks').waitFor();
  });
});
