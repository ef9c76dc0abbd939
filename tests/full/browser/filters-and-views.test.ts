import { describe, expect, it } from 'vitest';
import { alertOf, backOffice } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

it('a saved view that was deleted comes back with Undo', async () => {
  await office.call('POST', '/postviews', { name: 'Night desk', query: 'state=draft' });
  const page = await office.open('/admin/posts');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Delete the view Night desk' }).click();
  await alertOf(page, 'View “Night desk” deleted').getByRole('button', { name: 'Undo' }).click();
  await alertOf(page, 'View “Night desk” restored').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('link', { name: 'Night desk' }).click();
  await page.waitForURL('**/admin/posts?state=draft');
});

it('the audit log ignores filters that mean nothing', async () => {
  const page = await office.open('/admin/audit?entity=%3Cx%3E&action=A&person=x&before=-1');
  await page.getByRole('table', { name: 'Audit log' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('a filter by tag shows the name of the tag', async () => {
  const post = { imageUrl: '/art/7.svg', link: '', Category: 'english', titel: 'Tin whistle', tags: ['Sönnige Wëge'] };
  await office.call('POST', '/postdata', post);
  const page = await office.open('/admin/posts?tag=sonnige-wege');
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect.poll(() => chips.textContent()).toContain('Sönnige Wëge');
});

describe('the list of posts', () => {
  const addPost = async (titel: string, more: object): Promise<{ _id: string }> =>
    (
      await office.call('POST', '/postdata', {
        ...{ imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'english', titel, ...more },
      })
    ).json().post;

  it('has the columns that an admin has chosen, also after a reload', async () => {
    const page = await office.open('/admin/posts', { isNew: true });
    const columns = page.getByRole('table', { name: 'Posts' }).getByRole('columnheader');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Number', { exact: true }).check();
    await page.getByLabel('Minutes', { exact: true }).uncheck();
    await page.reload();
    await columns.filter({ hasText: 'Number' }).waitFor();
    await expect.poll(() => columns.filter({ hasText: 'Minutes' }).count()).toBe(0);
  });

  it('finds a deleted post by its pasted link, and restores it', async () => {
    const { _id } = await addPost('Walnut turbine', { link: 'https://www.example.com/watch?v=walnut' });
    await office.call('DELETE', `/deletepost/${_id}`);
    const page = await office.open('/admin/posts');
    await page.getByLabel('Search posts').fill('http://example.com/watch/?v=walnut&utm_source=mail');
    const elsewhere = page.getByRole('list', { name: 'Found elsewhere' });
    await elsewhere.getByText('was deleted on').waitFor();
    await elsewhere.getByRole('button', { name: 'Restore Walnut turbine' }).click();
    await page.getByRole('table', { name: 'Posts' }).getByText('Walnut turbine').waitFor();
  });

  it('has a tab for drafts with their number; a click on a row opens the post', async () => {
    await addPost('Unfinished causeway', { state: 'draft' });
    const page = await office.open('/admin/posts');
    await page.getByRole('link', { name: /^Drafts \d+$/ }).click();
    await page.waitForURL('**/admin/posts?state=draft');
    await page.getByRole('table', { name: 'Posts' }).getByText('Unfinished causeway').click();
    await page.getByRole('dialog', { name: 'Edit Post' }).waitFor();
  });

  it('keeps a filter that is still loading when a tab or a heading is clicked', async () => {
    const page = await office.open('/admin/posts');
    const release = await holdRequests(page, '**/api/posts?*');
    await page.getByLabel('Search posts').fill('causeway');
    const drafts = page.getByRole('link', { name: /^Drafts \d+$/ });
    await expect.poll(() => drafts.getAttribute('href')).toContain('search=causeway');
    await drafts.click();
    const title = page.getByRole('columnheader', { name: 'Title' }).getByRole('link');
    await expect.poll(() => title.getAttribute('href')).toContain('state=draft');
    await title.dblclick();
    release();
    await page.waitForURL('**/admin/posts?search=causeway&state=draft&sort=title&direction=asc');
  });
});
