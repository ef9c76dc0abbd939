/** Posts when they cannot be fetched, saved or deleted, in a form on a phone, and what was deleted. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';
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
const found = (search: string) => `/admin/posts?search=${encodeURIComponent(`title:${search}`)}`;
const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
/** Whether the browser would ask before the page is left. */
const warns = (page: Page) => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

it('a list of posts that cannot be fetched says so in red', async () => {
  const page = await office.open('/admin/posts');
  await page.route(/\/api\/posts\?/, (route) => route.fulfill(failing()));
  await page.getByLabel('Search posts').fill('quiet');
  const alert = alertOf(page, 'Failed to fetch data');
  await alert.waitFor();
  const danger = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--danger)';
    return getComputedStyle(document.body.appendChild(probe)).color;
  });
  await expect.poll(() => alert.evaluate((element) => getComputedStyle(element).color)).toBe(danger);
});

it('the form of a post has sticky buttons on a phone, which never cover the focused field; asks before unsaved changes are discarded, as the browser does', async () => {
  const page = await office.open('/admin/channels');
  await page.getByRole('link', { name: 'Posts' }).click();
  await page.getByRole('button', { name: 'Add Post' }).click();
  const dialog = dialogOf(page, 'Add Post');
  const title = dialog.getByLabel('Title', { exact: true });
  await page.setViewportSize(phone.viewport);
  const button = dialog.getByRole('button', { name: 'Add Post' });
  const bottom = async (of: Locator) => {
    const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
    return y + height;
  };
  await button.waitFor();
  expect(await bottom(button)).toBeLessThan(phone.viewport.height);
  const top = (await button.boundingBox())?.y ?? 0;
  const focused = dialog.locator('input:focus, textarea:focus, select:focus');
  await title.focus();
  const bottoms: number[] = [];
  while ((await dialog.getByLabel('Description').and(focused).count()) === 0) {
    await page.keyboard.press('Tab');
    if ((await focused.count()) > 0) bottoms.push(await bottom(focused));
  }
  expect(bottoms.length).toBeGreaterThan(7);
  expect(Math.max(...bottoms)).toBeLessThan(top);
  await page.setViewportSize(desktop.viewport);

  expect(await warns(page)).toBe(false);
  await title.fill('Half written');
  await expect.poll(() => warns(page)).toBe(true);
  await title.fill('');
  await expect.poll(() => warns(page)).toBe(false);
  await title.fill('Half written');
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
    expect(await title.inputValue()).toBe('Half written');
  }
  await page.evaluate(() => history.back());
  await confirmation.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/admin/channels');
});

describe('saving a post', () => {
  it('shows the change at once; one that fails is marked as not saved, with retry and discard, or shows errors or both versions', async () => {
    const { _id, version } = await addEditedPost('Quiet obelisk');
    const page = await office.open(found('obelisk'));
    const save = `**/api/updatepost/${_id}`;
    const rename = async (from: string, to: string) => {
      await page.getByRole('button', { name: `Edit ${from}` }).click();
      const dialog = dialogOf(page, 'Edit Post');
      await dialog.getByLabel('Title', { exact: true }).fill(to);
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
    await page.route(save, (route) => route.fulfill(failing()));
    const row = page.getByRole('row').filter({ hasText: 'Violet obelisk' });
    await rename('Loud obelisk', 'Violet obelisk');
    await row.getByText('Not saved', { exact: true }).waitFor();
    await alertOf(page, 'Not saved: Something went wrong on our side.').waitFor();
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

    const dialog = dialogOf(page, 'Edit Post');
    const title = dialog.getByLabel('Title', { exact: true });

    // The server's errors are at the fields.
    const fields = { titel: 'Not this name.' };
    await page.route(save, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'Please correct the form.', fields } }),
    );
    await page.getByRole('button', { name: 'Edit Violet obelisk' }).click();
    await title.fill('My obelisk');
    await dialog.getByRole('button', { name: 'Update Post' }).click();
    await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true');
    expect(await title.inputValue()).toBe('My obelisk');
    const described = await title.getAttribute('aria-describedby');
    expect(await dialog.locator(`[id="${described}"]`).textContent()).toBe('Not this name.');
    await expect.poll(() => isFocused(title)).toBe(true);
    expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(1);
    await page.unroute(save);

    // After a conflict, both versions are side by side.
    await office.call('PUT', `/updatepost/${_id}`, { titel: 'Their obelisk' });
    await dialog.getByRole('button', { name: 'Update Post' }).click();
    await page.getByRole('button', { name: 'Compare both versions of My obelisk' }).click();
    const versions = page.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /^Title/ });
    await expect.poll(() => versions.getByRole('cell').allTextContents()).toEqual(['My obelisk', 'Their obelisk']);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('button', { name: 'Edit My obelisk' }).waitFor();
    expect(await titleOf(_id)).toBe('My obelisk');
  });
});

describe('deleting a post', () => {
  const deleteQuestion = 'Are you sure you want to delete this post?';

  it('asks first, says why it failed and loads the list again, spares what somebody changed; what was deleted is restored', async () => {
    const { _id, version } = await addEditedPost('Saffron belltower');
    const page = await office.open(found('belltower'));
    const remove = async (title: string) => {
      await page.getByRole('button', { name: `Delete ${title}` }).click();
      await question(page, deleteQuestion).getByRole('button', { name: 'Delete' }).click();
    };
    await page.route(`**/api/deletepost/${_id}`, (route) => route.fulfill(failing(500, 'No luck')));
    const again = page.waitForRequest(/\/api\/posts\?/);
    await remove('Saffron belltower');
    await alertOf(page, 'Error deleting post: No luck').waitFor();
    await again;
    await page.unroute(`**/api/deletepost/${_id}`);

    await office.call('PUT', `/updatepost/${_id}`, { titel: 'Their belltower' });
    await remove('Saffron belltower');
    await alertOf(page, 'Someone else has changed this in the meantime.').waitFor();
    const deleting = page.waitForRequest((request) => request.method() === 'DELETE');
    await remove('Their belltower');
    expect((await deleting).postDataJSON()).toEqual({ version: version + 1 });
    await page.getByText('No posts found').waitFor();

    await page.goto('/admin/deleted');
    await page.getByRole('button', { name: 'Restore Their belltower' }).click();
    await alertOf(page, '“Their belltower” was restored.').waitFor();
    expect(await titleOf(_id)).toBe('Their belltower');
  });
});

describe('the screen of deleted items', () => {
  const kinds = [
    { tab: 'Stars', kind: 'stars', name: 'Velda Quist', list: '/stars?search=velda' },
    { tab: 'Networks', kind: 'networks', name: 'Quay Lights', list: '/networks' },
    { tab: 'Channels', kind: 'channels', name: 'Slow Harbour', list: '/channels' },
    { tab: 'TeraBox links', kind: 'terabox', name: 'Spare reel', list: '/terabox' },
  ];
  const addDeleted = async () => {
    const records: ((typeof kinds)[number] & { _id: string; version: number })[] = [];
    for (const kind of kinds) {
      const address = kind.kind === 'stars' ? {} : { url: 'https://example.com/deleted' };
      const body = { [kind.kind === 'terabox' ? 'title' : 'name']: kind.name, ...address };
      const added = (await office.call('POST', `/${kind.kind}`, body)).json();
      const { _id } = Object.values<{ _id: string }>(added).find((value) => typeof value === 'object') ?? { _id: '' };
      await office.call('DELETE', `/${kind.kind}/${_id}`);
      const { records: deleted } = (await office.call('GET', `/deleted/${kind.kind}`)).json();
      const { version } = deleted.find((record: { _id: string }) => record._id === _id);
      records.push({ ...kind, _id, version });
    }
    return records;
  };

  it('shows a loading text, an empty state, a tab per kind whose records are restored with a click, why one cannot be, and an error', async () => {
    const { star } = (await office.call('POST', '/stars', { name: 'Orla Finch' })).json();
    await office.call('DELETE', `/stars/${star._id}`);
    await office.call('POST', '/stars', { name: 'Orla Finch' });
    const page = await office.signedIn();
    const url = '**/api/deleted/channels*';
    const none = { success: true, records: [], pagination: { currentPage: 1, totalPages: 0, totalCount: 0 } };
    const respond = await holdRequests(page, url, (route) => route.fulfill({ json: none }));
    await page.goto('/admin/deleted?kind=channels');
    await page.getByRole('status').filter({ hasText: 'Loading deleted items...' }).waitFor();
    respond();
    await page.getByText('No deleted channels', { exact: true }).waitFor();

    await page.unroute(url);
    const tabs = page.getByRole('navigation', { name: 'Deleted items' });
    for (const { tab, name, _id, version, list } of await addDeleted()) {
      await tabs.getByRole('link', { name: tab }).click();
      const restoring = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: `Restore ${name}` }).click();
      expect((await restoring).postDataJSON()).toEqual({ version });
      await alertOf(page, `“${name}” was restored.`).waitFor();
      await page.getByRole('button', { name: `Restore ${name}` }).waitFor({ state: 'detached' });
      expect(JSON.stringify((await office.call('GET', list)).json())).toContain(`"_id":"${_id}"`);
    }

    await tabs.getByRole('link', { name: 'Stars' }).click();
    await page.getByRole('button', { name: 'Restore Orla Finch' }).click();
    await alertOf(page, 'Another star has this name now. Rename or delete it first.').waitFor();
    await page.getByRole('button', { name: 'Restore Orla Finch', disabled: false }).waitFor();
    expect((await office.call('GET', '/stars?search=orla+finch')).json().pagination.totalCount).toBe(1);

    await page.route(url, (route) => route.fulfill(failing()));
    await tabs.getByRole('link', { name: 'Channels' }).click();
    await alertOf(page, 'Something went wrong on our side.').waitFor();
  });
});
