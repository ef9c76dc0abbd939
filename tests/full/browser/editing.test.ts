/** Editing the videos of a tag, and stars: refused fields, versions, and failures that come late. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';

const office = backOffice();

const post = { imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'viral' };

interface EditedRecord {
  _id: string;
  version: number;
}

/** The screens of which the tests in tests/spec prove less. */
const screens = [
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
  const { screen, name, save, submit, wireName } = edited;
  const { addRecord, removeRecord, startEditing, confirmDelete } = actionsOn(edited);

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
    await form.getByRole('button', { name: submit }).click();
    expect((await sent).postDataJSON()).toMatchObject({ [wireName]: `${name} at last`, version: record.version });
    await page
      .getByRole('button', { name: `Edit ${name} at last` })
      .first()
      .waitFor();
    await removeRecord(record);
  });
});

describe('a failure after the dialog was closed', () => {
  it('of a rejection is said', async () => {
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

  it('of a save of a video is said once', async () => {
    const { _id } = (
      await office.call('POST', '/postdata', { ...post, titel: 'Amber orchard', tags: ['late-orchard'] })
    ).json().post;
    const page = await office.open('/admin/tag-videos/late-orchard');
    await page.getByRole('button', { name: 'Edit Amber orchard' }).click();
    const dialog = dialogOf(page, 'Edit Video');
    await dialog.getByLabel('Title', { exact: true }).fill('Jade orchard');
    const held = Promise.withResolvers<void>();
    await page.route(`**/api/updatepost/${_id}`, async (route) => {
      await held.promise;
      await route.fulfill(failing(400, 'Not so'));
    });
    const sent = page.waitForRequest(`**/api/updatepost/${_id}`);
    await dialog.getByRole('button', { name: 'Update Video' }).click();
    await sent;
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    held.resolve();
    await alertOf(page, 'Jade orchard was not saved: Error updating video: Not so').waitFor();
    await expect.poll(() => alertOf(page, 'Not so').count()).toBe(1);
  });
});
