/** What was typed into the dialogs of tags and stars is neither thrown away unasked nor lost. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, openScreen, question } from '../../support/back-office-site.ts';

const office = backOffice();

const tags: string[] = [];
/** A tag of its own, and its row. */
const openTag = async (tag: string) => {
  tags.push(tag);
  const post = { titel: tag, imageUrl: '/art/1.svg', link: 'https://example.com/v', Category: 'english' };
  await office.call('POST', '/postdata', { ...post, tags: [tag] });
  const page = await office.open('/admin/dashboard', { isNew: true });
  await page.getByRole('link', { name: 'All Tags' }).click();
  await page.getByLabel('Search tags').fill(tag);
  await page.waitForURL(`**${listOf(tag)}`);
  return page;
};
const listOf = (tag: string) => `/admin/tags-list?search=${tag}`;

interface TypedInto {
  action: string;
  title: (tag: string) => string;
  field: string;
}
const dialogs: TypedInto[] = [
  { action: 'Rename', title: () => 'Rename tag', field: 'Name' },
  { action: 'Merge', title: () => 'Merge tags', field: 'Into' },
  { action: 'Edit', title: (tag) => `Tag “${tag}”`, field: 'Description' },
  { action: 'Edit', title: (tag) => `Tag “${tag}”`, field: 'Other name' },
];

describe.each(dialogs)('$action: $field', ({ action, title, field }) => {
  const openDialog = async (page: Page, tag: string) => {
    await page.getByRole('button', { name: `${action} ${tag}`, exact: true }).click();
    const dialog = dialogOf(page, title(tag));
    return { dialog, input: dialog.getByLabel(field, { exact: true }) };
  };

  it('asks before Escape, Close, Cancel and the back button', async () => {
    const tag = `Quarrel${tags.length}`;
    const page = await openTag(tag);
    const { dialog, input } = await openDialog(page, tag);
    await input.fill('Typed');
    await page.mouse.click(5, 5);
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.evaluate(() => history.back()),
    ]) {
      await leave();
      const discard = question(page, 'Discard changes?');
      await discard.getByRole('button', { name: 'Keep editing' }).click();
      await discard.waitFor({ state: 'detached' });
      await dialog.waitFor();
    }
  });

  it('is offered again after a crash, and gone once it is discarded', async () => {
    const tag = `Quarrel${tags.length}`;
    const page = await openTag(tag);
    await (await openDialog(page, tag)).input.pressSequentially('Typed');
    const next = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await openScreen(next, listOf(tag));
    const { dialog, input } = await openDialog(next, tag);
    await dialog.getByRole('button', { name: /^Continue your draft from / }).click();
    await expect.poll(() => input.inputValue()).toContain('Typed');
    await next.keyboard.press('Escape');
    await question(next, 'Discard changes?').getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await openDialog(next, tag);
    await expect.poll(() => next.getByRole('button', { name: /^Continue your draft/ }).count()).toBe(0);
  });
});

it('another name that is typed and not added is saved with the description', async () => {
  const page = await openTag('Plinth');
  await page.getByRole('button', { name: 'Edit Plinth', exact: true }).click();
  const dialog = dialogOf(page, 'Tag “Plinth”');
  await dialog.getByLabel('Other name', { exact: true }).fill('Pedestal');
  await dialog.getByLabel('Description').fill('Under a statue');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { name } = (await office.call('GET', '/names/tag/plinth')).json();
  expect(name).toMatchObject({ description: 'Under a statue', aliases: [{ name: 'Pedestal' }] });
});

it('adding another name leaves the description that is being typed', async () => {
  const page = await openTag('Cornice');
  await page.getByRole('button', { name: 'Edit Cornice', exact: true }).click();
  const dialog = dialogOf(page, 'Tag “Cornice”');
  await dialog.getByLabel('Description').fill('Along a wall');
  await dialog.getByLabel('Other name', { exact: true }).fill('Ledge');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('button', { name: 'Split off Ledge' }).click();
  await alertOf(page, 'Split “Ledge” off “Cornice”').waitFor();
  await expect.poll(() => dialog.getByLabel('Description').inputValue()).toBe('Along a wall');
});

it('a description that somebody else has changed meanwhile is shown beside the own one', async () => {
  const page = await openTag('Gable');
  await page.getByRole('button', { name: 'Edit Gable', exact: true }).click();
  const dialog = dialogOf(page, 'Tag “Gable”');
  await dialog.getByLabel('Description').fill('Mine');
  await office.call('PUT', '/names/tag/gable/description', { description: 'Theirs', image: '' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('cell', { name: 'Theirs' }).waitFor();
  await dialog.getByRole('button', { name: 'Keep my version' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await office.call('GET', '/names/tag/gable')).json().name.description).toBe('Mine');
});

it('a picture of a tag is uploaded, and served', async () => {
  const page = await openTag('Turret');
  await page.getByRole('button', { name: 'Edit Turret', exact: true }).click();
  const dialog = dialogOf(page, 'Tag “Turret”');
  const picture = sharp({ create: { width: 320, height: 180, channels: 3, background: 'teal' } }).png();
  const file = { name: 'turret.png', mimeType: 'image/png', buffer: await picture.toBuffer() };
  await dialog.getByLabel('Image file').setInputFiles(file);
  await expect.poll(() => dialog.getByLabel('Picture URL').inputValue()).toMatch(/^\/uploads\/images\//);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { image } = (await office.call('GET', '/names/tag/turret')).json().name;
  expect((await fetch(office.site.url + image)).status).toBe(200);
});
