/** The screen that says whether everything works. */
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { alertOf, backOffice, failing, openScreen } from '../../support/back-office-site.ts';
import { failJob, repairJob } from '../../support/failed-job.ts';

const office = backOffice({ smtpUrl: 'smtp://127.0.0.1:9' });
const failure = '“Remove records deleted 30 days ago” failed';

afterEach(() => repairJob(office.site.database.db));

const overview = (page: Page) => page.locator('main').getByRole('status');

it('shows that everything works, each part, the node and the jobs', async () => {
  const page = await office.open('/admin/system');
  await expect.poll(() => overview(page).textContent()).toContain('Everything works.');
  const parts = page.getByRole('list', { name: 'Parts' });
  await expect
    .poll(() => parts.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(expect.arrayContaining(['Database', 'Replicas', 'Index', 'Page cache', 'Mail', 'Disk', 'Backups']));
  await page.getByRole('table', { name: 'Nodes' }).getByRole('cell', { name: office.site.config.nodeName }).waitFor();
  const job = page.getByRole('table', { name: 'Jobs' }).getByRole('row', { name: /Send emails/ });
  await job.getByRole('cell', { name: 'Every minute' }).waitFor();
});

it('shows a job that fails without being loaded again, and so does the dashboard', async () => {
  const page = await office.open('/admin/system');
  await overview(page).getByText('Everything works.').waitFor();
  await failJob(office.site.database.db, 'the disk is full');
  await overview(page).getByText(failure).waitFor({ timeout: 20_000 });
  const row = page.getByRole('table', { name: 'Jobs' }).getByRole('row', { name: /Remove records/ });
  await row.getByText('Failure', { exact: true }).waitFor();

  const dashboard = await office.open('/admin/dashboard');
  await dashboard.getByRole('link', { name: new RegExp(failure) }).click();
  await dashboard.waitForURL('**/admin/system');
  const admin = await office.open('/admin/dashboard', { role: 'admin' });
  await expect.poll(() => admin.getByRole('link', { name: new RegExp(failure) }).count()).toBe(0);
});

it('does not load while nobody can see it', async () => {
  const page = await office.signedIn();
  await page.clock.install();
  await openScreen(page, '/admin/system');
  await overview(page).waitFor();
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
  await page.clock.runFor(5_000);
  await expect.poll(() => calls).toBeGreaterThan(1);
});

it('keeps what it showed when the site does not answer, and tries again', async () => {
  const page = await office.open('/admin/system');
  await overview(page).waitFor();
  await page.route('**/api/admin/system', (route) => route.fulfill(failing(503, 'The database does not answer.')));
  await alertOf(page, 'The database does not answer.').waitFor({ timeout: 20_000 });
  await expect.poll(() => page.getByText(/^Out of date: from/).count()).toBe(1);
  await overview(page).getByText('Everything works.').waitFor();
  await page.unroute('**/api/admin/system');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByText(/^Checked at/).waitFor();
  await expect.poll(() => alertOf(page, 'The database does not answer.').count()).toBe(0);
});

it('says that it is out of date when no answer comes', async () => {
  const page = await office.signedIn();
  await page.clock.install();
  await openScreen(page, '/admin/system');
  await overview(page).waitFor();
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/admin/system', () => asked.resolve());
  await page.clock.runFor(5_000);
  await asked.promise;
  await page.clock.runFor(8_000);
  await alertOf(page, 'The site has not answered for 8 seconds.').waitFor();
  await expect.poll(() => page.getByText(/^Out of date: from/).count()).toBe(1);
});

it('has a backup made by the node that makes them', async () => {
  const { db } = office.site.database;
  await db
    .insertInto('backups')
    .values({ name: 'a.backup', node: 'dormer', finished_at: new Date(), bytes: 1000 })
    .execute();
  const page = await office.open('/admin/system');
  const part = page.getByRole('list', { name: 'Parts' }).getByRole('listitem').filter({ hasText: 'Backups' });
  await part.getByText(/^The last backup is of/).waitFor();
  await part.getByRole('button', { name: 'Back up now' }).press('Enter');
  await part.getByText(/^A backup has been in the making since/).waitFor();
  await expect.poll(() => part.getByRole('button').count()).toBe(0);
});

it('is not for other admins', async () => {
  const page = await office.open('/admin/system', { role: 'admin' });
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.getByRole('table').count()).toBe(0);
});

it('fits a phone, with a card for each job', async () => {
  const page = await office.open('/admin/system', { viewport: { width: 390, height: 800 } });
  await overview(page).waitFor();
  const isWider = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await isWider()).toBe(false);
});
