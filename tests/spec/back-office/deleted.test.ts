/** Deleted records, and restoring them. */
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, failing, question } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

const kinds = [
  {
    tab: 'Stars',
    kind: 'stars',
    screen: '/admin/stars?search=velda',
    body: { name: 'Velda Quist' },
    name: 'Velda Quist',
    deleteQuestion: 'Are you sure you want to delete this star?',
  },
  {
    tab: 'Networks',
    kind: 'networks',
    screen: '/admin/networks',
    body: { name: 'Quay Lights', url: 'https://example.com/quay' },
    name: 'Quay Lights',
    deleteQuestion: 'Are you sure you want to delete this network?',
  },
  {
    tab: 'Channels',
    kind: 'channels',
    screen: '/admin/channels',
    body: { name: 'Slow Harbour', url: 'https://example.com/slow' },
    name: 'Slow Harbour',
    deleteQuestion: 'Are you sure you want to delete this channel?',
  },
  {
    tab: 'TeraBox Links',
    kind: 'terabox',
    screen: '/admin/terabox',
    body: { title: 'Spare reel', url: 'https://example.com/spare' },
    name: 'Spare reel',
    deleteQuestion: 'Are you sure you want to delete this TeraBox link?',
  },
];

describe.each(kinds)('deleted $kind', ({ tab, kind, screen, body, name, deleteQuestion }) => {
  it('are listed in a tab and restored with a click', async () => {
    await office.call('POST', `/${kind}`, body);
    const page = await office.open(screen);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await question(page, deleteQuestion).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: `Delete ${name}` }).waitFor({ state: 'detached' });
    await page.goto('/admin/deleted');
    await page.getByRole('navigation', { name: 'Deleted items' }).getByRole('link', { name: tab }).click();
    await page.getByRole('button', { name: `Restore ${name}` }).click();
    await alertOf(page, `“${name}” was restored.`).waitFor();
    await page.getByRole('button', { name: `Restore ${name}` }).waitFor({ state: 'detached' });
    await page.goto(screen);
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor();
  });
});

describe('the screen of deleted items', () => {
  it('shows why a star whose name is taken cannot be restored', async () => {
    const { star } = (await office.call('POST', '/stars', { name: 'Orla Finch' })).json();
    await office.call('DELETE', `/stars/${star._id}`);
    await office.call('POST', '/stars', { name: 'Orla Finch' });
    const page = await office.open('/admin/deleted?kind=stars');
    await page.getByRole('button', { name: 'Restore Orla Finch' }).click();
    await alertOf(page, 'Another star has this name now. Rename or delete it first.').waitFor();
    await page.getByRole('button', { name: 'Restore Orla Finch', disabled: false }).waitFor();
    expect((await office.call('GET', '/stars?search=orla+finch')).json().pagination.totalCount).toBe(1);
  });

  it('shows a loading text, an empty state and an error', async () => {
    const page = await office.signedIn();
    const url = '**/api/deleted/channels*';
    const none = { success: true, records: [], pagination: { currentPage: 1, totalPages: 0, totalCount: 0 } };
    const respond = await holdRequests(page, url, (route) => route.fulfill({ json: none }));
    await page.goto('/admin/deleted?kind=channels');
    await page.getByRole('status').filter({ hasText: 'Loading deleted items...' }).waitFor();
    respond();
    await page.getByText('No deleted channels', { exact: true }).waitFor();
    await page.route(url, (route) => route.fulfill(failing()));
    await page.reload();
    await alertOf(page, 'Something went wrong on our side.').waitFor();
  });
});
