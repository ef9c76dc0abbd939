/** Changing many posts at once in the back-office: select, preview, apply, follow, undo. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { backOffice, openScreen } from '../../support/back-office-site.ts';
import { addVideo } from '../../support/catalogue.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

/** Posts with these words in their titles, and no others. */
const addPosts = async (words: string, count: number) => {
  const ids: number[] = [];
  for (let n = 1; n <= count; n++) ids.push(await addVideo(office.site.database.db, { title: `${words} ${n}` }));
  await office.site.index.waitUntilIndexed();
  return ids;
};

const postsTagged = async (slug: string) => {
  await office.site.index.waitUntilIndexed();
  return (await office.call('GET', `/tags/${slug}/posts`)).json().totalRecords;
};

const search = (words: string) => `/admin/posts?search=${encodeURIComponent(words)}`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const progress = (page: Page) => page.getByRole('list', { name: 'Bulk changes' });

const addTag = async (page: Page, tag: string) => {
  await button(page, 'Change…').click();
  await dialog(page).getByLabel('Tags', { exact: true }).fill(tag);
  await dialog(page).getByLabel('Tags', { exact: true }).press('Enter');
};

it('50 posts are retagged with four clicks, and changed back with one more', async () => {
  await addPosts('Grellow wharf', 50);
  const page = await office.open(search('grellow wharf'));
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await button(page, 'Select all 50 that match').click();
  await addTag(page, 'Evening Tide');
  await dialog(page).getByText('50 posts will get this tag.').waitFor();
  await button(page, 'Apply').click();
  await progress(page).getByText('Done: 50 posts changed').waitFor();
  expect(await postsTagged('evening-tide')).toBe(50);
  await progress(page).getByRole('button', { name: 'Undo' }).click();
  await progress(page).getByText('Done: 50 posts reverted').waitFor();
  expect(await postsTagged('evening-tide')).toBe(0);
});

it('a preview says how many posts have the tag already', async () => {
  const [first] = await addPosts('Amber lock', 3);
  await office.call('PUT', `/updatepost/${first}`, { tags: ['Sluice'] });
  await office.site.index.waitUntilIndexed();
  const page = await office.open(search('amber lock'));
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await addTag(page, 'Sluice');
  await dialog(page).getByText('2 posts will get this tag; 1 post already has it.').waitFor();
});

it('what was chosen, and half typed, is offered after a crash, and gone once it is applied', async () => {
  await addPosts('Cobalt culvert', 2);
  const page = await office.open(search('cobalt culvert'), { isNew: true });
  const openDialog = async (tab: Page) => {
    await tab.getByRole('checkbox', { name: 'Select this page' }).click();
    await button(tab, 'Change…').click();
  };
  await openDialog(page);
  await dialog(page).getByLabel('What to change').selectOption('Add stars');
  await dialog(page).getByRole('combobox', { name: 'Stars' }).pressSequentially('Isla Thorne,Nell');
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await openScreen(next, search('cobalt culvert'));
  await openDialog(next);
  await button(next, /^Continue your draft from /).click();
  await button(next, 'Remove Isla Thorne').waitFor();
  const stars = dialog(next).getByRole('combobox', { name: 'Stars' });
  await expect.poll(() => stars.inputValue()).toBe('Nell');
  // Not without the name that is half typed.
  await button(next, 'Apply').click();
  await next.locator('input[role="combobox"]:focus').press('Enter');
  await button(next, 'Remove Nell').waitFor();
  await button(next, 'Apply').click();
  await progress(next).getByText('Done: 2 posts changed').waitFor();
  await openDialog(next);
  await dialog(next).getByLabel('What to change').click();
  expect(await button(next, /^Continue your draft/).count()).toBe(0);
});

it('shift and a click select all rows in between', async () => {
  await addPosts('Silver weir', 6);
  const page = await office.open(search('silver weir'));
  const boxes = page.getByRole('checkbox', { name: /^Select Silver weir/ });
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  await page.getByText('4 posts selected').waitFor();
  await boxes.nth(2).click();
  await page.getByText('3 posts selected').waitFor();
});

it('the progress is shown on the next screen, too, and after a reload', async () => {
  await addPosts('Quartz dam', 2);
  const page = await office.open(search('quartz dam'));
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await addTag(page, 'Spillway');
  await button(page, 'Apply').click();
  await progress(page).getByText('Done: 2 posts changed').waitFor();
  await page.getByRole('link', { name: 'Bulk changes' }).first().click();
  await page.getByRole('table', { name: 'Bulk changes' }).getByText('Add tag “Spillway”').waitFor();
  await progress(page).getByText('Done: 2 posts changed').waitFor();
  await page.reload();
  await progress(page).getByText('Done: 2 posts changed').waitFor();
});

it('the screen of bulk changes undoes one, and says which posts somebody has changed since', async () => {
  const [kept] = await addPosts('Ochre ford', 2);
  const page = await office.open(search('ochre ford'));
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await addTag(page, 'Shallows');
  await button(page, 'Apply').click();
  await progress(page).getByText('Done: 2 posts changed').waitFor();
  await office.call('PUT', `/updatepost/${kept}`, { titel: 'Renamed since' });
  await page.goto('/admin/bulk-changes');
  await button(page, 'Undo: Add tag “Shallows”').click();
  const table = page.getByRole('table', { name: 'Bulk changes' });
  await table.getByText('1 post reverted, 1 post left alone').waitFor();
  await table.getByRole('link', { name: 'Show posts left alone' }).first().click();
  const post = page.getByRole('link', { name: 'Renamed since' });
  expect(await post.getAttribute('href')).toBe(`/admin/posts?edit=${kept}`);
  await page.getByText('changed by someone since').waitFor();
});

it('many deleted posts are restored at once', async () => {
  const ids = await addPosts('Umber quay', 3);
  for (const id of ids) await office.call('DELETE', `/deletepost/${id}`);
  const page = await office.open('/admin/deleted');
  for (const name of ['Umber quay 1', 'Umber quay 2', 'Umber quay 3'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await button(page, 'Change…').click();
  await dialog(page).getByText('3 posts will be restored.').waitFor();
  await button(page, 'Apply').click();
  await progress(page)
    .getByText(/^Done: 3 posts/)
    .waitFor();
  await page.getByRole('checkbox', { name: 'Select Umber quay 1' }).waitFor({ state: 'detached' });
  await page.goto(search('umber quay'));
  await page.getByRole('checkbox', { name: 'Select Umber quay 3' }).waitFor();
});

it('posts are selected and changed on a phone', async () => {
  await addPosts('Slate cove', 2);
  const page = await office.open(search('slate cove'), { viewport: { width: 390, height: 844 } });
  await page.getByRole('checkbox', { name: 'Select Slate cove 1' }).click();
  await button(page, 'Select this page').click();
  await page.getByText('2 posts selected').waitFor();
  await addTag(page, 'Shingle');
  await button(page, 'Apply').click();
  await progress(page).getByText('Done: 2 posts changed').waitFor();
  expect(await postsTagged('shingle')).toBe(2);
});

it('a double click on Apply starts one bulk change', async () => {
  await addPosts('Copper sluice', 2);
  const page = await office.open(search('copper sluice'));
  const release = await holdRequests(page, '**/api/bulk-changes');
  let started = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/bulk-changes')) started += 1;
  });
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await addTag(page, 'Weathered');
  await button(page, 'Apply').dblclick();
  release();
  await progress(page).getByText('Done: 2 posts changed').waitFor();
  expect(started).toBe(1);
});

it('a change that cannot be started keeps the dialog and says why', async () => {
  await addPosts('Pewter lane', 1);
  const page = await office.open(search('pewter lane'));
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await button(page, 'Change…').click();
  await dialog(page).getByLabel('What to change').selectOption('Remove tags');
  await dialog(page).getByLabel('Tags', { exact: true }).fill('Never used');
  await dialog(page).getByLabel('Tags', { exact: true }).press('Enter');
  await dialog(page).getByText('There is no tag “Never used”.').waitFor();
  await button(page, 'Apply').click();
  await dialog(page).getByText('There is no tag “Never used”.').waitFor();
  await dialog(page).getByRole('list', { name: 'Chosen tags' }).getByText('Never used').waitFor();
});
