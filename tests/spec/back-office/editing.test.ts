/** Back-office, sections 4, 5 and 8: what every screen that edits records has in common. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';

const office = backOffice();

const post = { imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'viral' };

interface EditedRecord {
  _id: string;
  version: number;
}

/** Every screen that edits records: what it adds, how it calls, and what its form says. */
const screens = [
  {
    screen: '/admin/posts?search=title%3Apewter',
    add: ['/postdata', { ...post, titel: 'Pewter ferry' }],
    name: 'Pewter ferry',
    save: '/updatepost',
    remove: '/deletepost',
    dialog: 'Edit Post',
    submit: 'Update Post',
    label: 'Title',
    deleteQuestion: 'Are you sure you want to delete this post?',
    wireName: 'titel',
  },
  {
    screen: '/admin/tag-videos/harbourlight',
    add: ['/postdata', { ...post, titel: 'Ochre ferry', tags: ['harbourlight'] }],
    name: 'Ochre ferry',
    save: '/updatepost',
    remove: '/deletedata',
    dialog: 'Edit Video',
    submit: 'Update Video',
    label: 'Title',
    deleteQuestion: 'Are you sure you want to delete this post?',
    wireName: 'titel',
  },
  {
    screen: '/admin/stars?search=wilhelma',
    add: ['/stars', { name: 'Wilhelma Stone' }],
    name: 'Wilhelma Stone',
    save: '/stars',
    remove: '/stars',
    dialog: 'Edit Star',
    submit: 'Update Star',
    label: 'Name',
    deleteQuestion: 'Are you sure you want to delete this star?',
    wireName: 'name',
  },
  {
    screen: '/admin/networks',
    add: ['/networks', { name: 'Lantern Row', url: 'https://example.com/lantern' }],
    name: 'Lantern Row',
    save: '/networks',
    remove: '/networks',
    dialog: 'Edit Network',
    submit: 'Update Network',
    label: 'Network Name',
    deleteQuestion: 'Are you sure you want to delete this network?',
    wireName: 'name',
  },
  {
    screen: '/admin/channels',
    add: ['/channels', { name: 'Lantern Waves', url: 'https://example.com/waves' }],
    name: 'Lantern Waves',
    save: '/channels',
    remove: '/channels',
    dialog: 'Edit Channel',
    submit: 'Update Channel',
    label: 'Channel Name',
    deleteQuestion: 'Are you sure you want to delete this channel?',
    wireName: 'name',
  },
  {
    screen: '/admin/terabox',
    add: ['/terabox', { title: 'Lantern Files', url: 'https://example.com/files' }],
    name: 'Lantern Files',
    save: '/terabox',
    remove: '/terabox',
    dialog: 'Edit TeraBox Link',
    submit: 'Update Link',
    label: 'Title',
    deleteQuestion: 'Are you sure you want to delete this TeraBox link?',
    wireName: 'title',
  },
] as const;

type Screen = (typeof screens)[number];

/** What the tests do on a screen. */
const actionsOn = ({ add, name, save, remove, dialog, label, deleteQuestion, wireName }: Screen) => {
  /** A record at version 2, so that a version made up by the screen would be noticed. */
  const addRecord = async (): Promise<EditedRecord> => {
    const added = Object.values((await office.call('POST', add[0], add[1])).json()).find(
      (value) => typeof value === 'object',
    ) as EditedRecord;
    const saved = await office.call('PUT', `${save}/${added._id}`, { [wireName]: name });
    return Object.values(saved.json()).find((value) => typeof value === 'object') as EditedRecord;
  };
  const removeRecord = ({ _id }: EditedRecord) => office.call('DELETE', `${remove}/${_id}`, {});
  const startEditing = async (page: Page) => {
    await page
      .getByRole('button', { name: `Edit ${name}` })
      .first()
      .click();
    const form = dialogOf(page, dialog);
    await form.waitFor();
    return { form, field: form.getByLabel(label, { exact: true }) };
  };
  const confirmDelete = async (page: Page) => {
    await page
      .getByRole('button', { name: `Delete ${name}` })
      .first()
      .click();
    await question(page, deleteQuestion).getByRole('button', { name: 'Delete' }).click();
  };
  return { addRecord, removeRecord, startEditing, confirmDelete };
};

describe.each(screens)('$screen', (edited) => {
  const { screen, name, save, remove, submit, deleteQuestion, wireName } = edited;
  const { addRecord, removeRecord, startEditing } = actionsOn(edited);

  it('sends the loaded version with every save and delete', async () => {
    const record = await addRecord();
    expect(record.version).toBeGreaterThan(1);
    const page = await office.open(screen);
    const { form, field } = await startEditing(page);
    await field.fill(`${name} changed`);
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await form.getByRole('button', { name: submit }).click();
    expect((await saving).postDataJSON()).toMatchObject({ version: record.version });
    expect((await saved).status()).toBe(200);
    await form.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: `Delete ${name} changed` })
      .first()
      .click();
    const deleting = page.waitForRequest((request) => request.method() === 'DELETE');
    await question(page, deleteQuestion).getByRole('button', { name: 'Delete' }).click();
    expect((await deleting).url()).toContain(`/api${remove}/${record._id}`);
    expect((await deleting).postDataJSON()).toEqual({ version: record.version + 1 });
    await page.getByRole('button', { name: `Delete ${name} changed` }).waitFor({ state: 'detached' });
  });

  it('shows the server’s errors at the fields, without losing input, and focuses the first', async () => {
    const record = await addRecord();
    const page = await office.open(screen);
    await page.route(`**/api${save}/${record._id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            json: { success: false, message: 'Please correct the form.', fields: { [wireName]: 'Not this name.' } },
          })
        : route.continue(),
    );
    const { form, field } = await startEditing(page);
    await field.fill('Refused by the server');
    await form.getByRole('button', { name: submit }).click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field.inputValue()).toBe('Refused by the server');
    const described = await field.getAttribute('aria-describedby');
    await expect.poll(() => form.locator(`[id="${described}"]`).textContent()).toBe('Not this name.');
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => form.locator('[aria-invalid="true"]').count()).toBe(1);
    await removeRecord(record);
  });
});

/** Networks, channels and links have the same editor as stars, which stand for them here. */
const editors = screens.filter(({ dialog }) => ['Edit Post', 'Edit Video', 'Edit Star'].includes(dialog));

describe.each(editors)('the editor of $screen', (edited) => {
  const { screen, name, save, dialog, submit, wireName } = edited;
  const { addRecord, removeRecord, startEditing, confirmDelete } = actionsOn(edited);

  it('does not delete a record that somebody else changed, says so and shows the current version', async () => {
    const record = await addRecord();
    const page = await office.open(screen);
    await office.call('PUT', `${save}/${record._id}`, { [wireName]: `${name} of somebody` });
    await confirmDelete(page);
    await alertOf(page, 'Someone else has changed this in the meantime.').waitFor();
    await page
      .getByRole('button', { name: `Edit ${name} of somebody` })
      .first()
      .waitFor();
    await removeRecord(record);
  });

  it('does not lose the draft of a failed save, and sends it on the next attempt', async () => {
    const record = await addRecord();
    const page = await office.open(screen);
    await page.route(`**/api${save}/${record._id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(failing()) : route.continue(),
    );
    const { form, field } = await startEditing(page);
    await field.fill(`${name} at last`);
    await form.getByRole('button', { name: submit }).click();
    await alertOf(page, 'Something went wrong on our side.').first().waitFor();
    await page.unroute(`**/api${save}/${record._id}`);
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    if (dialog === 'Edit Post') await page.getByRole('button', { name: `Retry ${name} at last` }).click();
    else await form.getByRole('button', { name: submit }).click();
    expect((await sent).postDataJSON()).toMatchObject({ [wireName]: `${name} at last`, version: record.version });
    await page
      .getByRole('button', { name: `Edit ${name} at last` })
      .first()
      .waitFor();
    await removeRecord(record);
  });
});

describe('decisions and restoring', () => {
  it('send the loaded version, and a failed rejection does not lose its reason', async () => {
    const page = await office.open('/admin/networks?tab=submissions');
    const { submissions } = (await office.call('GET', '/submissions')).json();
    const [{ name, version }] = submissions;
    await page.route('**/api/submissions/**', (route) => route.fulfill(failing(409, 'Changed meanwhile')));
    const approving = page.waitForRequest('**/approve');
    await page.getByRole('button', { name: `Approve ${name}` }).click();
    expect((await approving).postDataJSON()).toEqual({ version });
    await alertOf(page, 'Changed meanwhile').waitFor();
    await page.getByRole('button', { name: `Reject ${name}` }).click();
    const dialog = dialogOf(page, 'Reject submission');
    await dialog.getByLabel('Reason').fill('Not for our visitors');
    const rejecting = page.waitForRequest('**/reject');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    expect((await rejecting).postDataJSON()).toEqual({ version, reason: 'Not for our visitors' });
    await dialog.getByRole('alert').filter({ hasText: 'Changed meanwhile' }).waitFor();
    await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('Not for our visitors');
  });

  it('say that a rejection failed after its dialog was closed', async () => {
    const page = await office.open('/admin/networks?tab=submissions');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/submissions/**', async (route) => {
      await held.promise;
      await route.fulfill(failing(409, 'Changed once more'));
    });
    await page
      .getByRole('button', { name: /^Reject / })
      .first()
      .click();
    const dialog = dialogOf(page, 'Reject submission');
    await dialog.getByLabel('Reason').fill('Not for our visitors');
    const sent = page.waitForRequest('**/reject');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await sent;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    held.resolve();
    await alertOf(page, 'Changed once more').waitFor();
  });

  it('a network can be added while submissions are shown', async () => {
    const page = await office.open('/admin/networks?tab=submissions');
    await page.getByRole('button', { name: 'Add New Network' }).click();
    await dialogOf(page, 'Add New Network').waitFor();
  });

  it('send the version of the deleted record when restoring it', async () => {
    const { star } = (await office.call('POST', '/stars', { name: 'Odile Marsh' })).json();
    await office.call('DELETE', `/stars/${star._id}`, {});
    const { records } = (await office.call('GET', '/deleted/stars')).json();
    const { version } = records.find((record: EditedRecord) => record._id === star._id);
    const page = await office.open('/admin/deleted?kind=stars');
    const restoring = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Restore Odile Marsh' }).click();
    expect((await restoring).postDataJSON()).toEqual({ version });
    await alertOf(page, '“Odile Marsh” was restored.').waitFor();
  });
});

describe('the forms’ limits', () => {
  const limitsOf = (page: Page) =>
    page
      .getByRole('dialog')
      .locator('input, textarea')
      .evaluateAll((all) =>
        Object.fromEntries(
          (all as HTMLInputElement[]).flatMap(({ name, maxLength, max, type }) =>
            name === '' || type === 'date' ? [] : [[name, max === '' || max === undefined ? maxLength : Number(max)]],
          ),
        ),
      );

  it.each([
    [
      '/admin/posts',
      'Add Post',
      {
        title: 300,
        imageUrl: 2000,
        altKeywords: 1000,
        minutes: 100_000,
        link: 2000,
        iframeUrl: 5000,
        previewUrls: 16_008,
        description: 10_000,
        source: 500,
        rightsHolder: 300,
        consent: 2000,
      },
    ],
    ['/admin/stars', 'Add New Star', { name: 100, image: 2000, description: 10_000 }],
    ['/admin/networks', 'Add New Network', { name: 200, url: 2000, logo: 2000, description: 2000 }],
    [
      '/admin/channels',
      'Add New Channel',
      { name: 200, url: 2000, thumbnail: 2000, subscribers: 100_000_000_000, description: 2000 },
    ],
    ['/admin/terabox', 'Add New Link', { title: 300, url: 2000, size: 50, description: 2000 }],
    ['/admin/manage-admins', 'Create New Admin', { username: 20, email: 254, password: 200, confirmation: 200 }],
  ])('%s: those of the contract', async (path, button, limits) => {
    const page = await office.open(path);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
    expect(await limitsOf(page)).toEqual(limits);
  });
});

describe('leaving the page with unsaved work', () => {
  const warns = (page: Page) => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

  it('warns while a post has unsaved input, and not before or after', async () => {
    const page = await office.open('/admin/posts?add=1');
    const title = page.getByLabel('Title', { exact: true });
    expect(await warns(page)).toBe(false);
    await title.fill('Half written');
    await expect.poll(() => warns(page)).toBe(true);
    await title.fill('');
    await expect.poll(() => warns(page)).toBe(false);
  });

  it('warns while a save has failed, until it is discarded', async () => {
    const page = await office.open('/admin/posts');
    await page.route('**/api/postdata', (route) => route.fulfill(failing()));
    await page.getByRole('button', { name: 'Add Post' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Stranded ferry');
    await page.getByLabel('Image URL').fill('/art/1.svg');
    await page.getByLabel('External link').fill('https://example.com/stranded');
    await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post' }).click();
    const discard = page.getByRole('button', { name: 'Discard Stranded ferry' });
    await discard.waitFor();
    expect(await warns(page)).toBe(true);
    await discard.click();
    await expect.poll(() => warns(page)).toBe(false);
  });

  it('warns while settings are changed, and not once they are saved', async () => {
    const page = await office.open('/admin/settings');
    expect(await warns(page)).toBe(false);
    await page.getByLabel('Lifetime price').fill('$9');
    await expect.poll(() => warns(page)).toBe(true);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await alertOf(page, 'Settings saved.').waitFor();
    expect(await warns(page)).toBe(false);
    expect((await office.call('GET', '/settings')).json().lifetimePrice).toBe('$9');
  });
});
