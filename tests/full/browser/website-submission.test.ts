/** The form of a website's submission keeps what was typed, and says what the server refused. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedDemo } from '../../support/public-site.ts';
import {
  descriptionOf,
  fill,
  isClosed,
  isFocused,
  logo,
  modal,
  openModal,
  submit,
} from '../../support/website-form.ts';

const demo = sharedDemo();

const alert = (page: Page) => page.getByRole('alert');

it('errors of the server are shown at their fields, and nothing typed is lost', async () => {
  const page = await demo.visit('/our-network');
  await openModal(page);
  await fill(page);
  await page.getByLabel('Description').fill('Two words');
  await page.getByLabel('Logo').setInputFiles(await logo());
  const fields = { link: 'This website is already listed.', email: 'Enter another email.' };
  await page.route('**/api/add-website', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'Invalid', fields } }),
  );
  await submit(page);
  await expect.poll(() => alert(page).allTextContents()).toEqual(['Failed to add website.']);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  expect(await descriptionOf(page, field('Website link'))).toBe(fields.link);
  expect(await descriptionOf(page, field('Email'))).toBe(fields.email);
  await expect.poll(() => field('Website name').getAttribute('aria-invalid')).toBeNull();
  await expect.poll(() => isFocused(field('Website link'))).toBe(true);
  const values = await modal(page)
    .locator('input:not([type=file]), textarea')
    .evaluateAll((all) => all.map((node) => (node as HTMLInputElement).value));
  expect(values).toEqual([
    'Example of a partner',
    'https://example.com/partner-site',
    'owner@example.com',
    'Two words',
  ]);
  await expect.poll(() => field('Logo').evaluate((input) => (input as HTMLInputElement).files?.length)).toBe(1);
});

describe('the text of a submission', () => {
  const typed = (page: Page) => page.getByLabel('Website name').inputValue();

  it('survives Escape, a press on the backdrop, and a reload', async () => {
    const page = await demo.visit('/our-network');
    await openModal(page);
    await fill(page);
    await page.keyboard.press('Escape');
    await isClosed(page);
    await openModal(page);
    await expect.poll(() => typed(page)).toBe('Example of a partner');
    await page.mouse.click(10, 10);
    await isClosed(page);
    await Promise.all([page.waitForRequest('**/api/tags?limit=500'), page.reload()]);
    await openModal(page);
    await expect.poll(() => typed(page)).toBe('Example of a partner');
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('owner@example.com');
  });

  it('is gone once it was sent', async () => {
    const page = await demo.visit('/our-network');
    await page.route('**/api/add-website', (route) => route.fulfill({ json: { success: true } }));
    await openModal(page);
    await fill(page);
    await page.getByLabel('Logo').setInputFiles(await logo());
    await submit(page);
    await isClosed(page);
    await Promise.all([page.waitForRequest('**/api/tags?limit=500'), page.reload()]);
    await openModal(page);
    await expect.poll(() => typed(page)).toBe('');
  });
});
