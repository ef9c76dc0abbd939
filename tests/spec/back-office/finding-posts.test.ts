/** Back-office: finding posts by filters, sorts, saved views and what is pasted into the search. */
import { describe, expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

const addPost = async (titel: string, more: object = {}): Promise<{ _id: string }> =>
  (
    await office.call('POST', '/postdata', {
      ...{ imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'english', titel, ...more },
    })
  ).json().post;

describe('the list of posts', () => {
  it('is filtered and sorted by its URL, which can be sent to a colleague', async () => {
    for (const [title, minutes] of [
      ['Slate ferry', 12],
      ['Ochre ferry', 48],
      ['Ivory ferry', 30],
    ] as const)
      await addPost(title, { tags: ['own-quay'], minutes });
    const page = await office.open('/admin/posts', { isNew: true });
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Tag', { exact: true }).fill('own-quay');
    await page.getByLabel('Minutes, from').fill('20');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/admin/posts?tag=own-quay&minutesFrom=20');
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click();
    await page.waitForURL('**/admin/posts?tag=own-quay&minutesFrom=20&sort=title&direction=asc');

    const colleague = await office.open(new URL(page.url()).pathname + new URL(page.url()).search);
    const titles = colleague.getByRole('table', { name: 'Posts' }).getByText(/ferry$/);
    await expect.poll(() => titles.allTextContents()).toEqual(['Ivory ferry', 'Ochre ferry']);
    await colleague.getByText('2 posts', { exact: true }).waitFor();
    await colleague.getByRole('link', { name: 'Remove the filter Minutes from: 20' }).click();
    await expect.poll(() => titles.allTextContents()).toEqual(['Ivory ferry', 'Ochre ferry', 'Slate ferry']);
  });

  it('is saved as a view that other admins open by its name', async () => {
    const page = await office.open('/admin/posts?without=tags&sort=views', { isNew: true });
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Name of this view').fill('Untagged, most viewed');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('link', { name: 'Untagged, most viewed' }).waitFor();

    const colleague = await office.open('/admin/posts');
    await colleague.getByRole('button', { name: 'Saved views' }).click();
    await colleague.getByRole('link', { name: 'Untagged, most viewed' }).click();
    await colleague.waitForURL('**/admin/posts?without=tags&sort=views');
  });

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

describe('star videos', () => {
  it('are that performer’s and no others, counted anew after a deletion; back keeps the letter and the search', async () => {
    await addPost('Umbra in the rain', { name: ['Umbra'] });
    await addPost('Second of hers', { name: ['Umbra'] });
    await addPost('Umbra by name only', { tags: ['umbra'] });
    const page = await office.open('/admin/stars-list?letter=U&search=umbra');
    await page.getByRole('table', { name: 'Stars' }).getByText('Umbra').click();
    await page.getByRole('heading', { name: 'Videos for Star: "Umbra" (2)', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete Second of hers' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Videos for Star: "Umbra" (1)', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to stars' }).click();
    await page.waitForURL(
      (url) => url.searchParams.get('letter') === 'U' && url.searchParams.get('search') === 'umbra',
    );
  });
});
