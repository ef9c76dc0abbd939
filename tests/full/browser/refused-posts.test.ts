/** A post that may not be listed comes back to whoever saved it, with the reason at its field. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepDown } from '#domain/stay-down/keep-down.ts';
import { backOffice, dialogOf } from '../../support/back-office-site.ts';
import { storeCase } from '../../support/open-case.ts';
import {
  expectRefusalAt,
  fieldIn,
  newPostIsRefused,
  prohibitedTerm,
  type Refusal,
} from '../../support/refused-post.ts';

const office = backOffice();
const link = 'https://clips.example/video/777777';
let number = '';

beforeAll(async () => {
  const opened = await storeCase(office.site.database.db, { kind: 'intimate_image' });
  ({ number } = opened);
  await office.site.database.db.transaction().execute((tx) => keepDown(tx, opened.id, { links: [link] }));
  const block = { kind: 'host', value: 'blocked.example', reason: 'Asked for', caseNumber: number };
  const { statusCode, body } = await office.call('POST', '/blocks', block);
  if (statusCode !== 200) throw new Error(body);
});

const refusals: Refusal[] = [
  {
    what: 'a removed link',
    label: 'External link',
    value: link,
    sentence: () => `This link was removed in case ${number} and may not be listed again.`,
  },
  {
    what: 'a blocked host',
    label: 'External link',
    value: 'https://blocked.example/1',
    sentence: () => `“blocked.example” is blocked in case ${number}. Lift the block first.`,
  },
];

it.each([prohibitedTerm, ...refusals])(
  'a new post with $what comes back with everything that was typed, and can be saved without it',
  (refusal) => newPostIsRefused(office, refusal),
);

describe.each([prohibitedTerm, ...refusals])('with $what', ({ what, label, value, sentence }) => {
  it('an edited post comes back, too, and is not changed', async () => {
    const titel = `Pier, first with ${what}`;
    const post = { titel, imageUrl: '/art/7.svg', link: '', Category: 'english' };
    const { _id } = (await office.call('POST', '/postdata', post)).json().post;
    const page = await office.open(`/admin/posts?edit=${_id}`);
    const dialog = dialogOf(page, 'Edit Post');
    await fieldIn(dialog, 'Description').fill('Another text.');
    await fieldIn(dialog, label).fill(value);
    await dialog.getByRole('button', { name: 'Update Post' }).click();
    await expectRefusalAt(fieldIn(dialog, label), sentence());
    expect(await fieldIn(dialog, 'Description').inputValue()).toBe('Another text.');
    expect((await office.call('GET', `/posts/${_id}`)).json().post).toMatchObject({ titel, link: '', desc: '' });
    await fieldIn(dialog, label).fill(label === 'Title' ? titel : '');
    await dialog.getByRole('button', { name: 'Update Post' }).click();
    await expect
      .poll(async () => (await office.call('GET', `/posts/${_id}`)).json().post)
      .toMatchObject({ titel, desc: 'Another text.' });
  });
});

const addAnother = async (page: Page, title: string) => {
  const dialog = dialogOf(page, 'Add Post');
  await fieldIn(dialog, 'Title').fill(title);
  await fieldIn(dialog, 'Image URL').fill('/art/7.svg');
  await dialog.getByRole('button', { name: 'Save and add another' }).click();
};

it('whoever fills in the next form is not interrupted: the row of the refused post leads back to it', async () => {
  const page = await office.open('/admin/posts?add=1');
  await addAnother(page, 'Preteen pier');
  await page.getByRole('alert').filter({ hasText: 'Not saved: “pre-teen” in the title may never be listed' }).waitFor();
  const dialog = dialogOf(page, 'Add Post');
  expect(await fieldIn(dialog, 'Title').inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Preteen pier' }).click();
  await expectRefusalAt(fieldIn(dialog, 'Title'), '“pre-teen” in the title may never be listed: it is about minors.');
});
