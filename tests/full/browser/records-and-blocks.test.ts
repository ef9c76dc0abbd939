/** Records of posts and blocks, as administrators meet them. */
import { afterEach, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf } from '../../support/back-office-site.ts';

const office = backOffice();

afterEach(() => office.call('PUT', '/settings', { requireRecords: false }));

const post = { imageUrl: '/art/7.svg', Category: 'english' };
const addPost = async (titel: string, more: object = {}): Promise<{ _id: string }> =>
  (await office.call('POST', '/postdata', { ...post, titel, link: '', ...more })).json().post;
const read = async ({ _id }: { _id: string }) => (await office.call('GET', `/posts/${_id}`)).json().post;

it('records are filled in with a post, which says what is missing where they are required', async () => {
  const draft = await addPost('Recorded lighthouse', { state: 'draft' });
  await office.call('PUT', '/settings', { requireRecords: true });
  const page = await office.open(`/admin/posts?edit=${draft._id}`);
  const dialog = dialogOf(page, 'Edit Post');
  const records = dialog.getByRole('group', { name: 'Records' });
  await records.getByLabel('Source').fill('The archive');
  await dialog.getByLabel('State').selectOption('published');
  await dialog.getByRole('button', { name: 'Update Post' }).click();
  await dialog.getByText(/^Before this post can be published, its records need/).waitFor();
  await records.getByText('Enter a consent statement.').waitFor();
  expect(await records.getByLabel('Source').inputValue()).toBe('The archive');
  await records.getByLabel('Rights holder or records custodian').fill('Harbour Ltd');
  await records.getByLabel('Consent').fill('Signed, folder 7');
  await records.getByLabel('Date of the records').fill('2026-03-31');
  await dialog.getByRole('button', { name: 'Update Post' }).click();
  await expect
    .poll(() => read(draft))
    .toMatchObject({ state: 'published', consent: 'Signed, folder 7', recordDate: '2026-03-31' });
});

it('what lacks records is listed by what is missing, and filled in for many posts at once', async () => {
  const posts = [1, 2].map((n) =>
    addPost(`Unrecorded buoy ${n}`, { link: `https://buoys.example.com/${n}`, source: 'Own' }),
  );
  const [first] = await Promise.all(posts);
  const page = await office.open('/admin/records?host=buoys.example.com&without=consent');
  const table = page.getByRole('table', { name: 'Posts without complete records' });
  await expect.poll(() => table.getByRole('row').count()).toBe(3);
  expect(await page.getByRole('link', { name: 'Consent 2' }).getAttribute('aria-current')).toBe('page');
  await page.getByRole('link', { name: 'Source 0' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 posts' });
  await dialog.getByLabel('Source').fill('Another archive');
  await dialog.getByLabel('Consent').fill('Signed by all');
  await dialog.getByText('2 posts will get these records.').waitFor();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Nothing is missing').waitFor();
  expect(await read(first as { _id: string })).toMatchObject({ source: 'Own', consent: 'Signed by all' });
});

it('a file is checked before it is imported', async () => {
  const one = await addPost('Imported jetty');
  const page = await office.open('/admin/records');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = dialogOf(page, 'Import records');
  const choose = (content: string) =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'records.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose(`id,source\n${one._id},The jetty\nnone,x`);
  await dialog.getByText('“none” is not the id of a post.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
  await choose(`id,source\n${one._id},The jetty`);
  await dialog.getByText('1 post will be updated.').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await alertOf(page, 'Records of 1 post updated.').waitFor();
  expect((await read(one)).source).toBe('The jetty');
});

it('a star is blocked after its posts were counted, the post says why it is hidden, and lifting brings it back', async () => {
  const one = await addPost('Delisted ferry', { name: ['Zola Ferrywright'] });
  const page = await office.open('/admin/blocks');
  await page.getByRole('button', { name: 'Add block' }).click();
  const dialog = dialogOf(page, 'Add block');
  await dialog.getByLabel('What to block').selectOption('Star');
  await dialog.getByLabel('Star', { exact: true }).fill('zola ferrywright');
  await dialog.getByText('1 post of “Zola Ferrywright” will be hidden.').waitFor();
  await dialog.getByLabel('Reason').fill('Asked to be delisted');
  await dialog.getByRole('button', { name: 'Block' }).click();
  const row = page.getByRole('table', { name: 'Blocks' }).getByRole('row', { name: /Zola Ferrywright/ });
  await row.getByText('1 post hidden').waitFor();
  expect((await read(one)).state).toBe('withheld');
  const editor = await office.open(`/admin/posts?edit=${one._id}`);
  await dialogOf(editor, 'Edit Post')
    .getByText(/the block of Zola Ferrywright/)
    .waitFor();
  await row.getByRole('button', { name: 'Lift the block of Zola Ferrywright' }).click();
  await page
    .getByRole('alertdialog', { name: 'Lift the block of “Zola Ferrywright”?' })
    .getByRole('button', { name: 'Lift' })
    .click();
  await row.getByText('All posts restored').waitFor();
  expect((await read(one)).state).toBe('published');
});
