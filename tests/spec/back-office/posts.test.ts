/** Posts, finding them, and what was deleted; the sidebar, keys and phones, which are the same in all lists. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, followTo, question } from '../../support/back-office-site.ts';
import { formLimits } from '../../support/form-limits.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { watchNewTabs } from '../../support/new-tabs.ts';
import { desktop, phone } from '../../support/public-site.ts';

const office = backOffice();

const post = { imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'english' };
const addPost = async (titel: string, more: object = {}): Promise<{ _id: string; version: number }> =>
  (await office.call('POST', '/postdata', { ...post, titel, ...more })).json().post;
/** At version 2, so that a version made up by the screen would be noticed. */
const addEditedPost = async (titel: string) => {
  const { _id } = await addPost(titel);
  return (await office.call('PUT', `/updatepost/${_id}`, { titel })).json().post as { _id: string; version: number };
};
const titleOf = async (id: string) => (await office.call('POST', `/getVideo/${id}`)).json().titel;
const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
const expectFocus = (element: Locator) => expect.poll(() => isFocused(element)).toBe(true);
const scrollTo = (page: Page, to: number) => page.evaluate((top) => window.scrollTo(0, top), to);
/** Whether the browser would ask before the page is left. */
const warns = (page: Page) => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

describe('the list of posts', () => {
  it('has 16 posts per page; search, filters, order and page are in its URL, which can be sent to a colleague or saved as a view', async () => {
    for (const [title, minutes] of [
      ['Slate ferry', 12],
      ['Ochre ferry', 48],
      ['Ivory ferry', 30],
    ] as const)
      await addPost(title, { tags: ['own-quay'], minutes });
    const page = await office.open('/admin/posts?page=6');
    const rows = page.getByRole('table', { name: 'Posts' }).locator('tbody tr');
    expect(await rows.count()).toBe(16);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const shown = await pages.locator('a, span').allTextContents();
    expect(shown).toEqual(['Previous', '1', '…', '5', '6', '7', '…', '126', 'Next']);
    await pages.getByRole('link', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/posts?page=7');
    const search = page.getByLabel('Search posts');
    await search.pressSequentially('ferry');
    await page.waitForURL('**/admin/posts?search=ferry');
    await expectFocus(search);
    await search.fill('');
    await page.waitForURL('**/admin/posts');

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Tag', { exact: true }).fill('own-quay');
    await page.getByLabel('Minutes, from').fill('20');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/admin/posts?tag=own-quay&minutesFrom=20');
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click();
    const narrowed = '/admin/posts?tag=own-quay&minutesFrom=20&sort=title&direction=asc';
    await page.waitForURL(`**${narrowed}`);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Name of this view').fill('Long at the quay');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('link', { name: 'Long at the quay' }).waitFor();

    // Whoever opens the URL knows nothing else.
    await followTo(page, '/admin/channels');
    await followTo(page, narrowed);
    const titles = page.getByRole('table', { name: 'Posts' }).getByText(/ferry$/);
    await expect.poll(() => titles.allTextContents()).toEqual(['Ivory ferry', 'Ochre ferry']);
    await page.getByText('2 posts', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Remove the filter Minutes from: 20' }).click();
    await expect.poll(() => titles.allTextContents()).toEqual(['Ivory ferry', 'Ochre ferry', 'Slate ferry']);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('link', { name: 'Long at the quay' }).click();
    await page.waitForURL(`**${narrowed}`);
  });
});

describe('the form of a post', () => {
  it('has the fields of the spec, with the limits of the server, shows the card, warns of posts like it, and adds the post with its names', async () => {
    await addPost('Marmalade aqueduct', { link: 'https://example.com/watch/twice' });
    const page = await office.open('/admin/posts?add=1');
    const dialog = dialogOf(page, 'Add Post');
    await dialog.waitFor();
    expect(await dialog.locator('label').allTextContents()).toEqual([
      ...['Title', 'Image URL', 'Alt keywords', 'Minutes', 'Category', 'External link', 'Iframe URL', 'Preview URLs'],
      ...['Stars', 'Tags', 'Description', 'Source', 'Rights holder or records custodian', 'Date of the records'],
      ...['Consent', 'State', 'Network'],
    ]);
    const title = dialog.getByLabel('Title', { exact: true });
    const image = dialog.getByLabel('Image URL');
    for (const field of [title, image])
      expect(await field.evaluate((input: HTMLInputElement) => input.required)).toBe(true);
    expect(await dialog.getByLabel('Minutes').getAttribute('type')).toBe('number');
    const link = dialog.getByLabel('External link');
    expect(await link.getAttribute('type')).toBe('url');
    const categories = await dialog.getByLabel('Category').locator('option').allTextContents();
    expect(categories).toEqual(['english', 'indian', 'hijabi', 'viral']);
    expect(await formLimits(dialog)).toEqual({
      ...{ title: 300, imageUrl: 2000, altKeywords: 1000, minutes: 100_000, link: 2000, iframeUrl: 5000 },
      ...{ previewUrls: 16_008, description: 10_000, source: 500, rightsHolder: 300, consent: 2000 },
    });

    const preview = page.getByRole('region', { name: 'Preview' });
    await title.fill('A title that is longer than thirty characters');
    await dialog.getByLabel('Minutes').fill('65');
    await image.fill('/art/9.svg');
    await preview.getByText('A title that is longer than th…').waitFor();
    await preview.getByText('1h 5m').waitFor();
    await expect.poll(() => preview.locator('img').getAttribute('src')).toBe('/art/9.svg');
    await link.fill('https://example.com/watch/twice');
    await page.getByText('This link is already in the catalogue:').waitFor();
    await title.fill('Aqueduct marmalade');
    await page.getByText('A very similar title is already in the catalogue:').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Marmalade aqueduct' }).count()).toBe(2);

    // Up to 10 other names are suggested, whatever their case; each is taken once and trimmed.
    const tags = page.getByRole('combobox', { name: 'Tags', exact: true });
    await tags.fill('A');
    await expect.poll(() => page.getByRole('option').filter({ hasNotText: 'as a new tag' }).count()).toBe(10);
    await tags.fill('MILF');
    await page.getByRole('option', { name: 'milf', exact: true }).click();
    await page.getByRole('list', { name: 'Tags of the video' }).getByText('milf', { exact: true }).waitFor();
    await tags.fill('milf');
    await expect.poll(() => page.getByRole('option', { name: 'milf', exact: true }).count()).toBe(0);
    const chosenStars = page.getByRole('list', { name: 'Stars of the video' }).getByRole('listitem');
    const stars = page.getByRole('combobox', { name: 'Stars', exact: true });
    for (const name of ['  Somebody New  ', '   ', 'Somebody New']) {
      await stars.fill(name);
      await page.getByRole('button', { name: 'Add star' }).click();
    }
    await expect.poll(() => chosenStars.allTextContents()).toEqual(['Somebody NewNew']);

    await title.fill('Turquoise gondola');
    await dialog.getByLabel('Minutes').fill('');
    await link.fill('https://example.com/watch/gondola');
    await tags.fill('Quiet Water');
    await dialog.getByRole('button', { name: 'Add tag' }).click();
    // Typed, but not added.
    await tags.fill('lilac-water');
    await dialog.getByRole('button', { name: 'Add Post' }).click();
    await page.getByRole('button', { name: 'Edit Turquoise gondola' }).waitFor();
    const { records } = (await office.call('GET', '/getpostdata?search=title:gondola')).json();
    expect(records).toMatchObject([{ titel: 'Turquoise gondola', name: ['somebody-new'], minutes: null }]);
    expect(records[0].tags.toSorted()).toEqual(['lilac-water', 'milf', 'quiet-water']);

    // Unsaved changes are not discarded without a question, as the browser asks too. The buttons stay in view on a phone.
    await page.getByRole('button', { name: 'Add Post' }).click();
    await title.waitFor();
    expect(await warns(page)).toBe(false);
    await title.fill('Half written');
    await expect.poll(() => warns(page)).toBe(true);
    await page.setViewportSize(phone.viewport);
    const { y = 0, height = 0 } = (await dialog.getByRole('button', { name: 'Add Post' }).boundingBox()) ?? {};
    expect(y).toBeGreaterThan(phone.viewport.height / 2);
    expect(y + height).toBeLessThan(phone.viewport.height);
    await page.setViewportSize(desktop.viewport);
    const confirmation = question(page, 'Discard changes?');
    await page.keyboard.press('Escape');
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await confirmation.waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('Half written');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await confirmation.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('saving and deleting a post', () => {
  it('show the change at once; one that fails is marked as not saved, with retry and discard, or shows both versions; deleting asks first, spares what somebody changed, and is undone', async () => {
    const { _id, version } = await addEditedPost('Quiet obelisk');
    const page = await office.open('/admin/posts?search=title:obelisk');
    const save = `**/api/updatepost/${_id}`;
    const dialog = dialogOf(page, 'Edit Post');
    const title = dialog.getByLabel('Title', { exact: true });
    const rename = async (from: string, to: string) => {
      await page.getByRole('button', { name: `Edit ${from}` }).click();
      await title.fill(to);
      await dialog.getByRole('button', { name: 'Update Post' }).click();
    };
    const respond = await holdRequests(page, save);
    const saving = page.waitForRequest(save);
    await rename('Quiet obelisk', 'Loud obelisk');
    expect((await saving).postDataJSON()).toMatchObject({ titel: 'Loud obelisk', version });
    await page.getByRole('row').filter({ hasText: 'Loud obelisk' }).getByText('Saving...').waitFor();
    respond();
    await page.getByRole('button', { name: 'Edit Loud obelisk' }).waitFor();
    expect(await titleOf(_id)).toBe('Loud obelisk');
    await page.unroute(save);

    await page.route(save, (route) => route.abort());
    const row = page.getByRole('row').filter({ hasText: 'Violet obelisk' });
    await rename('Loud obelisk', 'Violet obelisk');
    await row.getByText('Not saved', { exact: true }).waitFor();
    await alertOf(page, 'Not saved: ').waitFor();
    expect(await warns(page)).toBe(true);
    await row.getByRole('button', { name: 'Discard Violet obelisk' }).click();
    await expect.poll(() => warns(page)).toBe(false);
    await rename('Loud obelisk', 'Violet obelisk');
    await row.getByText('Not saved', { exact: true }).waitFor();
    await page.unroute(save);
    const retrying = page.waitForRequest(save);
    await row.getByRole('button', { name: 'Retry Violet obelisk' }).click();
    expect((await retrying).postDataJSON()).toMatchObject({ titel: 'Violet obelisk', version: version + 1 });
    await row.getByRole('button', { name: 'Edit Violet obelisk' }).waitFor();
    expect(await titleOf(_id)).toBe('Violet obelisk');

    // What the server refuses is said at the field, and the form still holds what was typed.
    await page.getByRole('button', { name: 'Edit Violet obelisk' }).click();
    await title.fill('My obelisk');
    await dialog.getByLabel('External link').fill('ftp://example.com/obelisk');
    await dialog.getByRole('button', { name: 'Update Post' }).click();
    const link = dialog.getByLabel('External link');
    await expect.poll(() => link.getAttribute('aria-invalid')).toBe('true');
    await expectFocus(link);
    expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(1);
    expect(await title.inputValue()).toBe('My obelisk');
    await link.fill(post.link);

    // After a conflict, both versions are side by side.
    await office.call('PUT', `/updatepost/${_id}`, { titel: 'Their obelisk' });
    await dialog.getByRole('button', { name: 'Update Post' }).click();
    await page.getByRole('button', { name: 'Compare both versions of My obelisk' }).click();
    const versions = page.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /^Title/ });
    await expect.poll(() => versions.getByRole('cell').allTextContents()).toEqual(['My obelisk', 'Their obelisk']);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('button', { name: 'Edit My obelisk' }).waitFor();
    expect(await titleOf(_id)).toBe('My obelisk');

    const remove = async (name: string, answer: 'Cancel' | 'Delete' = 'Delete') => {
      const asked = question(page, 'Are you sure you want to delete this post?');
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await asked.getByRole('button', { name: answer }).click();
      await asked.waitFor({ state: 'detached' });
    };
    await remove('My obelisk', 'Cancel');
    await page.getByRole('button', { name: 'Edit My obelisk' }).waitFor();
    await office.call('PUT', `/updatepost/${_id}`, { titel: 'Their obelisk' });
    await remove('My obelisk');
    await alertOf(page, 'Someone else has changed this in the meantime.').waitFor();
    const deleting = page.waitForRequest((request) => request.method() === 'DELETE');
    await remove('Their obelisk');
    expect((await deleting).postDataJSON()).toEqual({ version: version + 5 });
    await page.getByText('No posts found').waitFor();
    await page.getByRole('link', { name: 'Deleted', exact: true }).first().click();
    await page.getByRole('button', { name: 'Restore Their obelisk' }).click();
    await alertOf(page, '“Their obelisk” was restored.').waitFor();
    expect(await titleOf(_id)).toBe('Their obelisk');
  });
});

describe('every list', () => {
  it('opens rows in a new tab with Ctrl, Cmd or the middle button, is one Tab stop with keys for its rows, and has headings that stay in view', async () => {
    const page = await office.open('/admin/tags-list');
    const tag = page.getByRole('table', { name: 'Tags' }).locator('tbody tr').first();
    const slug = await tag.getByRole('cell').nth(2).textContent();
    const newTabs = await watchNewTabs(page);
    // What the tabs show is not looked at here.
    await page.context().route('**/admin/tag-videos/**', (route) => route.fulfill({ body: '' }));
    const opened: unknown[] = [];
    const ways: Parameters<Locator['click']>[0][] = [
      { modifiers: ['Control'] },
      { modifiers: ['Meta'] },
      { button: 'middle' },
    ];
    for (const options of ways) {
      await tag.getByRole('cell').nth(3).click(options);
      opened.push(expect.stringMatching(`/admin/tag-videos/${slug}\\?fromPage=1$`));
      await expect.poll(newTabs.urls, { message: JSON.stringify(options) }).toEqual(opened);
    }
    expect(new URL(page.url()).pathname).toBe('/admin/tags-list');
    await tag.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/tag-videos/*');

    // Another screen moves the focus to its content, another page of the same list does not.
    await page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
    await expectFocus(page.locator('main'));
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/posts?page=2');
    expect(await isFocused(page.locator('main'))).toBe(false);
    const heading = page.getByRole('columnheader', { name: 'Title' });
    await scrollTo(page, 500);
    await expect.poll(async () => (await heading.boundingBox())?.y).toBe(0);

    const rows = page.getByRole('table', { name: 'Posts' }).locator('tbody tr');
    const stops = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).tabIndex));
    const last = (await rows.count()) - 1;
    expect((await stops()).filter((stop) => stop === 0)).toHaveLength(1);
    await rows.first().focus();
    for (const [key, row] of [
      ['ArrowUp', 0],
      ['ArrowDown', 1],
      ['End', last],
      ['ArrowDown', last],
      ['ArrowUp', last - 1],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => isFocused(rows.nth(row)), { message: key }).toBe(true);
      expect((await stops()).indexOf(0), key).toBe(row);
    }
    // Enter opens the row and Delete asks to delete it.
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page, 'Edit Post');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(rows.first());
    await page.keyboard.press('Delete');
    await question(page, 'Are you sure you want to delete this post?').waitFor();
  });

  it('has links to all screens beside it from 1100 px on and in a drawer below; on a phone, rows are cards of 88 px with a menu, and the button that adds is at the thumb', async () => {
    const page = await office.open('/admin/channels');
    await page.setViewportSize({ width: 1100, height: 800 });
    const sidebar = page.getByRole('banner').getByRole('navigation', { name: 'Back-office' });
    await expect.poll(() => sidebar.isVisible()).toBe(true);
    await expect.poll(() => sidebar.locator('[aria-current]').allTextContents()).toEqual(['Channels']);
    const who = page.getByRole('banner').getByTitle(office.admin('main_admin').email);
    expect(await who.isVisible()).toBe(true);
    const links = await sidebar.getByRole('link').allTextContents();
    await page.setViewportSize({ width: 1099, height: 800 });
    await expect.poll(() => sidebar.isVisible()).toBe(false);
    await page.setViewportSize(phone.viewport);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const inDrawer = drawer.getByRole('navigation', { name: 'Back-office' }).getByRole('link');
    await expect.poll(() => inDrawer.allTextContents()).toEqual(links);
    await drawer.getByRole('link', { name: 'Posts' }).click();
    await page.waitForURL('**/admin/posts');
    await expect.poll(() => drawer.count()).toBe(0);

    const rows = page.locator('main table tbody tr');
    await rows.first().waitFor();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    // A border between rows, and a second line of a long title, are all that may be added.
    for (const height of heights) expect(Math.abs(height - 88)).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
    const add = page.getByRole('button', { name: 'Add Post' });
    for (const top of [0, 100_000]) {
      await scrollTo(page, top);
      const { y = 0, height = 0 } = (await add.boundingBox()) ?? {};
      expect(y + height).toBeGreaterThan(phone.viewport.height - 40);
      expect(y + height).toBeLessThanOrEqual(phone.viewport.height);
    }
    const edit = page.getByRole('button', { name: /^Edit / });
    expect(await edit.count()).toBe(0);
    await page
      .getByRole('button', { name: /^Actions / })
      .first()
      .click();
    await expect.poll(() => edit.count()).toBe(1);
    expect((await edit.boundingBox())?.y).toBeGreaterThan(phone.viewport.height / 2);
    await edit.click();
    await dialogOf(page, 'Edit Post').waitFor();
  });
});
