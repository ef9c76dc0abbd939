/** Back-office, sections 2, 7 and 9: the dashboard, submissions, settings and the audit log. */
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, openScreen } from '../../support/back-office-site.ts';

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

describe('sections 2 and 9: the dashboard', () => {
  it('abbreviates counts with K from 1,000 and M from 1,000,000', async () => {
    const page = await office.signedIn();
    await page.route('**/api/dashboard/stats', (route) => route.fulfill({ json: { success: true, stats } }));
    await page.goto('/admin/dashboard');
    const numbers = page.getByRole('region', { name: 'Numbers' });
    await numbers.waitFor();
    const texts = await numbers.locator(':scope > *').allTextContents();
    expect(texts).toEqual([
      'Total Posts999',
      'Total Views1M',
      'Unique Stars1K',
      'Unique Tags1.5K',
      'Last 7 Days3 new posts2 new stars1 new tag',
      'Last 24 Hours2.3Mviews',
    ]);
    const link = page.getByRole('link', { name: '1 submission is waiting for a decision' });
    await expect.poll(() => link.getAttribute('href')).toBe('/admin/networks?tab=submissions');
  });

  it('links its cards to the lists of posts, stars and tags', async () => {
    const page = await office.open('/admin/dashboard');
    const numbers = page.getByRole('region', { name: 'Numbers' });
    for (const [card, path] of [
      ['Total Posts', '/admin/posts'],
      ['Unique Stars', '/admin/stars-list'],
      ['Unique Tags', '/admin/tags-list'],
    ] as const) {
      await numbers.getByRole('link', { name: card }).click();
      await page.waitForURL(`**${path}`);
      await page.goBack();
    }
  });

  it('shows 5 recent posts, quick actions, charts of 30 days, rankings and recent changes', async () => {
    const page = await office.signedIn();
    // The rankings are worked out once an hour.
    await page.route('**/api/dashboard/charts?*', async (route) => {
      const { charts } = await (await route.fetch()).json();
      const mostViewedVideos = [{ _id: '1', titel: 'Most viewed of all', views: 5400 }];
      const mostViewedTags = [{ tag: 'milf', name: 'milf', views: 99 }];
      await route.fulfill({ json: { success: true, charts: { ...charts, mostViewedVideos, mostViewedTags } } });
    });
    await openScreen(page, '/admin/dashboard');
    const recent = page.getByRole('list', { name: 'Recent posts' }).getByRole('listitem');
    const { records } = (await office.call('GET', '/getpostdata?page=1&limit=10')).json();
    await expect.poll(() => recent.count()).toBe(5);
    await expect.poll(() => recent.first().textContent()).toContain(records[0].titel);
    await page.getByRole('figure', { name: 'Views per day' }).locator('path.recharts-rectangle').first().waitFor();
    await expect
      .poll(() => page.getByRole('figure', { name: 'Posts per day' }).locator('path.recharts-rectangle').count())
      .toBeGreaterThan(20);
    const ranked = (name: string) => page.getByRole('region', { name }).getByRole('listitem').allTextContents();
    expect(await ranked('Most viewed videos')).toEqual(['1Most viewed of all5.4K']);
    expect(await ranked('Most viewed tags')).toEqual(['1milf99']);
    await expect
      .poll(() => page.getByRole('region', { name: 'Recent changes' }).getByText('signed in').count())
      .toBeGreaterThan(0);
    await page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Add post' }).click();
    await dialogOf(page, 'Add Post').waitFor();
  });

  it('shows recent changes to main admins only', async () => {
    const page = await office.open('/admin/dashboard', { role: 'admin' });
    await expect.poll(() => page.getByRole('region', { name: 'Recent posts' }).count()).toBe(1);
    await expect.poll(() => page.getByRole('region', { name: 'Recent changes' }).count()).toBe(0);
  });

  it('shows an error when the stats cannot be fetched, and everything else', async () => {
    const page = await office.signedIn();
    await page.route('**/api/dashboard/stats', (route) => route.fulfill(failing()));
    await page.goto('/admin/dashboard');
    await alertOf(page, 'Something went wrong on our side.').waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Recent posts' }).count()).toBe(1);
  });
});

describe('submissions', () => {
  it('are approved, marked as paid, and rejected with a reason', async () => {
    const page = await office.open('/admin/networks?tab=submissions');
    const waiting = page.getByRole('table', { name: 'Submissions waiting' }).getByRole('row');
    await expect.poll(() => waiting.count()).toBe(3);
    const name = (await waiting.nth(1).getByRole('cell').nth(1).textContent()) ?? '';
    await page.getByRole('button', { name: `Approve ${name}` }).click();
    await alertOf(page, `${name} is approved. It is free until `).waitFor();
    const approved = page
      .getByRole('table', { name: 'Approved submissions' })
      .getByRole('row')
      .filter({ hasText: name });
    await approved.getByText(/^Free until/).waitFor();
    await approved.getByRole('button', { name: `Mark as paid: ${name}` }).click();
    await approved.getByText('Paid', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Reject / }).click();
    const dialog = dialogOf(page, 'Reject submission');
    await dialog.getByLabel('Reason').fill('Not what visitors look for');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('No submissions waiting').waitFor();
    await page.goto('/admin/mail');
    await expect
      .poll(() => page.getByRole('table', { name: 'Mail' }).getByRole('row').count())
      .toBeGreaterThanOrEqual(3);
  });
});

describe('settings', () => {
  it('are saved by a main admin, take effect without a reload and are noted in the audit log', async () => {
    const page = await office.open('/admin/settings');
    await page.getByLabel('Site name').fill('Evening Reel');
    await page.getByLabel('Heading of the home page').fill('Something quieter tonight');
    await page.getByLabel('Label').fill('A calm partner');
    await page.getByRole('button', { name: 'Remove banner 1' }).click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await alertOf(page, 'Settings saved.').waitFor();
    await page.getByRole('link', { name: 'Evening Reel back-office' }).waitFor();
    await expect.poll(() => page.title()).toBe('Settings · Evening Reel back-office');
    const settings = (await office.call('GET', '/settings')).json();
    expect(settings).toMatchObject({
      siteName: 'Evening Reel',
      heading: 'Something quieter tonight',
      sponsoredLink: { label: 'A calm partner' },
    });
    expect(settings.banners).toHaveLength(2);
    await page.goto('/admin/audit?entity=settings');
    await page.getByText('edited the settings').first().waitFor();
  });

  it('cannot be changed by other admins', async () => {
    const page = await office.open('/admin/settings', { role: 'admin' });
    await alertOf(page, 'Only main admin can change the settings.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save settings' }).count()).toBe(0);
  });
});
