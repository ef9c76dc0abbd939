import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, question } from '../../support/back-office-site.ts';

const office = backOffice();

const addPosts = async (...titles: string[]) => {
  for (const titel of titles)
    await office.call('POST', '/postdata', { titel, imageUrl: '/art/7.svg', link: '', Category: 'english' });
};

const openPosts = (word: string) => office.open(`/admin/posts?sort=title&direction=asc&search=title:${word}`);
const rowOf = (page: Page, name: string) => page.getByRole('row', { name });
const isFocused = (page: Page, name: string) => rowOf(page, name).evaluate((row) => row === document.activeElement);
const expectFocused = (page: Page, name: string) => expect.poll(() => isFocused(page, name)).toBe(true);

const deleteByKey = async (page: Page) => {
  await page.keyboard.press('Delete');
  // The question takes the focus when it opens; a Tab before that would leave from the row.
  await question(page, 'Are you sure you want to delete this post?').locator(':focus').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
};

it('arrows reach the rows of a list that was just opened, from where Enter opens', async () => {
  await addPosts('Quillomar kite 1', 'Quillomar kite 2', 'Quillomar kite 3');
  const page = await openPosts('quillomar');
  await page.keyboard.press('ArrowUp');
  await expectFocused(page, 'Quillomar kite 3');
  await page.getByRole('heading', { name: 'Posts', exact: true }).click();
  await page.keyboard.press('ArrowDown');
  await expectFocused(page, 'Quillomar kite 1');
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Edit Post').waitFor();
});

it('the focus goes to the next row after a deletion, and to a row after Undo', async () => {
  await addPosts('Brindaro drum 1', 'Brindaro drum 2', 'Brindaro drum 3');
  const page = await openPosts('brindaro');
  await page.keyboard.press('ArrowDown');
  await deleteByKey(page);
  await alertOf(page, 'Post deleted').waitFor();
  await expectFocused(page, 'Brindaro drum 2');
  await alertOf(page, 'Post deleted').getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await rowOf(page, 'Brindaro drum 1').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('tbody tr'))).toBe(true);
  await page.keyboard.press('End');
  await deleteByKey(page);
  await expectFocused(page, 'Brindaro drum 2');
});

it('the list of keys leaves the focus where it was', async () => {
  await addPosts('Tessaluk lamp 1', 'Tessaluk lamp 2');
  const page = await openPosts('tessaluk');
  const look = async () => {
    await page.keyboard.press('?');
    await dialogOf(page, 'Keyboard shortcuts').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await page.locator('#main').focus();
  await look();
  await page.keyboard.press('ArrowUp');
  await expectFocused(page, 'Tessaluk lamp 2');
  await look();
  await expectFocused(page, 'Tessaluk lamp 2');
});
