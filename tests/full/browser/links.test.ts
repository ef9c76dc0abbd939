/** Several links of a post, and their health, as administrators and visitors meet them. */
import { expect, it } from 'vitest';
import { backOffice, dialogOf } from '../../support/back-office-site.ts';
import { killLink } from '../../support/dead-links.ts';

const office = backOffice();

const add = async (titel: string, link: string, otherLinks: string[] = []): Promise<string> => {
  const body = { titel, imageUrl: '/art/7.svg', Category: 'english', link, otherLinks };
  return (await office.call('POST', '/postdata', body)).json().post._id;
};
const kill = (url: string) => killLink(office.site, url);

it('a site without checked links says which ones never are', async () => {
  const page = await office.open('/admin/links?tab=hosts');
  const note = page.getByText('Links to example.com, example.net, and example.org are not checked.');
  await note.waitFor();
  await page.getByRole('link', { name: 'All links' }).click();
  await page.getByText('No links', { exact: true }).waitFor();
  await note.waitFor();
});

it('the form orders the links of a post by keyboard, and says what is known of each', async () => {
  const links = ['https://one.test/a', 'https://two.test/a', 'https://three.test/a'];
  const id = await add('Lanterns on water', links[0] ?? '', links.slice(1));
  await kill('https://two.test/a');
  const page = await office.open(`/admin/posts?edit=${id}`);
  const dialog = dialogOf(page, 'Edit Post');
  await dialog.getByText('Dead', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Move other link 2 up' }).press('Enter');
  // The focus follows the link, so that it can be moved on.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move other link 1 up');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'External link' }).inputValue())
    .toBe('https://three.test/a');
  await dialog.getByRole('button', { name: 'Remove other link 2' }).click();
  await dialog.getByRole('button', { name: 'Add another link' }).click();
  await dialog.getByRole('textbox', { name: 'Other link 2' }).fill('https://four.test/a');
  await dialog.getByRole('button', { name: 'Update Post' }).click();
  const read = async () => (await office.call('GET', `/posts/${id}`)).json().post;
  await expect.poll(read).toMatchObject({
    link: 'https://three.test/a',
    otherLinks: ['https://one.test/a', 'https://four.test/a'],
    deadLinks: [],
  });
});

it('posts without a working link wait on the dashboard and on Links, and are hidden with a way back', async () => {
  const id = await add('Empty pier', 'https://gone.test/c');
  await kill('https://gone.test/c');
  const page = await office.open('/admin/dashboard');
  await page.getByRole('link', { name: /no working link/ }).click();
  const table = page.getByRole('table', { name: 'Without a working link' });
  await table.getByRole('row', { name: /Empty pier/ }).waitFor();
  await table.getByRole('checkbox', { name: 'Select Empty pier' }).click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Hide' }).click();
  const stateOf = async () => (await office.call('GET', `/posts/${id}`)).json().post.state;
  await expect.poll(stateOf).toBe('draft');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stateOf).toBe('published');
});

it('a link shows its last checks, and is ignored and heeded again', async () => {
  await add('Quiet street', 'https://street.test/d');
  await kill('https://street.test/d');
  const page = await office.open('/admin/links?tab=all&host=street.test');
  const row = page.getByRole('table', { name: 'All links' }).getByRole('row', { name: /street\.test/ });
  await row.getByRole('button', { name: /^History/ }).click();
  await dialogOf(page, 'Checks of a link').getByText('not found (404)').waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^Ignore/ }).click();
  await row.getByText('Ignored').waitFor();
  await row.getByRole('button', { name: /^Check again/ }).click();
  await row.getByText('Unchecked').waitFor();
});

it('several links are ignored and heeded again at once', async () => {
  for (const path of ['f', 'g']) {
    await add(`Row of houses ${path}`, `https://row.test/${path}`);
    await kill(`https://row.test/${path}`);
  }
  const page = await office.open('/admin/links?tab=all&host=row.test');
  const table = page.getByRole('table', { name: 'All links' });
  const choose = async (action: string) => {
    await table.getByRole('checkbox', { name: 'Select this page' }).click();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('2 links selected').waitFor();
    await bar.getByRole('button', { name: action }).click();
    await bar.waitFor({ state: 'hidden' });
  };
  await table.getByText('https://row.test/g').waitFor();
  await choose('Ignore');
  await expect.poll(() => table.getByText('Ignored').count()).toBe(2);
  await choose('Check again');
  await expect.poll(() => table.getByText('Unchecked').count()).toBe(2);
});

it('all links of a host are ignored after a question, and heeded again', async () => {
  const ids: string[] = [];
  for (const path of ['h', 'i']) {
    ids.push(await add(`Harbour wall ${path}`, `https://harbour.test/${path}`));
    await kill(`https://harbour.test/${path}`);
  }
  const deadLinks = async () =>
    Promise.all(ids.map(async (id) => (await office.call('GET', `/posts/${id}`)).json().post.deadLinks.length));
  const page = await office.open('/admin/links?tab=hosts');
  const row = page.getByRole('table', { name: 'Hosts' }).getByRole('row', { name: /harbour\.test/ });
  await row.getByRole('button', { name: 'Ignore all links of harbour.test' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Ignore all links of harbour.test?' });
  await question.getByText('2 links will no longer be checked').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await deadLinks()).toEqual([1, 1]);
  await row.getByRole('button', { name: 'Ignore all links of harbour.test' }).press('Enter');
  await question.getByRole('button', { name: 'Ignore' }).click();
  await row.getByText('Ignored', { exact: true }).waitFor();
  expect(await deadLinks()).toEqual([0, 0]);
  const back = 'Check again: all links of harbour.test';
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(back);
  await page.keyboard.press('Enter');
  await row.getByRole('button', { name: 'Ignore all links of harbour.test' }).waitFor();
  await page.getByText('2 links of harbour.test are checked from now on.').waitFor();
});

it('all of it is done by keyboard, and the focus stays with the link or host', async () => {
  const id = await add('Grey wharf', 'https://wharf.test/e', ['https://slip.test/e']);
  await kill('https://wharf.test/e');
  const page = await office.open('/admin/links?tab=all&host=wharf.test');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.getByRole('button', { name: 'History of https://wharf.test/e' }).press('Enter');
  await dialogOf(page, 'Checks of a link').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('History of https://wharf.test/e');
  await page.getByRole('button', { name: 'Recheck https://wharf.test/e' }).press('Enter');
  await page.getByText('As soon as possible').waitFor();
  await expect.poll(focused).toBe('Recheck https://wharf.test/e');
  await page.getByRole('button', { name: 'Ignore https://wharf.test/e' }).press('Enter');
  await page.getByRole('button', { name: 'Check again: https://wharf.test/e' }).waitFor();
  await expect.poll(focused).toBe('Check again: https://wharf.test/e');

  await page.getByRole('link', { name: 'Hosts' }).press('Enter');
  await page.getByRole('button', { name: 'Recheck links of wharf.test' }).press('Enter');
  await page.getByText('All links of wharf.test are ignored.').waitFor();
  await page.getByRole('button', { name: 'Replace links of wharf.test' }).press('Enter');
  await dialogOf(page, 'Replace links of wharf.test').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Replace links of wharf.test');
  await page.getByRole('link', { name: '1 post with links to wharf.test' }).press('Enter');
  await page
    .getByRole('table', { name: 'Posts' })
    .getByRole('row', { name: /Grey wharf/ })
    .waitFor();

  await page.goto(`/admin/posts?edit=${id}`);
  const dialog = dialogOf(page, 'Edit Post');
  await dialog.getByRole('button', { name: 'Add another link' }).press('Enter');
  const isFocused = (name: string) =>
    dialog.getByRole('textbox', { name }).evaluate((field) => field === document.activeElement);
  await expect.poll(() => isFocused('Other link 2')).toBe(true);
  await dialog.getByRole('button', { name: 'Remove other link 2' }).press('Enter');
  await expect.poll(focused).toBe('Remove other link 1');
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused('External link')).toBe(true);
});
