/** Back-office, sections 2, 4, 5 and 8: networks, channels and TeraBox links. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

const screens = [
  {
    path: '/admin/networks',
    api: '/networks',
    listed: 'networks',
    heading: 'Manage Networks',
    addButton: 'Add New Network',
    add: ['Add New Network', 'Add Network'],
    edit: ['Edit Network', 'Update Network'],
    loading: 'Loading networks...',
    empty: ['No networks found', 'Add your first network to get started.'],
    remove: 'Are you sure you want to delete this network?',
    fields: ['Network Name', 'Website URL', 'Logo URL', 'Category', 'Description'],
    required: ['Network Name', 'Website URL'],
    urlField: 'Website URL',
    categories: ['adult', 'entertainment', 'social', 'streaming'],
    record: { name: 'Quiet Row', url: 'https://example.com/quiet' },
    name: 'Quiet Row',
  },
  {
    path: '/admin/channels',
    api: '/channels',
    listed: 'channels',
    heading: 'Manage Channels',
    addButton: 'Add New Channel',
    add: ['Add New Channel', 'Add Channel'],
    edit: ['Edit Channel', 'Update Channel'],
    loading: 'Loading channels...',
    empty: ['No channels found', 'Add your first channel to get started.'],
    remove: 'Are you sure you want to delete this channel?',
    fields: ['Channel Name', 'Channel URL', 'Thumbnail URL', 'Category', 'Subscribers', 'Description'],
    required: ['Channel Name', 'Channel URL'],
    urlField: 'Channel URL',
    categories: ['adult', 'entertainment', 'gaming', 'music', 'education'],
    record: { name: 'Quiet Waves', url: 'https://example.com/waves' },
    name: 'Quiet Waves',
  },
  {
    path: '/admin/terabox',
    api: '/terabox',
    listed: 'links',
    heading: 'Manage TeraBox Links',
    addButton: 'Add New Link',
    add: ['Add New TeraBox Link', 'Add Link'],
    edit: ['Edit TeraBox Link', 'Update Link'],
    loading: 'Loading TeraBox links...',
    empty: ['No TeraBox links found', 'Add your first TeraBox link to get started.'],
    remove: 'Are you sure you want to delete this TeraBox link?',
    fields: ['Title', 'TeraBox URL', 'Category', 'File Type', 'File Size', 'Description'],
    required: ['Title', 'TeraBox URL'],
    urlField: 'TeraBox URL',
    categories: ['videos', 'images', 'documents', 'archives', 'other'],
    record: { title: 'Quiet Files', url: 'https://example.com/files' },
    name: 'Quiet Files',
  },
] as const;

const noPages = { currentPage: 1, totalPages: 0, totalCount: 0 };
const labelsOf = (page: Page, dialog: string) => dialogOf(page, dialog).locator('label').allTextContents();

describe.each(screens)('sections 2, 4, 5 and 8: $heading', (screen) => {
  const open = (page: Page) => page.getByRole('button', { name: screen.addButton, exact: true }).click();
  const list = `**/api${screen.api}/search*`;
  const nothing = { json: { success: true, [screen.listed]: [], pagination: noPages } };

  it('shows the navigation bar and a loading text while fetching', async () => {
    const page = await office.signedIn();
    const respond = await holdRequests(page, list);
    await page.goto(screen.path);
    await page.getByRole('status').filter({ hasText: screen.loading }).waitFor();
    await expect.poll(() => page.getByRole('navigation', { name: 'Back-office' }).isVisible()).toBe(true);
    respond();
    await page.getByRole('heading', { name: screen.heading }).waitFor();
  });

  it('shows the empty state for an empty list, and an error with Try again for one that cannot be fetched', async () => {
    const page = await office.signedIn();
    await page.route(list, (route) => route.fulfill(nothing));
    await page.goto(screen.path);
    for (const text of screen.empty) await page.getByText(text, { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.route(list, (route) => route.fulfill(failing()));
    await page.reload();
    await alertOf(page, 'Something went wrong on our side.').waitFor();
    await expect.poll(() => page.getByText(screen.empty[0], { exact: true }).count()).toBe(0);
    await page.route(list, (route) => route.fulfill(nothing));
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const text of screen.empty) await page.getByText(text, { exact: true }).waitFor();
  });

  it('adds a record with a blank form, as in the spec, and reloads the list', async () => {
    const page = await office.open(screen.path);
    await open(page);
    const [title, submit] = screen.add;
    const dialog = dialogOf(page, title);
    await dialog.waitFor();
    expect(await labelsOf(page, title)).toEqual(screen.fields);
    const inputs = dialog.locator('input, textarea');
    await expect
      .poll(() =>
        inputs.evaluateAll((all) => all.every((each) => ['', '0'].includes((each as HTMLInputElement).value))),
      )
      .toBe(true);
    for (const label of screen.required)
      await expect
        .poll(() => dialog.getByLabel(label).evaluate((input: HTMLInputElement) => input.required))
        .toBe(true);
    await expect.poll(() => dialog.getByLabel(screen.urlField).getAttribute('type')).toBe('url');
    await expect
      .poll(() => dialog.getByLabel('Category').locator('option').allTextContents())
      .toEqual(screen.categories);
    await expect.poll(() => dialog.getByLabel('Category').inputValue()).toBe(screen.categories[0]);
    await dialog.getByLabel(screen.required[0]).fill(`Added to ${screen.api}`);
    await dialog.getByLabel(screen.urlField).fill('https://example.com/added');
    const reloaded = page.waitForRequest(list);
    await dialog.getByRole('button', { name: submit }).click();
    await reloaded;
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Added to ${screen.api}`).first().waitFor();
    await open(page);
    await expect.poll(() => dialog.getByLabel(screen.required[0]).inputValue()).toBe('');
  });

  it('edits a record in a form with its values; Cancel and Close discard the input', async () => {
    const made = await office.call('POST', screen.api, screen.record);
    expect(made.statusCode).toBe(200);
    const page = await office.open(screen.path);
    const [title, submit] = screen.edit;
    const dialog = dialogOf(page, title);
    const edit = page.getByRole('button', { name: `Edit ${screen.name}` }).first();
    for (const leave of ['Cancel', 'Close']) {
      await edit.click();
      await expect.poll(() => dialog.getByLabel(screen.required[0]).inputValue()).toBe(screen.name);
      await expect.poll(() => dialog.getByLabel(screen.urlField).inputValue()).toBe(screen.record.url);
      await dialog.getByLabel(screen.required[0]).fill('Typed and forgotten');
      await dialog.getByRole('button', { name: leave, exact: true }).click();
      await question(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await edit.click();
    await dialog.getByLabel('Description').fill('Changed on the screen');
    await dialog.getByRole('button', { name: submit }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Changed on the screen').first().waitFor();
  });

  it('leaves the form open with its input after a failed save, and scrolls to the error', async () => {
    const page = await office.open(screen.path, { viewport: { width: 390, height: 480 } });
    await page.route(`**/api${screen.api}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill(failing(400, 'Not like this')) : route.continue(),
    );
    await open(page);
    const dialog = dialogOf(page, screen.add[0]);
    await dialog.getByLabel(screen.required[0]).fill('Refused');
    await dialog.getByLabel(screen.urlField).fill('https://example.com/refused');
    await dialog.getByLabel('Description').fill('Written last');
    await dialog.getByRole('button', { name: screen.add[1] }).click();
    const refusal = alertOf(page, 'Not like this');
    await refusal.waitFor();
    expect((await refusal.boundingBox())?.y).toBeGreaterThan(0);
    await expect.poll(() => dialog.getByLabel(screen.required[0]).inputValue()).toBe('Refused');
  });

  it('deletes only after a confirmation', async () => {
    await office.call('POST', screen.api, { ...screen.record, description: 'To be deleted' });
    const page = await office.open(screen.path);
    const remove = page.getByRole('button', { name: `Delete ${screen.name}` });
    const before = await remove.count();
    await remove.first().click();
    await question(page, screen.remove).getByRole('button', { name: 'Cancel' }).click();
    await question(page, screen.remove).waitFor({ state: 'detached' });
    await expect.poll(() => remove.count()).toBe(before);
    await remove.first().click();
    await question(page, screen.remove).getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => remove.count()).toBe(before - 1);
    await page.route(`**/api${screen.api}/*`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(failing(404, 'There is none')) : route.continue(),
    );
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await question(page, screen.remove).getByRole('button', { name: 'Delete' }).click();
    await alertOf(page, 'There is none').waitFor();
  });

  it('shows both versions side by side when two admins edit the same record', async () => {
    const { json } = await office.call('POST', screen.api, { ...screen.record, description: 'As it was' });
    const made = Object.values(json()).find((value) => typeof value === 'object') as { _id: string };
    const page = await office.open(screen.path);
    await page
      .getByRole('button', { name: `Edit ${screen.name}` })
      .first()
      .click();
    await office.call('PUT', `${screen.api}/${made._id}`, { description: 'Theirs' });
    const dialog = dialogOf(page, screen.edit[0]);
    await dialog.getByLabel('Description').fill('Mine');
    await dialog.getByRole('button', { name: screen.edit[1] }).click();
    const row = page.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /^Description/ });
    await row.waitFor();
    await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(['Mine', 'Theirs']);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Mine', { exact: true }).first().waitFor();
  });
});

describe('section 2: the table of Manage Networks', () => {
  it('has the columns of the spec, a 50 px logo and a URL cut at 30 characters that opens in a new tab', async () => {
    const url = 'https://example.com/a-long-way-to-a-partner';
    await office.call('POST', '/networks', {
      name: 'Long Way',
      url,
      logo: '/art/logo/1.svg',
      description: 'far '.repeat(50),
    });
    const page = await office.open('/admin/networks');
    const table = page.getByRole('table', { name: 'Networks' });
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents())
      .toEqual(['Logo', 'Name', 'URL', 'Category', 'Description', 'Actions']);
    const row = table.getByRole('row').filter({ hasText: 'Long Way' });
    const logo = await row.getByRole('img').boundingBox();
    expect([logo?.width, logo?.height]).toEqual([50, 50]);
    const link = row.getByRole('link', { name: /^https:/ });
    await expect.poll(() => link.textContent()).toBe(`${url.slice(0, 30)}…`);
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
    expect((await row.getByTitle(/^far far/).boundingBox())?.width).toBe(200);
    await expect.poll(() => row.getByText('adult', { exact: true }).isVisible()).toBe(true);
  });

  it('has a description field of 4 rows', async () => {
    const page = await office.open('/admin/networks');
    await page.getByRole('button', { name: 'Add New Network' }).click();
    await expect.poll(() => page.getByLabel('Description').getAttribute('rows')).toBe('4');
  });
});

describe('sections 2 and 9: the cards of Manage Channels', () => {
  const channel = (name: string, subscribers: number) => ({
    _id: name,
    name,
    url: 'https://example.com/c',
    thumbnail: '/art/3.svg',
    description: 'd'.repeat(101),
    category: 'music',
    subscribers,
    version: 1,
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
  });

  it('are in 3 columns with thumbnail, cut description, category, subscribers and link', async () => {
    const counts = [999, 1000, 1540, 1_000_000, 2_340_000];
    const page = await office.signedIn();
    const channels = counts.map((count) => channel(`c${count}`, count));
    const pagination = { currentPage: 1, totalPages: 1, totalCount: channels.length };
    await page.route('**/api/channels/search*', (route) =>
      route.fulfill({ json: { success: true, channels, pagination } }),
    );
    await page.goto('/admin/channels');
    const cards = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await cards.first().waitFor();
    await expect
      .poll(() => cards.getByText(/subscribers$/).allTextContents())
      .toEqual(['999 subscribers', '1.0K subscribers', '1.5K subscribers', '1.0M subscribers', '2.3M subscribers']);
    const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[2]);
    expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);
    expect((await cards.first().locator('img').boundingBox())?.height).toBe(150);
    await expect
      .poll(() =>
        cards
          .first()
          .getByText(`${'d'.repeat(100)}…`, { exact: true })
          .count(),
      )
      .toBe(1);
    await expect
      .poll(() => cards.first().getByRole('link', { name: 'Visit Channel' }).getAttribute('href'))
      .toBe('https://example.com/c');
    await expect.poll(() => cards.first().getByText('music', { exact: true }).count()).toBe(1);
  });

  it('need at least 0 subscribers, and read a value that is not a number as 0', async () => {
    const page = await office.open('/admin/channels');
    await page.getByRole('button', { name: 'Add New Channel' }).click();
    const dialog = dialogOf(page, 'Add New Channel');
    await expect.poll(() => dialog.getByLabel('Subscribers').getAttribute('min')).toBe('0');
    await dialog.getByLabel('Channel Name').fill('Nobody yet');
    await dialog.getByLabel('Channel URL').fill('https://example.com/nobody');
    await dialog.getByLabel('Subscribers').fill('');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Add Channel' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ name: 'Nobody yet', subscribers: 0 });
  });
});

describe('section 2: the table of Manage TeraBox Links', () => {
  it('has the columns of the spec, an icon per file type, Unknown for a missing size, and a link', async () => {
    for (const fileType of ['video', 'image', 'document', 'archive', 'other'])
      await office.call('POST', '/terabox', { title: `A ${fileType}`, url: 'https://example.com/f', fileType });
    const page = await office.open('/admin/terabox');
    const table = page.getByRole('table', { name: 'TeraBox links' });
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents())
      .toEqual(['Type', 'Title', 'Category', 'Size', 'Description', 'URL', 'Actions']);
    const pictures = new Set<string | null>();
    for (const fileType of ['video', 'image', 'document', 'archive', 'other']) {
      const row = table.getByRole('row').filter({ hasText: `A ${fileType}` });
      const icon = row.getByRole('img', { name: fileType });
      pictures.add(await icon.locator('path').getAttribute('d'));
      await expect.poll(() => row.getByText('Unknown').count()).toBe(1);
      await expect
        .poll(() => row.getByRole('link', { name: /^Open / }).getAttribute('href'))
        .toBe('https://example.com/f');
    }
    expect(pictures.size).toBe(5);
  });

  it('has a placeholder for the size and the file types of the spec', async () => {
    const page = await office.open('/admin/terabox');
    await page.getByRole('button', { name: 'Add New Link' }).click();
    const dialog = dialogOf(page, 'Add New TeraBox Link');
    await expect.poll(() => dialog.getByLabel('File Size').getAttribute('placeholder')).toBe('1.5 GB, 250 MB');
    await expect
      .poll(() => dialog.getByLabel('File Type').locator('option').allTextContents())
      .toEqual(['video', 'image', 'document', 'archive', 'other']);
  });
});
