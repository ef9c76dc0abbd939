/** Networks and the websites that visitors submit, channels, TeraBox links, stars and tags. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';
import { formLimits } from '../../support/form-limits.ts';

const office = backOffice();

const networks = {
  ...{ link: 'Networks', heading: 'Manage Networks', addButton: 'Add New Network' },
  add: ['Add New Network', 'Add Network'],
  edit: ['Edit Network', 'Update Network'],
  remove: 'Are you sure you want to delete this network?',
  fields: ['Network Name', 'Website URL', 'Logo URL', 'Category', 'Description'],
  limits: { name: 200, url: 2000, logo: 2000, description: 2000 },
  required: ['Network Name', 'Website URL'],
  options: { Category: ['adult', 'entertainment', 'social', 'streaming'] },
} as const;
const channels = {
  ...{ link: 'Channels', heading: 'Manage Channels', addButton: 'Add New Channel' },
  add: ['Add New Channel', 'Add Channel'],
  remove: 'Are you sure you want to delete this channel?',
  fields: ['Channel Name', 'Channel URL', 'Thumbnail URL', 'Category', 'Subscribers', 'Description'],
  limits: { name: 200, url: 2000, thumbnail: 2000, subscribers: 100_000_000_000, description: 2000 },
  required: ['Channel Name', 'Channel URL'],
  options: { Category: ['adult', 'entertainment', 'gaming', 'music', 'education'] },
} as const;
const fileLinks = {
  ...{ link: 'TeraBox Links', heading: 'Manage TeraBox Links', addButton: 'Add New Link' },
  add: ['Add New TeraBox Link', 'Add Link'],
  remove: 'Are you sure you want to delete this TeraBox link?',
  fields: ['Title', 'TeraBox URL', 'Category', 'File Type', 'File Size', 'Description'],
  limits: { title: 300, url: 2000, size: 50, description: 2000 },
  required: ['Title', 'TeraBox URL'],
  options: {
    Category: ['videos', 'images', 'documents', 'archives', 'other'],
    'File Type': ['video', 'image', 'document', 'archive', 'other'],
  },
} as const;
const stars = {
  ...{ link: 'Star Management', heading: 'Star Management', addButton: 'Add New Star' },
  add: ['Add New Star', 'Add Star'],
  edit: ['Edit Star', 'Update Star'],
  remove: 'Are you sure you want to delete this star?',
  fields: ['Name', 'Image URL', 'Category', 'Description'],
  limits: { name: 100, image: 2000, description: 10_000 },
  required: ['Name'],
  options: { Category: ['english', 'indian', 'hijabi', 'viral'] },
} as const;
type Screen = typeof networks | typeof channels | typeof fileLinks | typeof stars;

const remove = async (page: Page, name: string, asked: string) => {
  const confirmation = question(page, asked);
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await confirmation.waitFor({ state: 'detached' });
};

describe('networks, channels, TeraBox links and stars', () => {
  const openForm = async (page: Page, screen: Screen) => {
    await page.getByRole('button', { name: screen.addButton, exact: true }).click();
    const dialog = dialogOf(page, screen.add[0]);
    await dialog.waitFor();
    return { dialog, submit: dialog.getByRole('button', { name: screen.add[1] }) };
  };

  const readForm = async (page: Page, screen: Screen) => {
    const form = await openForm(page, screen);
    const { dialog } = form;
    expect(await dialog.locator('label').allTextContents()).toEqual(screen.fields);
    expect(await formLimits(dialog)).toEqual(screen.limits);
    const required = await dialog.locator(':required').evaluateAll((all) => all.map(({ id }) => id));
    for (const label of screen.required)
      expect(required).toContain(await dialog.getByLabel(label, { exact: true }).getAttribute('id'));
    for (const [label, options] of Object.entries(screen.options)) {
      const select = dialog.getByLabel(label);
      expect(await select.locator('option').allTextContents()).toEqual(options);
      expect(await select.inputValue()).toBe(options[0]);
    }
    const [, url] = screen.required;
    if (url) expect(await dialog.getByLabel(url).getAttribute('type')).toBe('url');
    return form;
  };

  const add = async (page: Page, screen: Screen, name: string) => {
    const [label, url] = screen.required;
    const { dialog, submit } = await readForm(page, screen);
    await dialog.getByLabel(label, { exact: true }).fill(name);
    if (url) await dialog.getByLabel(url).fill('https://example.com/added');
    if (screen === channels) await dialog.getByLabel('Subscribers').fill('');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await submit.click();
    const body = (await sent).postDataJSON();
    // A value that is not a number counts as 0.
    if (screen === channels) expect(body).toMatchObject({ name, subscribers: 0 });
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).waitFor();
  };

  const editAndDelete = async (page: Page, screen: typeof networks | typeof stars, name: string) => {
    const [label] = screen.required;
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    const edit = dialogOf(page, screen.edit[0]);
    await expect.poll(() => edit.getByLabel(label, { exact: true }).inputValue()).toBe(name);
    await edit.getByLabel('Description').fill(`About ${name}`);
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    await edit.getByRole('button', { name: screen.edit[1] }).click();
    expect((await saving).postDataJSON()).toMatchObject({ description: `About ${name}`, version: 1 });
    await edit.waitFor({ state: 'detached' });
    await page.getByText(`About ${name}`, { exact: true }).first().waitFor();
    await deleteOf(page, screen, name, 2);
  };

  const deleteOf = async (page: Page, screen: Screen, name: string, version: number) => {
    const deleting = page.waitForRequest((request) => request.method() === 'DELETE');
    await remove(page, name, screen.remove);
    expect((await deleting).postDataJSON()).toEqual({ version });
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).waitFor({ state: 'detached' });
  };

  it('are added, edited and deleted in forms with the fields of the spec; nothing typed is lost to a conflict, a refusal or a wrong click', async () => {
    const description = 'far '.repeat(50);
    const longWay = { name: 'Long Way', url: 'https://example.com/way', logo: '/art/logo/1.svg', description };
    await office.call('POST', '/networks', longWay);
    const { _id } = (
      await office.call('POST', '/networks', { ...longWay, name: 'Quiet Row', url: 'https://example.com/row' })
    ).json().network;
    await office.call('POST', '/stars', { name: 'Fern Pier' });
    const page = await office.open('/admin/networks');
    const row = page.getByRole('row').filter({ hasText: 'Long Way' });
    const logo = await row.getByRole('img').boundingBox();
    expect([logo?.width, logo?.height]).toEqual([50, 50]);
    expect((await row.getByTitle(/^far far/).boundingBox())?.width).toBe(200);
    await add(page, networks, 'Added Network');
    await editAndDelete(page, networks, 'Added Network');

    const dialog = dialogOf(page, 'Edit Network');
    const typed = dialog.getByLabel('Description');
    const discard = question(page, 'Discard changes?');
    const edit = page.getByRole('button', { name: 'Edit Quiet Row' });
    await edit.click();
    await typed.fill('Typed and forgotten');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await discard.getByRole('button', { name: 'Keep editing' }).click();
    await discard.waitFor({ state: 'detached' });
    expect(await typed.inputValue()).toBe('Typed and forgotten');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await discard.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Somebody else saves first: both versions are shown, and the own one can be kept.
    await edit.click();
    await expect.poll(() => typed.inputValue()).toBe(description);
    await typed.fill('Mine');
    await office.call('PUT', `/networks/${_id}`, { description: 'Theirs' });
    await dialog.getByRole('button', { name: 'Update Network' }).click();
    const versions = page.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /^Description/ });
    await versions.waitFor();
    expect(await versions.getByRole('cell').allTextContents()).toEqual(['Mine', 'Theirs']);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Mine', { exact: true }).first().waitFor();
    // What somebody else has changed is not deleted before it was looked at.
    await office.call('PUT', `/networks/${_id}`, { description: 'Theirs again' });
    await remove(page, 'Quiet Row', networks.remove);
    await alertOf(page, 'Someone else has changed this in the meantime.').waitFor();
    await page.getByText('Theirs again', { exact: true }).first().waitFor();

    const navigation = page.getByRole('navigation', { name: 'Back-office' });
    await navigation.getByRole('link', { name: channels.link }).click();
    const cards = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await cards.first().waitFor();
    const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[2]);
    expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);
    expect((await cards.first().locator('img').boundingBox())?.height).toBe(150);
    await add(page, channels, 'Added Channel');
    await deleteOf(page, channels, 'Added Channel', 1);

    await navigation.getByRole('link', { name: fileLinks.link }).click();
    await add(page, fileLinks, 'Added Link');
    await deleteOf(page, fileLinks, 'Added Link', 1);

    // The server refuses a name that is taken: it says so at the field, which has the focus.
    await navigation.getByRole('link', { name: stars.link }).click();
    const { dialog: form, submit } = await openForm(page, stars);
    const name = form.getByLabel('Name', { exact: true });
    await name.fill('Fern Pier');
    await form.getByLabel('Description').fill('Not lost');
    await submit.click();
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await form.getByLabel('Description').inputValue()).toBe('Not lost');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await discard.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
    await add(page, stars, 'Aaa Zephyrine');
    await editAndDelete(page, stars, 'Aaa Zephyrine');
  });
});

describe('submissions', () => {
  it('are rejected with a reason, approved for some free days and marked as paid; a decision about one that is gone says so', async () => {
    const { db } = office.site.database;
    const third = { name: 'Third Lantern', url: 'https://example.com/third', email: 'third@example.com' };
    await db
      .insertInto('partners')
      .values({ ...third, submitted_at: new Date() })
      .execute();
    const [gone, taken] = (await office.call('GET', '/submissions')).json().submissions;
    const page = await office.open('/admin/networks?tab=submissions');
    const waiting = page.getByRole('table', { name: 'Submissions waiting' }).getByRole('row');
    const inSidebar = (text: string) =>
      page.getByRole('banner').getByRole('navigation', { name: 'Back-office' }).getByText(text).waitFor();
    await expect.poll(() => waiting.count()).toBe(1 + 3);
    await inSidebar('3 submissions waiting');

    // Decisions send the loaded version.
    const { name, version } = gone;
    await office.call('DELETE', `/networks/${gone._id}`, {});
    await page.getByRole('button', { name: `Reject ${name}` }).click();
    const dialog = dialogOf(page, 'Reject submission');
    const reason = dialog.getByLabel('Reason');
    await reason.fill('Not for our visitors');
    const rejecting = page.waitForRequest('**/reject');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    expect((await rejecting).postDataJSON()).toEqual({ version, reason: 'Not for our visitors' });
    await alertOf(page, `The submission “${name}” no longer exists.`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Reject ${name}` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Reject ${third.name}` }).click();
    await expect.poll(() => reason.inputValue()).toBe('');
    await reason.fill('Not what visitors look for');
    // The reason outlives a failure.
    await page.route('**/reject', (route) => route.fulfill(failing(409, 'Changed meanwhile')), { times: 1 });
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Changed meanwhile' }).waitFor();
    expect(await reason.inputValue()).toBe('Not what visitors look for');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.waitFor({ state: 'detached' });
    await inSidebar('1 submission waiting');

    const approving = page.waitForRequest('**/approve');
    await page.getByRole('button', { name: `Approve ${taken.name}` }).click();
    expect((await approving).postDataJSON()).toEqual({ version: taken.version });
    const toast = alertOf(page, `${taken.name} approved. It is free until `);
    await toast.waitFor();
    const networks: { _id: string; freeUntil: string }[] = (await office.call('GET', '/networks')).json();
    const freeUntil = networks.find(({ _id }) => _id === taken._id)?.freeUntil ?? '';
    const day = await page.evaluate(
      (iso) => new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' }),
      freeUntil,
    );
    expect(await toast.textContent()).toContain(`free until ${day}.`);
    const approved = page
      .getByRole('table', { name: 'Approved submissions' })
      .getByRole('row')
      .filter({ hasText: taken.name });
    await approved.getByText(/^Free until/).waitFor();
    await approved.getByRole('button', { name: `Mark as paid: ${taken.name}` }).click();
    await approved.getByText('Paid', { exact: true }).waitFor();
    await page.getByText('No submissions waiting').waitFor();
    const { mails } = (await office.call('GET', '/outbox')).json();
    expect(mails.length).toBeGreaterThanOrEqual(2);
  });
});

describe('stars and tags of posts', () => {
  const post = { imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'viral' };
  const addPost = async (titel: string, more: object): Promise<{ _id: string; version: number }> =>
    (await office.call('POST', '/postdata', { ...post, titel, ...more })).json().post;

  it('are lists in pages of 20, with letters, a search and two orders; a row leads to its videos, which are edited in a copy and deleted, and back', async () => {
    const { _id } = await addPost('Copper lagoon', { tags: ['tin-lagoon'], name: ['Ynez Farol'] });
    // A version made up by the screen would be another.
    const { version } = (await office.call('PUT', `/updatepost/${_id}`, { minutes: 7 })).json().post;
    await addPost('Chalk lagoon', { tags: ['tin-lagoon', 'ynez-farol'] });
    const page = await office.open('/admin/stars-list?page=5');
    const starRows = page.getByRole('table', { name: 'Stars' }).locator('tbody tr');
    expect(await starRows.count()).toBe(20);
    expect(await starRows.first().getByRole('cell').first().textContent()).toBe('81');
    const star = await starRows.first().getByRole('cell').nth(1).textContent();
    await starRows.first().getByRole('cell').nth(2).click();
    await page.waitForURL(`**/admin/star-videos/${star?.toLowerCase().replace(' ', '-')}?fromPage=5`);
    await page.getByRole('heading', { name: `Videos for Star: "${star}"` }).waitFor();
    await page.getByRole('link', { name: 'Back to stars' }).click();
    await page.waitForURL('**/admin/stars-list?page=5');
    const letter = page.getByRole('button', { name: 'Y', exact: true });
    await letter.click();
    await page.waitForURL('**/admin/stars-list?letter=Y');
    const names = starRows.locator('td:nth-child(2)');
    await expect.poll(async () => (await names.allTextContents()).every((each) => each.startsWith('Y'))).toBe(true);
    await page.getByLabel('Search stars').fill('ynez');
    await expect.poll(() => names.allTextContents()).toEqual(['Ynez Farol']);
    await page.waitForURL('**/admin/stars-list?*search=ynez*');
    await starRows.first().getByRole('cell').nth(2).click();
    // Only that star's, not those that have a tag of the same name.
    await page.getByRole('heading', { name: 'Videos for Star: "Ynez Farol" (1)', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to stars' }).click();
    await page.waitForURL(
      ({ searchParams }) => searchParams.get('letter') === 'Y' && searchParams.get('search') === 'ynez',
    );
    await letter.click();
    await page.waitForURL('**/admin/stars-list?search=ynez');
    const all = page.getByRole('button', { name: 'All', exact: true });
    await expect.poll(() => all.getAttribute('aria-pressed')).toBe('true');

    await page.getByRole('link', { name: 'All Tags' }).first().click();
    const tagRows = page.getByRole('table', { name: 'Tags' }).locator('tbody tr');
    await tagRows.first().waitFor();
    const shown = await tagRows.locator('td:nth-child(4)').allTextContents();
    const counts = shown.map((text) => Number(text.replace(',', '')));
    expect(counts).toHaveLength(20);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/admin/tags-list?page=2');
    await expect.poll(() => tagRows.first().getByRole('cell').first().textContent()).toBe('21');
    await page.getByRole('button', { name: 'Alphabetical' }).click();
    const slugs = tagRows.locator('td:nth-child(3)');
    await expect
      .poll(async () => {
        const shown = await slugs.allTextContents();
        return shown.join() === shown.toSorted().join();
      })
      .toBe(true);
    await page.getByLabel('Search tags').fill('tin-lagoon');
    await expect.poll(() => slugs.allTextContents()).toEqual(['tin-lagoon']);
    await page.waitForURL('**/admin/tags-list?*search=tin-lagoon*');
    await tagRows.first().getByRole('cell').nth(3).click();

    await page.getByRole('heading', { name: 'Videos for Tag: "tin lagoon" (2)', exact: true }).waitFor();
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
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Update Video' }).click();
    expect((await saving).postDataJSON()).toMatchObject({ titel: 'Silver lagoon', version });
    await page.getByRole('button', { name: 'Edit Silver lagoon' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await office.call('POST', `/getVideo/${_id}`)).json().titel).toBe('Silver lagoon');
    const deleting = page.waitForRequest(`**/api/deletedata/${_id}`);
    await remove(page, 'Silver lagoon', 'Are you sure you want to delete this post?');
    expect((await deleting).postDataJSON()).toEqual({ version: version + 1 });
    await alertOf(page, 'Video deleted successfully!').waitFor();
    await page.getByRole('heading', { name: 'Videos for Tag: "tin lagoon" (1)', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to tags' }).click();
    await page.waitForURL('**/admin/tags-list?*search=tin-lagoon*');
  });
});
