/** Posting: states, series of posts, copies, known links, uploads and the calendar. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing } from '../../support/back-office-site.ts';
import { phone } from '../../support/public-site.ts';

const office = backOffice();

const post = { imageUrl: '/art/7.svg', link: '', Category: 'english' };
const addPost = async (titel: string, more: object = {}): Promise<{ _id: string }> =>
  (await office.call('POST', '/postdata', { ...post, titel, ...more })).json().post;

const stored = (title: string) =>
  office.site.database.db
    .selectFrom('videos')
    .select(['id', 'state', 'category', 'image_url', 'link'])
    .where('title', '=', title)
    .orderBy('id')
    .execute();

it('a draft needs no more than a title, and Ctrl+Enter saves it from any field', async () => {
  const page = await office.open('/admin/posts?add=1');
  const dialog = dialogOf(page, 'Add Post');
  await dialog.getByLabel('Title', { exact: true }).fill('Unfinished lighthouse');
  await dialog.getByLabel('State').selectOption('draft');
  const tags = dialog.getByRole('combobox', { name: 'Tags', exact: true });
  await tags.fill('half typed tag');
  await tags.press('Control+Enter');
  await alertOf(page, 'Post saved').waitFor();
  const [draft] = await stored('Unfinished lighthouse');
  expect(draft).toMatchObject({ state: 'draft', image_url: '', link: '' });
  const { tags: saved } = (await office.call('GET', `/posts/${draft?.id}`)).json().post;
  expect(saved).toEqual(['half-typed-tag']);
});

it('Enter takes the first suggestion, what was typed can be added as new, and new names are marked', async () => {
  await addPost('Suggested pier', { tags: ['Iris meadow'] });
  const page = await office.open('/admin/posts?add=1');
  const dialog = dialogOf(page, 'Add Post');
  const tags = dialog.getByRole('combobox', { name: 'Tags', exact: true });
  const chosen = dialog.getByRole('list', { name: 'Tags of the video' }).getByRole('listitem');
  await tags.pressSequentially('IRIS');
  await page.getByRole('option', { name: 'Iris meadow', exact: true }).waitFor();
  await tags.press('Enter');
  await expect.poll(() => chosen.allTextContents()).toEqual(['Iris meadow']);
  await tags.pressSequentially('IRIS M');
  await tags.press('Enter');
  await expect.poll(() => chosen.allTextContents()).toEqual(['Iris meadow', 'IRIS MNew']);
  await dialog.getByRole('button', { name: 'Remove Iris meadow' }).click();
  await tags.pressSequentially('iris me');
  await page.getByRole('option', { name: 'Iris meadow', exact: true }).waitFor();
  await page.getByRole('option', { name: 'Add “iris me” as a new tag' }).click();
  await expect.poll(() => chosen.allTextContents()).toEqual(['IRIS MNew', 'iris meNew']);
});

it('Undo of a saved post brings the version before back, deletes a new one, and spares what somebody changed since', async () => {
  const { _id } = await addPost('Undone ferry', { tags: ['harbour'] });
  const page = await office.open(`/admin/posts?edit=${_id}`);
  const rename = async (title: string) => {
    await dialogOf(page, 'Edit Post').getByLabel('Title', { exact: true }).fill(title);
    await dialogOf(page, 'Edit Post').getByRole('button', { name: 'Update Post' }).click();
    const undo = alertOf(page, 'Post saved').getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    return undo;
  };
  await (await rename('Renamed ferry')).click();
  await alertOf(page, 'Undone.').waitFor();
  expect((await office.call('GET', `/posts/${_id}`)).json().post).toMatchObject({
    titel: 'Undone ferry',
    tags: ['harbour'],
  });

  await page.goto(`/admin/posts?edit=${_id}`);
  const undo = await rename('Renamed again');
  await office.call('PUT', `/updatepost/${_id}`, { altKeywords: 'somebody else' });
  await undo.click();
  await alertOf(page, 'Someone else has changed this in the meantime, so it was not undone.').waitFor();
  expect((await office.call('GET', `/posts/${_id}`)).json().post.titel).toBe('Renamed again');

  await page.goto('/admin/posts?add=1');
  const dialog = dialogOf(page, 'Add Post');
  await dialog.getByLabel('Title', { exact: true }).fill('Unwanted ferry');
  await dialog.getByLabel('Image URL').fill('/art/8.svg');
  await dialog.getByRole('button', { name: 'Add Post' }).click();
  await alertOf(page, 'Post saved').getByRole('button', { name: 'Undo' }).click();
  await alertOf(page, 'Undone.').waitFor();
  const [added] = await stored('Unwanted ferry');
  expect((await office.call('GET', `/posts/${added?.id}`)).statusCode).toBe(404);
});

it('Save and add another keeps category and tags for the next post', async () => {
  const page = await office.open('/admin/posts?add=1');
  const dialog = dialogOf(page, 'Add Post');
  await dialog.getByLabel('Title', { exact: true }).fill('First of a series');
  await dialog.getByLabel('Image URL').fill('/art/8.svg');
  await dialog.getByLabel('Category').selectOption('viral');
  await dialog.getByRole('combobox', { name: 'Tags', exact: true }).fill('Series tag');
  await dialog.getByRole('button', { name: 'Save and add another' }).click();
  await alertOf(page, 'Post saved').waitFor();
  await expect.poll(() => dialog.getByLabel('Title', { exact: true }).inputValue()).toBe('');
  await expect.poll(() => dialog.getByLabel('Category').inputValue()).toBe('viral');
  await dialog.getByRole('list', { name: 'Tags of the video' }).getByText('Series tag').waitFor();
  await dialog.getByLabel('Title', { exact: true }).fill('Second of a series');
  await dialog.getByLabel('Image URL').fill('/art/9.svg');
  await dialog.getByRole('button', { name: 'Add Post' }).click();
  await expect.poll(() => stored('Second of a series')).toMatchObject([{ category: 'viral', state: 'published' }]);
  expect(await stored('First of a series')).toHaveLength(1);
});

it('Duplicate opens a new form with everything but the link', async () => {
  const { _id } = await addPost('Original windmill', { link: 'https://example.com/windmill', tags: ['grain'] });
  const page = await office.open(`/admin/posts?edit=${_id}`);
  await dialogOf(page, 'Edit Post').getByRole('button', { name: 'Duplicate' }).click();
  const dialog = dialogOf(page, 'Add Post');
  await expect.poll(() => dialog.getByLabel('Title', { exact: true }).inputValue()).toBe('Original windmill');
  expect(await dialog.getByLabel('External link').inputValue()).toBe('');
  await dialog.getByLabel('Title', { exact: true }).fill('Copied windmill');
  await dialog.getByRole('button', { name: 'Add Post' }).click();
  await expect.poll(() => stored('Copied windmill')).toMatchObject([{ state: 'draft', link: '' }]);
  expect(await stored('Original windmill')).toHaveLength(1);
});

it('a pasted link shows the post that has it, in any form of the address, and a deleted one can be restored', async () => {
  const { _id } = await addPost('Known causeway', { link: 'https://example.com/causeway?id=7' });
  const page = await office.open('/admin/posts?add=1');
  const dialog = dialogOf(page, 'Add Post');
  const link = dialog.getByLabel('External link');
  await link.fill('http://www.example.com/causeway/?utm_source=mail&id=7#start');
  await dialog.getByText('This link is already in the catalogue:').waitFor();
  await dialog.getByRole('link', { name: 'Known causeway' }).waitFor();
  await office.call('DELETE', `/deletepost/${_id}`);
  await link.fill('https://m.example.com/causeway?id=7');
  await dialog.getByText('A post with this link was deleted:').waitFor();
  await dialog.getByRole('button', { name: 'Restore Known causeway' }).click();
  await dialog.getByRole('link', { name: 'Known causeway' }).waitFor();
  expect((await office.call('GET', `/posts/${_id}`)).statusCode).toBe(200);
});

it('an uploaded image survives a save that fails, and a file that is no image is refused', async () => {
  const page = await office.open('/admin/posts?add=1');
  const dialog = dialogOf(page, 'Add Post');
  const file = dialog.getByLabel('Image file');
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('notes') });
  await dialog.getByText('The image could not be read as an image.').waitFor();
  const buffer = await sharp({ create: { width: 320, height: 180, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await file.setInputFiles({ name: 'bridge.png', mimeType: 'image/png', buffer });
  const field = dialog.getByLabel('Image URL');
  await expect.poll(() => field.inputValue()).toMatch(/^\/uploads\/images\/[0-9a-f]{32}\.webp$/);
  const url = await field.inputValue();
  await dialog.getByLabel('Title', { exact: true }).fill('Uploaded bridge');
  await page.route('**/api/postdata', (route) => route.fulfill(failing()), { times: 1 });
  await dialog.getByRole('button', { name: 'Add Post' }).click();
  await page.getByRole('button', { name: 'Retry Uploaded bridge' }).click();
  await expect.poll(() => stored('Uploaded bridge')).toMatchObject([{ image_url: url }]);
});

it('a scheduled post is in the calendar, as a month or on phones as an agenda, and opens from there', async () => {
  const page = await office.open('/admin/posts?add=1');
  const dialog = dialogOf(page, 'Add Post');
  await dialog.getByLabel('Title', { exact: true }).fill('Coming regatta');
  await dialog.getByLabel('Image URL').fill('/art/8.svg');
  await dialog.getByLabel('State').selectOption('scheduled');
  await dialog.getByLabel('Publish at').fill('2031-05-14T09:30');
  await dialog.getByRole('button', { name: 'Add Post' }).click();
  await alertOf(page, 'Post saved').waitFor();
  await page.goto('/admin/calendar?month=2031-05');
  const link = page.getByRole('table', { name: 'May 2031' }).getByRole('link', { name: /Coming regatta/ });
  await expect.poll(() => link.textContent()).toContain('9:30 AM');
  await link.click();
  const form = dialogOf(page, 'Edit Post');
  await expect.poll(() => form.getByLabel('Publish at').inputValue()).toBe('2031-05-14T09:30');

  const small = await office.open('/admin/calendar?month=2031-05', phone);
  await small.getByRole('heading', { name: 'Wednesday, May 14' }).waitFor();
  await small
    .getByRole('link', { name: /Coming regatta/ })
    .locator('visible=true')
    .waitFor();
});
