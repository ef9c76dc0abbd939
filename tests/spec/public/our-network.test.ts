/** Public site, sections 2, 5, 8 and 9: the network page and its promotion form. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/values/limits.ts';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

const modal = (page: Page) => page.getByRole('dialog', { name: 'Promote your website' });
const openModal = async (page: Page) => {
  await page.getByRole('button', { name: 'Add Your Website' }).click();
  await modal(page).waitFor();
};
const isClosed = (page: Page) => expect.poll(() => modal(page).count()).toBe(0);

const logo = async () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 64, height: 64, channels: 3, background: '#446688' } })
    .png()
    .toBuffer(),
});
const fill = async (page: Page) => {
  await page.getByLabel('Website name').fill('Example of a partner');
  await page.getByLabel('Website link').fill('https://example.com/partner-site');
  await page.getByLabel('Email').fill('owner@example.com');
};
const submit = (page: Page) => modal(page).getByRole('button', { name: 'Submit website' }).click();
const alert = (page: Page) => page.getByRole('alert');
const isFocused = (field: Locator) => field.evaluate((input) => input === document.activeElement);
/** What a screen reader announces for an invalid field. */
const descriptionOf = async (page: Page, field: Locator) => {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  return page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent();
};

describe('section 2: /our-network', () => {
  it('lists the partners with name, logo, link and the first 13 words of the description', async () => {
    const partners = await demo.get('/find-website');
    expect(partners.length).toBeGreaterThan(0);
    const page = await demo.visit('/our-network');
    const items = page.getByRole('list', { name: 'Partner websites' }).getByRole('listitem');
    await expect.poll(() => items.count()).toBe(partners.length);
    for (const [place, { webName, webLink, webDesc }] of partners.entries()) {
      const item = items.nth(place);
      await expect.poll(() => item.getByRole('heading').textContent()).toBe(webName);
      await expect.poll(() => item.getByRole('link').getAttribute('href')).toBe(webLink);
      await expect.poll(() => item.getByRole('img', { name: `Logo of ${webName}` }).count()).toBe(1);
      const words = webDesc.split(/\s+/);
      const cut = words.length > 13 ? `${words.slice(0, 13).join(' ')}…` : webDesc;
      await expect.poll(() => item.locator('p').textContent()).toBe(cut);
    }
    expect(partners.some(({ webDesc }: { webDesc: string }) => webDesc.split(/\s+/).length > 13)).toBe(true);
  });

  it('section 9: the offer is 5 days free, then a one-time lifetime fee of $5', async () => {
    const page = await demo.visit('/our-network');
    await openModal(page);
    await expect.poll(() => modal(page).textContent()).toContain('5 days free, then a one-time lifetime fee of $5');
  });

  it('the modal closes by its button, by Escape and by a click on the backdrop', async () => {
    const page = await demo.visit('/our-network');
    await expect.poll(() => modal(page).count()).toBe(0);
    await openModal(page);
    await modal(page).getByRole('button', { name: 'Close' }).click();
    await isClosed(page);
    await openModal(page);
    await page.keyboard.press('Escape');
    await isClosed(page);
    await openModal(page);
    await modal(page).getByRole('heading').click();
    await expect.poll(() => modal(page).count()).toBe(1);
    await page.mouse.click(10, 10);
    await isClosed(page);
  });
});

describe('section 5: website submission', () => {
  it('name, link and email are required, the link a URL, the email an email, the logo an image', async () => {
    const page = await demo.visit('/our-network');
    await openModal(page);
    const inputs = await modal(page)
      .locator('input, textarea')
      .evaluateAll((all) =>
        all.map((node) => {
          const { name, type, required } = node as HTMLInputElement;
          return { name, type, required, accept: node.getAttribute('accept') };
        }),
      );
    expect(inputs).toEqual([
      { name: 'name', type: 'text', required: true, accept: null },
      { name: 'link', type: 'url', required: true, accept: null },
      { name: 'email', type: 'email', required: true, accept: null },
      { name: 'description', type: 'textarea', required: false, accept: null },
      { name: 'logo', type: 'file', required: false, accept: 'image/*' },
    ]);
    let sent = 0;
    await page.route('**/api/add-website', (route) => {
      sent += 1;
      return route.abort();
    });
    await fill(page);
    await page.getByLabel('Logo').setInputFiles(await logo());
    await page.getByLabel('Website link').fill('not a link');
    await submit(page);
    await expect.poll(() => page.getByLabel('Website link').evaluate((input) => input.matches(':invalid'))).toBe(true);
    expect(sent).toBe(0);
  });

  it('without a logo an alert reads "Please upload a logo image"', async () => {
    const page = await demo.visit('/our-network');
    await openModal(page);
    await fill(page);
    await submit(page);
    await expect.poll(() => alert(page).allTextContents()).toEqual(['Please upload a logo image']);
    const field = page.getByLabel('Logo', { exact: true });
    expect(await descriptionOf(page, field)).toBe('Please upload a logo image');
    await expect.poll(() => isFocused(field)).toBe(true);
  });

  it('the fields know the limits of the API', async () => {
    const page = await demo.visit('/our-network');
    await openModal(page);
    const maxLength = (label: string) => page.getByLabel(label, { exact: true }).getAttribute('maxlength');
    expect(await Promise.all(['Website name', 'Website link', 'Email', 'Description'].map(maxLength))).toEqual(
      [limits.partner.name, limits.url, limits.email, limits.partner.description].map(String),
    );
  });

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

describe('section 8: website submission', () => {
  it('success closes the modal, says so in the words of the spec, and the site waits for approval', async () => {
    const page = await demo.visit('/our-network');
    await openModal(page);
    await fill(page);
    await page.getByLabel('Logo').setInputFiles(await logo());
    const answered = page.waitForResponse('**/api/add-website');
    await submit(page);
    expect((await answered).status()).toBe(200);
    await isClosed(page);
    await expect
      .poll(() => alert(page).allTextContents())
      .toEqual(['Website submited successfully you will recive a email when its added']);
    const names = (await demo.get('/find-website')).map(({ webName }: { webName: string }) => webName);
    expect(names).not.toContain('Example of a partner');
  });

  it('a refusal reads "Failed to add website." and a failed call "Error adding website."', async () => {
    const page = await demo.visit('/our-network');
    await openModal(page);
    await fill(page);
    await page.getByLabel('Logo').setInputFiles(await logo());
    await page.route('**/api/add-website', (route) => route.fulfill({ status: 500, json: { success: false } }));
    await submit(page);
    await expect.poll(() => alert(page).allTextContents()).toEqual(['Failed to add website.']);
    await page.unroute('**/api/add-website');
    await page.route('**/api/add-website', (route) => route.abort());
    await submit(page);
    await expect.poll(() => alert(page).allTextContents()).toEqual(['Error adding website.']);
    await expect.poll(() => modal(page).isVisible()).toBe(true);
  });
});
