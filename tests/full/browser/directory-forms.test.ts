/** What becomes of what was typed about networks, channels and TeraBox links when something fails. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';
import { formLimits } from '../../support/form-limits.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { desktop } from '../../support/public-site.ts';

const office = backOffice();

const screens = [
  {
    path: '/admin/networks',
    api: '/networks',
    key: 'network',
    listed: 'networks',
    heading: 'Manage Networks',
    addButton: 'Add New Network',
    add: ['Add New Network', 'Add Network'],
    edit: ['Edit Network', 'Update Network'],
    loading: 'Loading networks...',
    empty: ['No networks found', 'Add your first network to get started.'],
    remove: 'Are you sure you want to delete this network?',
    fields: ['Network Name', 'Website URL', 'Logo URL', 'Category', 'Description'],
    limits: { name: 200, url: 2000, logo: 2000, description: 2000 },
    required: ['Network Name', 'Website URL'],
    urlField: 'Website URL',
    categories: ['adult', 'entertainment', 'social', 'streaming'],
    wireName: 'name',
    record: { name: 'Quiet Row', url: 'https://example.com/quiet' },
    name: 'Quiet Row',
  },
  {
    path: '/admin/channels',
    api: '/channels',
    key: 'channel',
    listed: 'channels',
    heading: 'Manage Channels',
    addButton: 'Add New Channel',
    add: ['Add New Channel', 'Add Channel'],
    edit: ['Edit Channel', 'Update Channel'],
    loading: 'Loading channels...',
    empty: ['No channels found', 'Add your first channel to get started.'],
    remove: 'Are you sure you want to delete this channel?',
    fields: ['Channel Name', 'Channel URL', 'Thumbnail URL', 'Category', 'Subscribers', 'Description'],
    limits: { name: 200, url: 2000, thumbnail: 2000, subscribers: 100_000_000_000, description: 2000 },
    required: ['Channel Name', 'Channel URL'],
    urlField: 'Channel URL',
    categories: ['adult', 'entertainment', 'gaming', 'music', 'education'],
    wireName: 'name',
    record: { name: 'Quiet Waves', url: 'https://example.com/waves' },
    name: 'Quiet Waves',
  },
  {
    path: '/admin/terabox',
    api: '/terabox',
    key: 'link',
    listed: 'links',
    heading: 'Manage TeraBox Links',
    addButton: 'Add New Link',
    add: ['Add New TeraBox Link', 'Add Link'],
    edit: ['Edit TeraBox Link', 'Update Link'],
    loading: 'Loading TeraBox links...',
    empty: ['No TeraBox links found', 'Add your first TeraBox link to get started.'],
    remove: 'Are you sure you want to delete this TeraBox link?',
    fields: ['Title', 'TeraBox URL', 'Category', 'File Type', 'File Size', 'Description'],
    limits: { title: 300, url: 2000, size: 50, description: 2000 },
    required: ['Title', 'TeraBox URL'],
    urlField: 'TeraBox URL',
    categories: ['videos', 'images', 'documents', 'archives', 'other'],
    wireName: 'title',
    record: { title: 'Quiet Files', url: 'https://example.com/files' },
    name: 'Quiet Files',
  },
] as const;

const noPages = { currentPage: 1, totalPages: 0, totalCount: 0 };
const isFocused = (field: Locator) => field.evaluate((input) => input === document.activeElement);

describe.each(screens)('$heading', (screen) => {
  const list = `**/api${screen.api}/search*`;
  const [nameField] = screen.required;
  const pressAdd = (page: Page) => page.getByRole('button', { name: screen.addButton, exact: true }).click();
  /** At version 2, so that a version made up by the screen would be noticed. */
  const addRecord = async (): Promise<{ _id: string; version: number }> => {
    const { _id } = (await office.call('POST', screen.api, screen.record)).json()[screen.key];
    return (await office.call('PUT', `${screen.api}/${_id}`, screen.record)).json()[screen.key];
  };

  const showsLoadingErrorAndEmptyState = async (page: Page) => {
    const respond = await holdRequests(page, list, (route) => route.fulfill(failing()));
    await page.goto(screen.path);
    await page.getByRole('status').filter({ hasText: screen.loading }).waitFor();
    await expect.poll(() => page.getByRole('navigation', { name: 'Back-office' }).isVisible()).toBe(true);
    respond();
    await page.getByRole('heading', { name: screen.heading }).waitFor();
    await alertOf(page, 'Something went wrong on our side.').waitFor();
    await expect.poll(() => page.getByText(screen.empty[0], { exact: true }).count()).toBe(0);
    await page.route(list, (route) =>
      route.fulfill({ json: { success: true, [screen.listed]: [], pagination: noPages } }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const text of screen.empty) await page.getByText(text, { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.unroute(list);
  };

  const addsWithABlankForm = async (page: Page) => {
    await pressAdd(page);
    const [title, submit] = screen.add;
    const dialog = dialogOf(page, title);
    await dialog.waitFor();
    const inputs = dialog.locator('input, textarea');
    const values = await inputs.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    expect(values.filter((value) => !['', '0'].includes(value))).toEqual([]);
    expect(await dialog.locator('label').allTextContents()).toEqual(screen.fields);
    expect(await formLimits(dialog)).toEqual(screen.limits);
    for (const label of screen.required)
      expect(await dialog.getByLabel(label).evaluate((input: HTMLInputElement) => input.required)).toBe(true);
    expect(await dialog.getByLabel(screen.urlField).getAttribute('type')).toBe('url');
    const category = dialog.getByLabel('Category');
    expect(await category.locator('option').allTextContents()).toEqual(screen.categories);
    expect(await category.inputValue()).toBe(screen.categories[0]);

    await page.setViewportSize({ width: 390, height: 480 });
    await page.route(`**/api${screen.api}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill(failing(400, 'Not like this')) : route.continue(),
    );
    await dialog.getByLabel(nameField).fill(`Added to ${screen.api}`);
    await dialog.getByLabel(screen.urlField).fill('https://example.com/added');
    await dialog.getByLabel('Description').fill('Written last');
    await dialog.getByRole('button', { name: submit }).click();
    const refusal = alertOf(page, 'Not like this');
    await refusal.waitFor();
    expect((await refusal.boundingBox())?.y).toBeGreaterThan(0);
    expect(await dialog.getByLabel(nameField).inputValue()).toBe(`Added to ${screen.api}`);

    await page.setViewportSize(desktop.viewport);
    await page.unroute(`**/api${screen.api}`);
    const reloaded = page.waitForRequest(list);
    await dialog.getByRole('button', { name: submit }).click();
    await reloaded;
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Added to ${screen.api}`).first().waitFor();
    await pressAdd(page);
    await expect.poll(() => dialog.getByLabel(nameField).inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  const editsInAFormWithItsValues = async (page: Page, made: { _id: string; version: number }) => {
    const [title, submit] = screen.edit;
    const dialog = dialogOf(page, title);
    const name = dialog.getByLabel(nameField);
    const description = dialog.getByLabel('Description');
    const edit = page.getByRole('button', { name: `Edit ${screen.name}` }).first();
    const discard = question(page, 'Discard changes?');
    for (const leave of ['Cancel', 'Close']) {
      await edit.click();
      await expect.poll(() => name.inputValue()).toBe(screen.name);
      expect(await dialog.getByLabel(screen.urlField).inputValue()).toBe(screen.record.url);
      await name.fill('Typed and forgotten');
      await dialog.getByRole('button', { name: leave, exact: true }).click();
      await discard.getByRole('button', { name: 'Keep editing' }).click();
      await discard.waitFor({ state: 'detached' });
      expect(await name.inputValue()).toBe('Typed and forgotten');
      await dialog.getByRole('button', { name: leave, exact: true }).click();
      await discard.getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'detached' });
    }

    // The server refuses a field: the sentence is at the field, which has the focus, and nothing is lost.
    const save = `**/api${screen.api}/${made._id}`;
    const fields = { [screen.wireName]: 'Not this name.' };
    await page.route(save, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'Please correct the form.', fields } }),
    );
    await edit.click();
    await description.fill('Mine');
    await dialog.getByRole('button', { name: submit }).click();
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    const described = await name.getAttribute('aria-describedby');
    expect(await dialog.locator(`[id="${described}"]`).textContent()).toBe('Not this name.');
    await expect.poll(() => isFocused(name)).toBe(true);
    expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(1);
    expect(await description.inputValue()).toBe('Mine');
    await page.unroute(save);

    // Somebody else saves first: both versions are shown, and the own one can be kept.
    await office.call('PUT', `${screen.api}/${made._id}`, { description: 'Theirs' });
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: submit }).click();
    expect((await saving).postDataJSON()).toMatchObject({ version: made.version });
    const row = page.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /^Description/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['Mine', 'Theirs']);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Mine', { exact: true }).first().waitFor();
  };

  const deletesOnlyAfterAConfirmation = async (page: Page, version: number) => {
    const remove = page.getByRole('button', { name: `Delete ${screen.name}` });
    const confirmation = question(page, screen.remove);
    const answer = async (button: 'Cancel' | 'Delete') => {
      await remove.click();
      await confirmation.getByRole('button', { name: button }).click();
      await confirmation.waitFor({ state: 'detached' });
    };
    await answer('Cancel');
    expect(await remove.count()).toBe(1);
    await page.route(`**/api${screen.api}/*`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(failing(404, 'There is none')) : route.continue(),
    );
    await answer('Delete');
    await alertOf(page, 'There is none').waitFor();
    await page.unroute(`**/api${screen.api}/*`);
    const deleting = page.waitForRequest((request) => request.method() === 'DELETE');
    await answer('Delete');
    expect((await deleting).postDataJSON()).toEqual({ version });
    await remove.waitFor({ state: 'detached' });
  };

  it('loads with the bar, adds, edits and deletes as the spec says, and loses no input and no record when that fails', async () => {
    const page = await office.signedIn();
    await showsLoadingErrorAndEmptyState(page);
    const made = await addRecord();
    await addsWithABlankForm(page);
    await editsInAFormWithItsValues(page, made);
    // Somebody else and this screen have changed it once each.
    await deletesOnlyAfterAConfirmation(page, made.version + 2);
  });
});

describe('a draft', () => {
  const addPartner = async (name: string) => {
    const body = { name, url: `https://example.com/${name.toLowerCase().replaceAll(' ', '-')}` };
    return (await office.call('POST', '/networks', body)).json().network as { _id: string };
  };
  const edit = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    const dialog = dialogOf(page, 'Edit Network');
    await dialog.waitFor();
    return {
      dialog,
      description: dialog.getByLabel('Description'),
      update: dialog.getByRole('button', { name: 'Update Network' }),
      cancel: dialog.getByRole('button', { name: 'Cancel' }),
    };
  };

  it('outlives a failed choice of a version, the slow save of another record, and a save that fails later', async () => {
    const [amber, birch, , dune] = [
      await addPartner('Amber Pier'),
      await addPartner('Birch Pier'),
      await addPartner('Cedar Pier'),
      await addPartner('Dune Pier'),
    ];
    const page = await office.open('/admin/networks');
    const discard = () => question(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();

    // It is still in the form when keeping my version fails.
    const first = await edit(page, 'Amber Pier');
    await first.description.fill('Mine');
    await office.call('PUT', `/networks/${amber._id}`, { description: 'Theirs' });
    await first.update.click();
    const keepMine = first.dialog.getByRole('button', { name: 'Keep my version' });
    await keepMine.waitFor();
    await page.route(`**/api/networks/${amber._id}`, (route) => route.fulfill(failing()));
    await keepMine.click();
    await alertOf(page, 'Something went wrong on our side.').first().waitFor();
    expect(await first.description.inputValue()).toBe('Mine');
    await page.unroute(`**/api/networks/${amber._id}`);
    await first.update.click();
    await first.dialog.waitFor({ state: 'detached' });
    await page.getByText('Mine', { exact: true }).waitFor();

    // It stays in its dialog when the save of another record ends.
    const saveBirch = await holdRequests(page, `**/api/networks/${birch._id}`);
    const second = await edit(page, 'Birch Pier');
    await second.description.fill('Saved slowly');
    await second.update.click();
    await second.cancel.click();
    await second.dialog.waitFor({ state: 'detached' });
    const third = await edit(page, 'Cedar Pier');
    await third.description.fill('Half written');
    saveBirch();
    await page.getByText('Saved slowly').waitFor();
    expect(await third.description.inputValue()).toBe('Half written');
    await third.cancel.click();
    await discard();
    await third.dialog.waitFor({ state: 'detached' });

    // A save that fails after its dialog was closed is reported, and what was typed is shown with the record again.
    const failDune = await holdRequests(page, `**/api/networks/${dune._id}`, (route) => route.fulfill(failing()));
    const fourth = await edit(page, 'Dune Pier');
    await fourth.description.fill('Not lost');
    await fourth.update.click();
    await page.keyboard.press('Escape');
    await fourth.dialog.waitFor({ state: 'detached' });
    failDune();
    await alertOf(page, 'Dune Pier was not saved: Something went wrong on our side.').waitFor();
    await edit(page, 'Dune Pier');
    await expect.poll(() => fourth.description.inputValue()).toBe('Not lost');
  });
});
