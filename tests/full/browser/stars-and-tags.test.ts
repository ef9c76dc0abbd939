/** Stars, tags and their videos when something fails. */
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';
import { formLimits } from '../../support/form-limits.ts';

const office = backOffice();

const post = { imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'viral' };
const addPost = async (titel: string, more: object): Promise<{ _id: string; version: number }> =>
  (await office.call('POST', '/postdata', { ...post, titel, ...more })).json().post;
const isFocused = (input: Element) => input === document.activeElement;

it('the videos of a tag are in pages of 20, and found by a search when the list of the tag cannot be fetched', async () => {
  const page = await office.open('/admin/tag-videos/milf');
  const videos = page.getByRole('table', { name: 'Videos' }).getByRole('row');
  await expect.poll(() => videos.count()).toBe(1 + 20);
  const requested = page.waitForRequest('**/api/tags/milf/posts?page=2&limit=20');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
  await requested;
  await page.route('**/api/tags/milf/posts*', (route) => route.fulfill(failing()));
  const searched = page.waitForRequest('**/api/getpostdata?page=1&limit=20&search=milf+late');
  await page.getByLabel('Search videos').fill('late');
  await searched;
  await page.getByRole('heading', { level: 1 }).waitFor();
});

describe('the videos of a tag', () => {
  it('have the columns of the spec and the first 2 stars, are edited in a copy, leave the list when they are deleted, and say why that failed', async () => {
    const stars = ['Ann One', 'Bea Two', 'Cay Three', 'Dee Four'];
    const { _id } = await addPost('Copper lagoon', { tags: ['tin-lagoon'], name: stars });
    // A version made up by the screen would be another.
    const { version } = (await office.call('PUT', `/updatepost/${_id}`, { minutes: 7 })).json().post;
    const kept = await addPost('Chalk lagoon', { tags: ['tin-lagoon'] });
    const page = await office.open('/admin/tag-videos/tin-lagoon?fromPage=3');
    await page.getByRole('heading', { name: 'Videos for Tag: "tin lagoon" (2)', exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Videos' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      '#',
      'Image',
      'Title',
      'Category',
      'Stars',
      'Views',
      'Actions',
    ]);
    const copper = table.getByRole('row').filter({ hasText: 'Copper lagoon' });
    expect(await copper.getByRole('cell').nth(4).textContent()).toBe('Ann One, Bea Two +2');

    const dialog = dialogOf(page, 'Edit Video');
    const title = dialog.getByLabel('Title', { exact: true });
    const edit = page.getByRole('button', { name: 'Edit Copper lagoon' });
    await edit.click();
    await title.fill('Silver lagoon');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await edit.click();
    await expect.poll(() => title.inputValue()).toBe('Copper lagoon');
    await title.fill('Silver lagoon');
    let fetched = 0;
    page.on('request', (request) => {
      if (request.url().includes('/posts?')) fetched += 1;
    });
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Update Video' }).click();
    expect((await saving).postDataJSON()).toMatchObject({ titel: 'Silver lagoon', version });
    await page.getByRole('button', { name: 'Edit Silver lagoon' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(fetched).toBe(0);
    expect((await office.call('POST', `/getVideo/${_id}`)).json().titel).toBe('Silver lagoon');

    // Section 8: why an update failed; a response without JSON counts as success.
    const update = dialog.getByRole('button', { name: 'Update Video' });
    await page.getByRole('button', { name: 'Edit Chalk lagoon' }).click();
    await title.fill('Slate lagoon');
    const responses = [
      [{ status: 400, json: { success: false, message: 'Not so' } }, 'Error updating video: Not so'],
      [{ status: 502, body: 'x' }, 'Error updating video: Server error'],
      [{ status: 418, body: 'x' }, 'Error updating video: Unknown error'],
    ] as const;
    for (const [response, message] of responses) {
      await page.route(`**/api/updatepost/${kept._id}`, (route) => route.fulfill(response));
      await update.click();
      await alertOf(page, message).first().waitFor();
    }
    await page.route(`**/api/updatepost/${kept._id}`, (route) => route.abort());
    await update.click();
    await alertOf(page, 'The update may have worked').waitFor();
    await expect.poll(() => alertOf(page, 'Network error updating video').count()).toBe(0);
    await page.route(`**/api/updatepost/${kept._id}`, (route) => route.fulfill({ status: 200, body: 'fine' }));
    await update.click();
    await page.getByRole('button', { name: 'Edit Slate lagoon' }).waitFor();
    await dialog.waitFor({ state: 'detached' });

    const remove = async (name: string) => {
      const confirmation = question(page, 'Are you sure you want to delete this post?');
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await confirmation.waitFor({ state: 'detached' });
    };
    await page.route(`**/api/deletedata/${kept._id}`, (route) => route.fulfill(failing()));
    await remove('Slate lagoon');
    await alertOf(page, 'Error deleting video').waitFor();
    const deleting = page.waitForRequest(`**/api/deletedata/${_id}`);
    await remove('Silver lagoon');
    expect((await deleting).postDataJSON()).toEqual({ version: version + 1 });
    await alertOf(page, 'Video deleted successfully!').waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    // As the site knows it: its update was only said to have worked.
    await page.getByRole('button', { name: 'Edit Chalk lagoon' }).waitFor();
  });
});

describe('the videos of a star', () => {
  it('are that star’s and no others, with tags and a search within them, counted anew after a deletion; back keeps letter and search', async () => {
    await addPost('First of Ynez', { name: ['Ynez Farol'], tags: ['a', 'b', 'c'] });
    await addPost('Second of Ynez', { name: ['Ynez Farol'], tags: ['a'] });
    await addPost('Ynez by name only', { tags: ['ynez-farol'] });
    const page = await office.open('/admin/stars-list?letter=Y&search=ynez');
    await page.getByRole('table', { name: 'Stars' }).getByText('Ynez Farol').click();
    const heading = (count: number) =>
      page.getByRole('heading', { name: `Videos for Star: "Ynez Farol" (${count})`, exact: true });
    await heading(2).waitFor();
    const table = page.getByRole('table', { name: 'Videos' });
    expect(await table.getByRole('columnheader').nth(4).textContent()).toBe('Tags');
    await table.getByText('a, b +1').waitFor();
    const search = page.getByLabel('Search videos');
    await search.fill('second');
    await heading(1).waitFor();
    await table.getByText('Second of Ynez').waitFor();
    await search.fill('');
    await heading(2).waitFor();
    await page.getByRole('button', { name: 'Delete Second of Ynez' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await heading(1).waitFor();
    await page.getByRole('link', { name: 'Back to stars' }).click();
    await page.waitForURL(
      ({ searchParams }) => searchParams.get('letter') === 'Y' && searchParams.get('search') === 'ynez',
    );
  });
});

describe('star management', () => {
  it('adds, edits and deletes a star; the description is cut to 100 characters; nothing is lost after a failure, a taken name or a conflict', async () => {
    await office.call('POST', '/stars', { name: 'Fern Pier' });
    const page = await office.open('/admin/stars');
    await page.getByRole('button', { name: 'Add New Star' }).click();
    const dialog = dialogOf(page, 'Add New Star');
    const name = dialog.getByLabel('Name', { exact: true });
    const image = dialog.getByLabel('Image URL');
    expect(await name.evaluate((input: HTMLInputElement) => input.required)).toBe(true);
    expect(await formLimits(dialog)).toEqual({ name: 100, image: 2000, description: 10_000 });
    await image.fill('not a URL');
    await expect.poll(() => image.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    await image.fill('https://example.com/star.png');
    await dialog.getByLabel('Description').fill('s'.repeat(120));
    await dialog.getByLabel('Category').selectOption('viral');
    await name.fill('Fern Pier');
    await dialog.getByRole('button', { name: 'Add Star' }).click();
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => name.evaluate(isFocused)).toBe(true);
    await name.fill('Aaa Zephyrine');
    await dialog.getByRole('button', { name: 'Add Star' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Aaa Zephyrine' });
    await row.getByText(`${'s'.repeat(100)}…`, { exact: true }).waitFor();

    // After a failure the list is as it was, and what was typed is not lost.
    const { stars } = (await office.call('GET', '/stars?search=zephyrine')).json();
    const [star] = stars;
    const rows = page.getByRole('table', { name: 'Stars' }).getByRole('row');
    const calls = `**/api/stars/${star._id}`;
    const confirmation = question(page, 'Are you sure you want to delete this star?');
    const remove = async (name: string) => {
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await confirmation.waitFor({ state: 'detached' });
    };
    await page.route(calls, (route) => route.fulfill(failing(500, 'Not now')));
    await remove('Aaa Zephyrine');
    await alertOf(page, 'Not now').waitFor();
    await row.waitFor();

    await page.getByRole('button', { name: 'Edit Aaa Zephyrine' }).click();
    const form = dialogOf(page, 'Edit Star');
    await form.getByLabel('Name', { exact: true }).fill('Aaa at last');
    await form.getByRole('button', { name: 'Update Star' }).click();
    await form.getByRole('alert').filter({ hasText: 'Not now' }).waitFor();
    await page.unroute(calls);
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Update Star' }).click();
    expect((await saving).postDataJSON()).toMatchObject({ name: 'Aaa at last', version: star.version });
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Aaa at last' }).waitFor();

    await office.call('PUT', `/stars/${star._id}`, { name: 'Aaa of somebody' });
    await remove('Aaa at last');
    await alertOf(page, 'Someone else has changed this in the meantime.').waitFor();
    const deleting = page.waitForRequest((request) => request.method() === 'DELETE');
    await remove('Aaa of somebody');
    expect((await deleting).postDataJSON()).toEqual({ version: star.version + 2 });
    await rows.filter({ hasText: 'Aaa' }).waitFor({ state: 'detached' });
  });
});
