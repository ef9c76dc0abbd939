/** Without JavaScript, no button does nothing, and a website can be submitted. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();
const off = { javaScriptEnabled: false };
/** Answers the age gate, which asks once. */
const enter = (page: Page) => page.getByRole('button', { name: 'I am 18 or older' }).click();

describe('without JavaScript', () => {
  it.each(['/tag/milf', '/mine'])('%s has no buttons that do nothing', async (path) => {
    const page = await demo.visitor(off);
    await page.goto(path);
    await enter(page);
    await expect
      .poll(() => page.locator('#site button:visible:not([type="submit"], [command])').allTextContents())
      .toEqual([]);
    await expect.poll(() => page.locator('#site .card-save:visible').count()).toBe(0);
  });

  it('a website can be submitted', async () => {
    const page = await demo.visitor(off);
    await page.goto('/our-network');
    await enter(page);
    await page.getByRole('button', { name: 'Add Your Website' }).click();
    await page.getByLabel('Website name').fill('Quiet harbour');
    await page.getByLabel('Website link').fill('https://example.com/quiet-harbour');
    await page.getByLabel('Email').fill('harbour@example.com');
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#446688' } })
      .png()
      .toBuffer();
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Submit website' }).click();
    await page.waitForURL('**/our-network#website-sent');
    await page.getByRole('main').getByText('Website submited successfully').waitFor();
    const { rows } = await demo.site.database.pool.query(`select email from partners where name = 'Quiet harbour'`);
    expect(rows).toHaveLength(1);
  });

  it('a website that is refused is answered with a page that says why, and going back keeps what was typed', async () => {
    const page = await demo.visitor(off);
    await page.goto('/our-network');
    await enter(page);
    await page.getByRole('button', { name: 'Add Your Website' }).click();
    await page.getByLabel('Website name').fill('Half a harbour');
    await page.getByLabel('Website link').fill('https://example.com/half-a-harbour');
    await page.getByLabel('Email').fill('harbour@example.com');
    await page.getByRole('button', { name: 'Submit website' }).click();
    await page.getByRole('heading', { name: 'This was not sent' }).waitFor();
    await expect.poll(() => page.getByRole('listitem').allTextContents()).toEqual(['Please upload a logo image']);
    await page.goBack();
    await page.getByRole('button', { name: 'Add Your Website' }).click();
    await expect.poll(() => page.getByLabel('Website name').inputValue()).toBe('Half a harbour');
  });
});
