/** Two admins who edit the settings at the same time. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { backOffice, dialogOf } from '../../support/back-office-site.ts';

const office = backOffice();
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' }).click();
const stored = async () => (await office.call('GET', '/settings')).json();
/** Opens the screen, and then somebody else saves. */
const openBefore = async (changes: object) => {
  const page = await office.open('/admin/settings', { isNew: true, ignoresErrors: true });
  const { version, ...before } = await stored();
  expect((await office.call('PUT', '/settings', { ...before, ...changes })).statusCode).toBe(200);
  return page;
};

describe('the second save', () => {
  it('keeps what somebody else saved, and adds to their list', async () => {
    const page = await openBefore({ prohibitedTerms: ['firstterm'], footerText: 'Their footer' });
    await page.getByLabel('Prohibited terms').fill('secondterm');
    await page.getByLabel('Heading of the home page').fill('My heading');
    await save(page);
    await page.getByText('Settings saved. Changes that someone else saved in the meantime are kept.').waitFor();
    expect(await stored()).toMatchObject({
      prohibitedTerms: ['firstterm', 'secondterm'],
      footerText: 'Their footer',
      heading: 'My heading',
    });
    await expect.poll(() => page.getByLabel('Footer text').inputValue()).toBe('Their footer');
    await expect.poll(() => page.getByLabel('Prohibited terms').inputValue()).toBe('firstterm\nsecondterm');
  });

  it('of the same text asks which one to keep, and keeps what was typed', async () => {
    const page = await openBefore({ footerText: 'Their second footer' });
    await page.getByLabel('Footer text').fill('My footer');
    await page.getByLabel('Heading of the home page').fill('My second heading');
    await save(page);
    const dialog = dialogOf(page, 'Settings');
    await dialog.getByRole('row', { name: 'Footer text My footer Their second footer' }).waitFor();
    expect(await dialog.getByRole('row').count()).toBe(2);
    expect((await stored()).footerText).toBe('Their second footer');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByLabel('Footer text').inputValue()).toBe('My footer');
    await save(page);
    await dialog.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByText('Settings saved.').waitFor();
    expect(await stored()).toMatchObject({ footerText: 'My footer', heading: 'My second heading' });
  });

  it('can use the saved text and goes on with the rest', async () => {
    const page = await openBefore({ footerText: 'Their third footer' });
    await page.getByLabel('Footer text').fill('My third footer');
    await page.getByLabel('Heading of the home page').fill('My third heading');
    await save(page);
    await dialogOf(page, 'Settings').getByRole('button', { name: 'Use the saved version' }).click();
    await expect.poll(() => page.getByLabel('Footer text').inputValue()).toBe('Their third footer');
    await save(page);
    await page.getByText('Settings saved.').waitFor();
    expect(await stored()).toMatchObject({ footerText: 'Their third footer', heading: 'My third heading' });
  });
});

it('a draft of older settings does not overwrite what was saved since', async () => {
  const page = await office.open('/admin/settings', { isNew: true });
  await page.getByLabel('Footer text').fill('Footer of a draft');
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  const { version, ...before } = await stored();
  await office.call('PUT', '/settings', { ...before, footerText: 'Saved since' });
  await next.goto('/admin/settings');
  await next.getByRole('button', { name: /^Continue your draft from / }).click();
  await save(next);
  await dialogOf(next, 'Settings').getByRole('row', { name: 'Footer text Footer of a draft Saved since' }).waitFor();
});
