/** The dashboard, submissions and settings. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, openScreen } from '../../support/back-office-site.ts';
import { callerOf } from '../../support/sign-in.ts';

const office = backOffice();

const stats = {
  totalPosts: 999,
  totalViews: 1_000_000,
  totalUniqueStars: 1000,
  totalUniqueTags: 1500,
  last7Days: { newPosts: 3, newStars: 2, newTags: 1 },
  last24Hours: { views: 2_340_000 },
  waitingSubmissions: 1,
};

/** Whether the browser would ask before the page is left. */
const warns = (page: Page) => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

describe('the dashboard', () => {
  it('has counts with K and M that lead to their lists, 5 recent posts, charts of a range, rankings, recent changes and quick actions', async () => {
    const page = await office.signedIn();
    await page.route('**/api/dashboard/stats', (route) => route.fulfill({ json: { success: true, stats } }));
    // The rankings are worked out once an hour.
    await page.route('**/api/dashboard/charts?*', async (route) => {
      const { charts } = await (await route.fetch()).json();
      const mostViewedVideos = [{ _id: '1', titel: 'Most viewed of all', views: 5400 }];
      const mostViewedTags = [{ tag: 'milf', name: 'milf', views: 99 }];
      await route.fulfill({ json: { success: true, charts: { ...charts, mostViewedVideos, mostViewedTags } } });
    });
    await openScreen(page, '/admin/dashboard');
    const numbers = page.getByRole('region', { name: 'Numbers' });
    await numbers.waitFor();
    expect(await numbers.locator(':scope > *').allTextContents()).toEqual([
      'Total posts999',
      'Total views1M',
      'Unique stars1K',
      'Unique tags1.5K',
      'Last 7 days3 new posts2 new stars1 new tag',
      'Last 24 hours2.3Mviews',
    ]);
    for (const [card, path] of [
      ['Total posts', '/admin/posts'],
      ['Unique stars', '/admin/stars-list'],
      ['Unique tags', '/admin/tags-list'],
    ] as const)
      expect(await numbers.getByRole('link', { name: card }).getAttribute('href')).toBe(path);
    const waiting = page.getByRole('link', { name: '1 submission is waiting for a decision' });
    expect(await waiting.getAttribute('href')).toBe('/admin/networks?tab=submissions');

    const recent = page.getByRole('list', { name: 'Recent posts' }).getByRole('listitem');
    const { records } = (await office.call('GET', '/getpostdata?page=1&limit=10')).json();
    await expect.poll(() => recent.count()).toBe(5);
    expect(await recent.first().textContent()).toContain(records[0].titel);
    const ranked = (name: string) => page.getByRole('region', { name }).getByRole('listitem').allTextContents();
    expect(await ranked('Most viewed videos')).toEqual(['1Most viewed of all5.4K']);
    expect(await ranked('Most viewed tags')).toEqual(['1milf99']);
    const changes = page.getByRole('region', { name: 'Recent changes' });
    await expect.poll(() => changes.getByText('signed in').count()).toBeGreaterThan(0);

    await page.getByRole('heading', { name: 'Views, last 30 days' }).waitFor();
    const bars = (name: string) => page.getByRole('figure', { name }).locator('rect[data-day]');
    await bars('Views per day').first().waitFor();
    await expect.poll(() => bars('Posts per day').count()).toBeGreaterThan(20);
    const ranges = page.getByRole('navigation', { name: 'Range' });
    await ranges.getByRole('link', { name: '7 days', exact: true }).click();
    await page.waitForURL('**/admin/dashboard?days=7');
    await page.getByRole('heading', { name: 'Views, last 7 days' }).waitFor();
    await ranges.getByRole('link', { name: 'A year' }).click();
    await page.waitForURL('**/admin/dashboard?days=365');
    await page.getByRole('heading', { name: 'Posts, last year' }).waitFor();
    await expect.poll(() => ranges.locator('[aria-current]').textContent()).toBe('A year');

    await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Add post' }).click();
    await dialogOf(page, 'Add Post').waitFor();
  });

  it('shows the rest when the numbers cannot be fetched; the changes of others and the settings are for main admins', async () => {
    const page = await office.signedIn({ role: 'admin' });
    await page.route('**/api/dashboard/stats', (route) => route.fulfill(failing()));
    await openScreen(page, '/admin/dashboard');
    await alertOf(page, 'Something went wrong on our side.').waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Recent posts' }).count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Recent changes' }).count()).toBe(0);

    await openScreen(page, '/admin/settings');
    await alertOf(page, 'Only main admins can change the settings.').waitFor();
    expect(await page.getByRole('button', { name: 'Save settings' }).count()).toBe(0);
    const asAdmin = callerOf(office.site, office.admin('admin').cookie);
    expect((await asAdmin('PUT', '/settings', { siteName: 'Taken over' })).statusCode).toBe(403);
  });
});

describe('submissions', () => {
  it('are approved, marked as paid, and rejected with a reason, which outlives a failure and does not move to another', async () => {
    const { db } = office.site.database;
    const third = { name: 'Third Lantern', url: 'https://example.com/third', email: 'third@example.com' };
    await db
      .insertInto('partners')
      .values({ ...third, submitted_at: new Date() })
      .execute();
    const [gone, taken] = (await office.call('GET', '/submissions')).json().submissions;
    const page = await office.open('/admin/networks?tab=submissions');
    const waiting = page.getByRole('table', { name: 'Submissions waiting' }).getByRole('row');
    const inSidebar = (text: string) =>
      page.getByRole('banner').getByRole('navigation', { name: 'Back-office' }).getByText(text).waitFor();
    await expect.poll(() => waiting.count()).toBe(1 + 3);
    await inSidebar('3 submissions waiting');

    // Decisions send the loaded version, and a failed one is reported.
    const { name, version } = gone;
    await page.route('**/api/submissions/**', (route) => route.fulfill(failing(409, 'Changed meanwhile')));
    const approving = page.waitForRequest('**/approve');
    await page.getByRole('button', { name: `Approve ${name}` }).click();
    expect((await approving).postDataJSON()).toEqual({ version });
    await alertOf(page, 'Changed meanwhile').waitFor();
    await page.getByRole('button', { name: `Reject ${name}` }).click();
    const dialog = dialogOf(page, 'Reject submission');
    const reason = dialog.getByLabel('Reason');
    await reason.fill('Not for our visitors');
    const rejecting = page.waitForRequest('**/reject');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    expect((await rejecting).postDataJSON()).toEqual({ version, reason: 'Not for our visitors' });
    await dialog.getByRole('alert').filter({ hasText: 'Changed meanwhile' }).waitFor();
    expect(await reason.inputValue()).toBe('Not for our visitors');
    await page.unroute('**/api/submissions/**');

    await office.call('DELETE', `/networks/${gone._id}`, {});
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await alertOf(page, `The submission “${name}” no longer exists.`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Reject ${name}` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Reject ${third.name}` }).click();
    await expect.poll(() => reason.inputValue()).toBe('');
    await reason.fill('Not what visitors look for');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.waitFor({ state: 'detached' });
    await inSidebar('1 submission waiting');

    await page.getByRole('button', { name: `Approve ${taken.name}` }).click();
    const toast = alertOf(page, `${taken.name} approved. It is free until `);
    await toast.waitFor();
    const networks: { _id: string; freeUntil: string }[] = (await office.call('GET', '/networks')).json();
    const freeUntil = networks.find(({ _id }) => _id === taken._id)?.freeUntil ?? '';
    const day = await page.evaluate(
      (iso) => new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' }),
      freeUntil,
    );
    expect(await toast.textContent()).toContain(`free until ${day}.`);
    const approved = page
      .getByRole('table', { name: 'Approved submissions' })
      .getByRole('row')
      .filter({ hasText: taken.name });
    await approved.getByText(/^Free until/).waitFor();
    await approved.getByRole('button', { name: `Mark as paid: ${taken.name}` }).click();
    await approved.getByText('Paid', { exact: true }).waitFor();
    await page.getByText('No submissions waiting').waitFor();
    const { mails } = (await office.call('GET', '/outbox')).json();
    expect(mails.length).toBeGreaterThanOrEqual(2);

    // A network can be added while submissions are shown.
    await page.getByRole('button', { name: 'Add New Network' }).click();
    await dialogOf(page, 'Add New Network').waitFor();
  });
});

describe('settings', () => {
  it('are saved by a main admin, take effect without a reload and are noted in the audit log; leaving before saving warns', async () => {
    const page = await office.open('/admin/settings');
    expect(await warns(page)).toBe(false);
    await page.getByLabel('Site name').fill('Evening Reel');
    await expect.poll(() => warns(page)).toBe(true);
    await page.getByLabel('Heading of the home page').fill('Something quieter tonight');
    await page.getByLabel('Lifetime price').fill('$9');
    await page.getByLabel('Label').fill('A calm partner');
    await page.getByRole('button', { name: 'Remove banner 1' }).click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await alertOf(page, 'Settings saved.').waitFor();
    expect(await warns(page)).toBe(false);
    await page.getByRole('link', { name: 'Evening Reel back-office' }).waitFor();
    await expect.poll(() => page.title()).toBe('Settings · Evening Reel back-office');
    const settings = (await office.call('GET', '/settings')).json();
    expect(settings).toMatchObject({
      siteName: 'Evening Reel',
      heading: 'Something quieter tonight',
      lifetimePrice: '$9',
      sponsoredLink: { label: 'A calm partner' },
    });
    expect(settings.banners).toHaveLength(2);
    await page.getByRole('link', { name: 'Audit log' }).first().click();
    await page.getByText('edited the settings').first().waitFor();
  });
});
