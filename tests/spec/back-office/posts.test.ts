/** Back-office, sections 2, 4, 5, 8 and 9: posts. */
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { phone } from '../../support/public-site.ts';

const office = backOffice();

const post = { imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'english' };
const addPost = async (titel: string, more: object = {}): Promise<{ _id: string }> =>
  (await office.call('POST', '/postdata', { ...post, titel, ...more })).json().post;
const found = (search: string) => `/admin/posts?search=${encodeURIComponent(`title:${search}`)}`;

describe('sections 2 and 9: the list of posts', () => {
  it('has 16 posts per page, and pagination with 1 sibling and 1 boundary page', async () => {
    const page = await office.open('/admin/posts?page=6');
    const table = page.getByRole('table', { name: 'Posts' });
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 16);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const shown = await pages.locator('a, span').allTextContents();
    expect(shown).toEqual(['Previous', '1', '…', '5', '6', '7', '…', '125', 'Next']);
    const requested = page.waitForRequest(/\/api\/posts\?page=7&limit=16/);
    await pages.getByRole('link', { name: 'Next' }).click();
    await requested;
    await page.waitForURL('**/admin/posts?page=7');
  });

  it('searches while typing, with the text in the URL', async () => {
    await addPost('Periwinkle quarry');
    const page = await office.open('/admin/posts?page=3');
    await page.getByLabel('Search posts').pressSequentially('periwinkle');
    await page.waitForURL('**/admin/posts?search=periwinkle');
    await expect.poll(() => page.getByRole('table', { name: 'Posts' }).getByRole('row').count()).toBe(2);
    await page.reload();
    await page.getByText('Periwinkle quarry').waitFor();
    await expect.poll(() => page.getByLabel('Search posts').inputValue()).toBe('periwinkle');
  });

  it('section 8: shows Failed to fetch data, in red, when the list cannot be fetched', async () => {
    const page = await office.signedIn();
    await page.route(/\/api\/posts\?/, (route) => route.fulfill(failing()));
    await page.goto('/admin/posts');
    const alert = alertOf(page, 'Failed to fetch data');
    await alert.waitFor();
    const danger = await page.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--danger)';
      return getComputedStyle(document.body.appendChild(probe)).color;
    });
    await expect.poll(() => alert.evaluate((element) => getComputedStyle(element).color)).toBe(danger);
  });
});

describe('sections 2 and 5: the form of a post', () => {
  it('has the fields of the spec, previews and records; image URL and title are required, minutes a number, link a URL', async () => {
    const page = await office.open('/admin/posts?add=1');
    const dialog = dialogOf(page, 'Add Post');
    const required = (label: string) =>
      dialog.getByLabel(label, { exact: true }).evaluate((input: HTMLInputElement) => input.required);
    await expect
      .poll(() => dialog.locator('label').allTextContents())
      .toEqual([
        'Title',
        'Image URL',
        'Alt keywords',
        'Minutes',
        'Category',
        'External link',
        'Iframe URL',
        'Preview URLs',
        'Stars',
        'Tags',
        'Description',
        'Source',
        'Rights holder or records custodian',
        'Date of the records',
        'Consent',
        'State',
        'Network',
      ]);
    expect(await required('Title')).toBe(true);
    expect(await required('Image URL')).toBe(true);
    await expect.poll(() => dialog.getByLabel('Minutes').getAttribute('type')).toBe('number');
    await expect.poll(() => dialog.getByLabel('External link').getAttribute('type')).toBe('url');
    await expect
      .poll(() => dialog.getByLabel('Category').locator('option').allTextContents())
      .toEqual(['english', 'indian', 'hijabi', 'viral']);
  });

  it('sections 4 and 9: suggests up to 10 names, ignoring case and leaving out those of the video', async () => {
    const page = await office.open('/admin/posts?add=1');
    const tags = page.getByRole('list', { name: 'Tags of the video' });
    const input = page.getByRole('combobox', { name: 'Tags', exact: true });
    await input.pressSequentially('A');
    const options = page.getByRole('option');
    await expect.poll(() => options.count()).toBe(10);
    await input.fill('');
    await input.pressSequentially('MILF');
    await page.getByRole('option', { name: 'milf', exact: true }).click();
    await tags.getByText('milf', { exact: true }).waitFor();
    await input.pressSequentially('milf');
    await expect.poll(() => page.getByRole('option', { name: 'milf', exact: true }).count()).toBe(0);
  });

  it('section 5: trims added names, and ignores empty and duplicate ones', async () => {
    const page = await office.open('/admin/posts?add=1');
    const stars = page.getByRole('list', { name: 'Stars of the video' });
    const input = page.getByRole('combobox', { name: 'Stars', exact: true });
    for (const name of ['  Somebody New  ', '   ', 'Somebody New', 'somebody new']) {
      await input.fill(name);
      await page.getByRole('button', { name: 'Add star' }).click();
    }
    await expect.poll(() => stars.getByRole('listitem').allTextContents()).toEqual(['Somebody New', 'somebody new']);
    await page.getByRole('button', { name: 'Remove somebody new', exact: true }).click();
    await expect.poll(() => stars.getByRole('listitem').allTextContents()).toEqual(['Somebody New']);
  });

  it('shows the card as visitors will see it', async () => {
    const page = await office.open('/admin/posts?add=1');
    const preview = page.getByRole('region', { name: 'Preview' });
    await page.getByLabel('Title', { exact: true }).fill('A title that is longer than thirty characters');
    await page.getByRole('spinbutton', { name: 'Minutes' }).fill('65');
    await page.getByLabel('Image URL').fill('/art/9.svg');
    await preview.getByText('A title that is longer than th…').waitFor();
    await preview.getByText('1h 5m').waitFor();
    await expect.poll(() => preview.locator('img').getAttribute('src')).toBe('/art/9.svg');
  });

  it('warns about a link or a title that is already in the catalogue', async () => {
    await addPost('Marmalade aqueduct', { link: 'https://example.com/watch/twice' });
    const page = await office.open('/admin/posts?add=1');
    await page.getByLabel('External link').fill('https://example.com/watch/twice');
    await page.getByText('This link is already in the catalogue:').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Aqueduct marmalade');
    await page.getByText('A very similar title is already in the catalogue:').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Marmalade aqueduct' }).count()).toBe(2);
  });

  it('has sticky buttons on a phone, which never cover the focused field', async () => {
    const page = await office.open('/admin/posts?add=1', phone);
    const dialog = dialogOf(page, 'Add Post');
    const button = dialog.getByRole('button', { name: 'Add Post' });
    const bottom = async (of: Locator) => {
      const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
      return y + height;
    };
    await button.waitFor();
    expect(await bottom(button)).toBeLessThan(phone.viewport.height);
    const top = (await button.boundingBox())?.y ?? 0;
    const focused = dialog.locator('input:focus, textarea:focus, select:focus');
    await dialog.getByLabel('Title', { exact: true }).focus();
    const bottoms: number[] = [];
    while ((await dialog.getByLabel('Description').and(focused).count()) === 0) {
      await page.keyboard.press('Tab');
      if ((await focused.count()) > 0) bottoms.push(await bottom(focused));
    }
    expect(bottoms.length).toBeGreaterThan(7);
    expect(Math.max(...bottoms)).toBeLessThan(top);
  });

  it('asks before unsaved changes are discarded', async () => {
    const page = await office.open('/admin/channels');
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('button', { name: 'Add Post' }).click();
    const dialog = dialogOf(page, 'Add Post');
    await dialog.getByLabel('Title', { exact: true }).fill('Half written');
    const confirmation = question(page, 'Discard changes?');
    const leavings = [
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.evaluate(() => history.back()),
    ];
    for (const leave of leavings) {
      await leave();
      await confirmation.getByRole('button', { name: 'Keep editing' }).click();
      await confirmation.waitFor({ state: 'detached' });
      await expect.poll(() => dialog.getByLabel('Title', { exact: true }).inputValue()).toBe('Half written');
    }
    await page.evaluate(() => history.back());
    await confirmation.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/admin/channels');
  });
});

describe('section 4: saving a post', () => {
  it('shows the change at once, before the server has answered', async () => {
    const { _id } = await addPost('Quiet obelisk');
    const page = await office.open(found('obelisk'));
    const respond = await holdRequests(page, `**/api/updatepost/${_id}`);
    await page.getByRole('button', { name: 'Edit Quiet obelisk' }).click();
    const dialog = dialogOf(page, 'Edit Post');
    await dialog.getByLabel('Title', { exact: true }).fill('Loud obelisk');
    await dialog.getByRole('button', { name: 'Update Post' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Loud obelisk' });
    await row.getByText('Saving...').waitFor();
    respond();
    await row.getByRole('button', { name: 'Edit Loud obelisk' }).waitFor();
    expect((await office.call('POST', `/getVideo/${_id}`)).json().titel).toBe('Loud obelisk');
  });

  it('adds a post with its stars and tags', async () => {
    const page = await office.open('/admin/posts?add=1');
    const dialog = dialogOf(page, 'Add Post');
    await dialog.getByLabel('Title', { exact: true }).fill('Turquoise gondola');
    await dialog.getByLabel('Image URL').fill('/art/12.svg');
    await dialog.getByLabel('External link').fill('https://example.com/watch/gondola');
    await dialog.getByRole('combobox', { name: 'Tags', exact: true }).fill('Quiet Water');
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    await dialog.getByRole('button', { name: 'Add Post' }).click();
    await page.getByRole('button', { name: 'Edit Turquoise gondola' }).waitFor();
    const { records } = (await office.call('GET', '/getpostdata?search=title:gondola')).json();
    expect(records).toMatchObject([{ titel: 'Turquoise gondola', tags: ['quiet-water'], minutes: null }]);
  });

  it('section 8: marks a failed save as not saved, with retry and discard', async () => {
    const { _id } = await addPost('Amber turnstile');
    const page = await office.open(found('turnstile'));
    await page.route(`**/api/updatepost/${_id}`, (route) => route.fulfill(failing()));
    await page.getByRole('button', { name: 'Edit Amber turnstile' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Violet turnstile');
    await page.getByRole('button', { name: 'Update Post' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Violet turnstile' });
    await row.getByText('Not saved', { exact: true }).waitFor();
    await alertOf(page, 'Not saved: Something went wrong on our side.').waitFor();
    await row.getByRole('button', { name: 'Discard Violet turnstile' }).click();
    await page.getByRole('button', { name: 'Edit Amber turnstile' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Violet turnstile');
    await page.getByRole('button', { name: 'Update Post' }).click();
    await row.getByText('Not saved', { exact: true }).waitFor();
    await page.unroute(`**/api/updatepost/${_id}`);
    await row.getByRole('button', { name: 'Retry Violet turnstile' }).click();
    await row.getByRole('button', { name: 'Edit Violet turnstile' }).waitFor();
    expect((await office.call('POST', `/getVideo/${_id}`)).json().titel).toBe('Violet turnstile');
  });

  it('shows both versions side by side after a conflict', async () => {
    const { _id } = await addPost('Cobalt weathervane');
    const page = await office.open(found('weathervane'));
    await page.getByRole('button', { name: 'Edit Cobalt weathervane' }).click();
    await office.call('PUT', `/updatepost/${_id}`, { titel: 'Their weathervane' });
    await page.getByLabel('Title', { exact: true }).fill('My weathervane');
    await page.getByRole('button', { name: 'Update Post' }).click();
    await page.getByRole('button', { name: 'Compare both versions of My weathervane' }).click();
    const row = page.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /^Title/ });
    await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(['My weathervane', 'Their weathervane']);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('button', { name: 'Edit My weathervane' }).waitFor();
    expect((await office.call('POST', `/getVideo/${_id}`)).json().titel).toBe('My weathervane');
  });
});

describe('sections 4, 5 and 8: deleting a post', () => {
  const deleteQuestion = 'Are you sure you want to delete this post?';

  it('asks first, and a deleted post can be restored', async () => {
    await addPost('Saffron belltower');
    const page = await office.open(found('belltower'));
    await page.getByRole('button', { name: 'Delete Saffron belltower' }).click();
    await question(page, deleteQuestion).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No posts found').waitFor();
    await page.goto('/admin/deleted');
    await page.getByRole('button', { name: 'Restore Saffron belltower' }).click();
    await alertOf(page, '“Saffron belltower” was restored.').waitFor();
    await page.goto(found('belltower'));
    await page.getByRole('button', { name: 'Edit Saffron belltower' }).waitFor();
  });

  it('shows Error deleting post on failure and reloads the list', async () => {
    const { _id } = await addPost('Jade footbridge');
    const page = await office.open(found('footbridge'));
    await page.route(`**/api/deletepost/${_id}`, (route) => route.fulfill(failing(500, 'No luck')));
    const again = page.waitForRequest(/\/api\/posts\?/);
    await page.getByRole('button', { name: 'Delete Jade footbridge' }).click();
    await question(page, deleteQuestion).getByRole('button', { name: 'Delete' }).click();
    await alertOf(page, 'Error deleting post: No luck').waitFor();
    await again;
    await page.getByRole('button', { name: 'Edit Jade footbridge' }).waitFor();
  });

  it('works from the keyboard: arrows move between rows, Enter opens, Delete deletes', async () => {
    const page = await office.open('/admin/posts');
    const rows = page.getByRole('table', { name: 'Posts' }).locator('tbody tr');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page, 'Edit Post');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press('Delete');
    await question(page, deleteQuestion).waitFor();
  });
});
