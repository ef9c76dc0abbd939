/** The form of /our-network in which somebody submits a website. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';

export const modal = (page: Page) => page.getByRole('dialog', { name: 'Promote your website' });
export const openModal = async (page: Page) => {
  await page.getByRole('button', { name: 'Add Your Website' }).click();
  await modal(page).waitFor();
};
export const isClosed = (page: Page) => expect.poll(() => modal(page).count()).toBe(0);

export const logo = async () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 64, height: 64, channels: 3, background: '#446688' } })
    .png()
    .toBuffer(),
});
export const fill = async (page: Page) => {
  await page.getByLabel('Website name').fill('Example of a partner');
  await page.getByLabel('Website link').fill('https://example.com/partner-site');
  await page.getByLabel('Email').fill('owner@example.com');
};
export const submit = (page: Page) => modal(page).getByRole('button', { name: 'Submit website' }).click();
export const isFocused = (field: Locator) => field.evaluate((input) => input === document.activeElement);
/** What a screen reader announces for an invalid field. */
export const descriptionOf = async (page: Page, field: Locator) => {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  return page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent();
};
