/** A post that may not be listed: the form comes back with the reason at its field. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { type BackOffice, dialogOf } from './back-office-site.ts';

/** What is typed into a field, and the sentence that is shown at it. */
export interface Refusal {
  what: string;
  label: string;
  value: string;
  sentence: () => string;
}

export const prohibitedTerm: Refusal = {
  what: 'a prohibited term',
  label: 'Title',
  value: 'Preteen lighthouse',
  sentence: () => '“pre-teen” in the title may never be listed: it is about minors.',
};

export const expectRefusalAt = async (field: Locator, sentence: string) => {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const described = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = await Promise.all(described.split(' ').map((id) => field.page().locator(`[id="${id}"]`).textContent()));
  expect(texts).toContain(sentence);
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
};

export const fieldIn = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });

export const newPostIsRefused = async (office: BackOffice, { what, label, value, sentence }: Refusal) => {
  const title = `Harbour, first with ${what}`;
  const page = await office.open('/admin/posts?add=1');
  const dialog = dialogOf(page, 'Add Post');
  await fieldIn(dialog, 'Title').fill(title);
  await fieldIn(dialog, 'Image URL').fill('/art/7.svg');
  await fieldIn(dialog, 'Description').fill('A long text about the harbour.');
  await dialog.getByRole('combobox', { name: 'Tags', exact: true }).fill('calm water');
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await fieldIn(dialog, label).fill(value);
  await dialog.getByRole('button', { name: 'Add Post' }).click();
  await expectRefusalAt(fieldIn(dialog, label), sentence());
  expect(await fieldIn(dialog, label).inputValue()).toBe(value);
  expect(await fieldIn(dialog, 'Description').inputValue()).toBe('A long text about the harbour.');
  await dialog.getByRole('list', { name: 'Tags of the video' }).getByText('calm water').waitFor();
  await fieldIn(dialog, label).fill(label === 'Title' ? title : 'https://example.com/harmless');
  await dialog.getByRole('button', { name: 'Add Post' }).click();
  await page.getByRole('button', { name: `Edit ${title}` }).waitFor();
  const stored = () =>
    office.site.database.db.selectFrom('videos').select('title').where('title', '=', title).execute();
  await expect.poll(stored).toEqual([{ title }]);
};
