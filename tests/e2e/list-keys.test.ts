import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, question } from '../support/back-office-site.ts';

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
  await question(page, 'Are you sure you want to delete this post?').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
};

it('arrows reach the rows of a list that was just opened, from where Enter opens', async () => {
  await addPosts('Amber kite 1', 'Amber kite 2', 'Amber kite 3');
  const page = await openPosts('amber');
  await page.keyboard.press('ArrowUp');
  await expectFocused(page, 'Amber kite 3');
  await page.getByRole('heading', { name: 'Posts', exact: true }).click();
  await page.keyboard.press('ArrowDown');
  await expectFocused(page, 'Amber kite 1');
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Edit Post').waitFor();
});

it('the focus goes to the next row after a deletion, and back to the row after Undo', async () => {
  await addPosts('Cobalt drum 1', 'Cobalt drum 2', 'Cobalt drum 3');
  const page = await openPosts('cobalt');
  await page.keyboard.press('ArrowDown');
  await deleteByKey(page);
  await alertOf(page, 'Post deleted').waitFor();
  await expectFocused(page, 'Cobalt drum 2');
  await alertOf(page, 'Post deleted').getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await alertOf(page, 'Post restored').waitFor();
  await expectFocused(page, 'Cobalt drum 1');
  await page.keyboard.press('End');
  await deleteByKey(page);
  await expectFocused(page, 'Cobalt drum 2');
});

it('the list of keys leaves the focus where it was', async () => {
  await addPosts('Olive lamp 1', 'Olive lamp 2');
  const page = await openPosts('olive');
  const look = async () => {
    await page.keyboard.press('?');
    await dialogOf(page, 'Keyboard keys').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await page.locator('#main').focus();
  await look();
  await page.keyboard.press('ArrowUp');
  await expectFocused(page, 'Olive lamp 2');
  await look();
  await expectFocused(page, 'Olive lamp 2');
});
