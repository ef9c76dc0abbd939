/** The screens of an import, from the file to the end of its run. */
import type { Page } from 'playwright-core';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

export const figure = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Rows by outcome' }).getByRole('listitem').filter({ hasText: label });

export const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** Chooses a file of a new source, which is not uploaded yet. */
export const choose = async (page: Page, source: string, feed: Buffer) => {
  await page.getByLabel('Where the feed comes from').selectOption('A new source');
  await page.getByLabel('Name of the source').fill(source);
  const file = { name: 'feed.csv', mimeType: 'text/csv', buffer: feed };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
};

export const whenMapping = (page: Page) => page.getByRole('heading', { name: 'Columns' }).waitFor();

export const upload = async (page: Page, source: string, feed: Buffer) => {
  await choose(page, source, feed);
  await button(page, 'Upload').click();
  await whenMapping(page);
};
