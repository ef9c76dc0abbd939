/** How the back-office follows bulk changes, also those of another admin. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

/** One that another process runs, so that only the test changes it. */
const addRunning = async (admin: string): Promise<string> => {
  const { id } = await office.site.database.db
    .insertInto('bulk_changes')
    .values({
      admin,
      change: JSON.stringify({ kind: 'setCategory', category: 'viral' }),
      video_ids: [],
      total: 10,
      runner: 'elsewhere',
      alive_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
};
const setDone = (id: string, done: number) =>
  office.site.database.db.updateTable('bulk_changes').set({ done }).where('id', '=', Number(id)).execute();

const panel = (page: Page) => page.getByRole('list', { name: 'Bulk changes' });

/** A page whose panel follows a bulk change, as after a reload, and which counts how often it asks for it. */
const openFollowing = async (id: string) => {
  const page = await office.open('/admin/channels', { isNew: true });
  const asked = { count: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/bulk-changes/${id}`)) asked.count += 1;
  });
  await page.evaluate((ids) => sessionStorage.setItem('marquee.followedBulkChanges', ids), JSON.stringify([id]));
  await page.clock.install();
  return { page, asked };
};

/** Lets time pass in the page; requests that it sends meanwhile have been counted afterwards. */
const pass = async (page: Page, ms: number) => {
  await page.clock.runFor(ms);
  await page.evaluate(() => fetch('/api/health-of-nothing'));
};

const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

it('the progress is asked for again only after an answer, and then goes on', async () => {
  const id = await addRunning('admin');
  const { page, asked } = await openFollowing(id);
  const release = await holdRequests(page, `**/api/bulk-changes/${id}`);
  const first = page.waitForRequest(`**/api/bulk-changes/${id}`);
  await page.reload();
  await first;
  await pass(page, 10_000);
  expect(asked.count).toBe(1);
  release();
  await panel(page).getByText('0 of 10 posts').waitFor();
  await setDone(id, 7);
  await pass(page, 1000);
  await panel(page).getByText('7 of 10 posts').waitFor();
});

it('nothing is asked for while the tab is hidden', async () => {
  const id = await addRunning('admin');
  const { page, asked } = await openFollowing(id);
  await page.reload();
  await panel(page).getByText('0 of 10 posts').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await show(page, 'hidden');
  await pass(page, 0);
  const before = asked.count;
  await setDone(id, 4);
  await pass(page, 60_000);
  expect(asked.count).toBe(before);
  await show(page, 'visible');
  await panel(page).getByText('4 of 10 posts').waitFor();
});

it('a failing answer is said, and the next one is asked for all the same', async () => {
  const id = await addRunning('admin');
  const { page } = await openFollowing(id);
  await page.reload();
  await panel(page).getByText('0 of 10 posts').waitFor();
  await page.route(`**/api/bulk-changes/${id}`, (route) => route.fulfill({ status: 503, body: 'busy' }));
  const problem = panel(page).getByText('The progress could not be loaded. Trying again…');
  await pass(page, 2000);
  await problem.waitFor();
  await page.unroute(`**/api/bulk-changes/${id}`);
  await setDone(id, 9);
  await pass(page, 10_000);
  await panel(page).getByText('9 of 10 posts').waitFor();
  await problem.waitFor({ state: 'detached' });
});

it('another admin’s running bulk change is counted in the sidebar, and listed with who started it', async () => {
  await office.site.database.db.deleteFrom('bulk_changes').execute();
  await addRunning('marlow');
  const page = await office.open('/admin/channels', { role: 'admin' });
  await page.getByRole('navigation', { name: 'Back-office' }).getByText('1 bulk change running').waitFor();
  await page.getByRole('link', { name: 'Bulk changes' }).first().click();
  const row = page.getByRole('table', { name: 'Bulk changes' }).getByRole('row', { name: 'Set category to viral' });
  await row.getByText('marlow').waitFor();
  await row.getByText('0 of 10 posts').waitFor();
});
