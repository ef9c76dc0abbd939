/** The network page and its promotion form. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/values/fields.ts';
import { textsIn } from '../../support/page-parts.ts';
import { demoSite } from '../../support/public-site.ts';
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

const demo = demoSite();

const alert = (page: Page) => page.getByRole('alert');

const dialog = 'dialog[aria-label="Promote your website"]';

describe('/our-network', () => {
  it('lists the partners with name, logo, link and the first 13 words of the description', async () => {
    const partners = await demo.get('/find-website');
    expect(partners.length).toBeGreaterThan(0);
    const $ = await demo.read('/our-network');
    const shown = $('ul[aria-label="Partner websites"] > li')
      .toArray()
      .map((item) => ({
        name: $(item).find('h2').text(),
        logo: $(item).find('img').attr('alt'),
        link: $(item).find('a').attr('href'),
        description: $(item).find('p').text(),
      }));
    expect(shown).toEqual(
      partners.map(({ webName, webLink, webDesc }: { webName: string; webLink: string; webDesc: string }) => {
        const words = webDesc.split(/\s+/);
        const description = words.length > 13 ? `${words.slice(0, 13).join(' ')}…` : webDesc;
        return { name: webName, logo: `Logo of ${webName}`, link: webLink, description };
      }),
    );
    expect(partners.some(({ webDesc }: { webDesc: string }) => webDesc.split(/\s+/).length > 13)).toBe(true);
  });

  it('the offer is 5 days free, then a one-time lifetime fee of $5', async () => {
    const $ = await demo.read('/our-network');
    expect($(dialog).text()).toContain('5 days free, then a one-time lifetime fee of $5');
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
    // Selecting text by dragging out of it is no click on the backdrop.
    await modal(page).getByRole('heading').hover();
    await page.mouse.down();
    await page.mouse.move(10, 10);
    await page.mouse.up();
    expect(await modal(page).count()).toBe(1);
    await page.mouse.click(10, 10);
    await isClosed(page);
  });
});

describe('website submission', () => {
  it('name, link and email are required, the link a URL, the email an email, the logo an image', async () => {
    const $ = await demo.read('/our-network');
    const inputs = $(`${dialog} input, ${dialog} textarea`)
      .toArray()
      .map((input) => {
        const { name, type = input.tagName, required, accept } = input.attribs;
        return { name, type, required: required !== undefined, accept };
      });
    expect(inputs).toEqual([
      { name: 'name', type: 'input', required: true },
      { name: 'link', type: 'url', required: true },
      { name: 'email', type: 'email', required: true },
      { name: 'description', type: 'textarea', required: false },
      { name: 'logo', type: 'file', required: false, accept: 'image/*' },
    ]);
    expect(textsIn($, `${dialog} label`)).toEqual(['Website name', 'Website link', 'Email', 'Description', 'Logo']);
  });

  it('is refused by the form without a logo or a link, and a refusal, a failed call and a success are told in the words of the spec', async () => {
    const page = await demo.visit('/our-network');
    let sent = 0;
    await page.route('**/api/add-website', (route) => {
      sent += 1;
      return route.abort();
    });
    await openModal(page);
    await fill(page);
    await submit(page);
    await expect.poll(() => alert(page).allTextContents()).toEqual(['Please upload a logo image']);
    const field = page.getByLabel('Logo', { exact: true });
    expect(await descriptionOf(page, field)).toBe('Please upload a logo image');
    await expect.poll(() => isFocused(field)).toBe(true);

    await field.setInputFiles(await logo());
    const link = page.getByLabel('Website link');
    await link.fill('not a link');
    await submit(page);
    await expect.poll(() => link.evaluate((input) => input.matches(':invalid'))).toBe(true);
    // The browser moves the focus there instead of sending the form.
    await expect.poll(() => isFocused(link)).toBe(true);
    expect(sent).toBe(0);
    await fill(page);

    await page.unroute('**/api/add-website');
    await page.route('**/api/add-website', (route) => route.fulfill({ status: 500, json: { success: false } }));
    await submit(page);
    await expect.poll(() => alert(page).allTextContents()).toEqual(['Failed to add website.']);
    await page.unroute('**/api/add-website');
    await page.route('**/api/add-website', (route) => route.abort());
    await submit(page);
    await expect.poll(() => alert(page).allTextContents()).toEqual(['Error adding website.']);
    await expect.poll(() => modal(page).isVisible()).toBe(true);

    // The site waits for approval.
    await page.unroute('**/api/add-website');
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

  it('the fields know the limits of the API', async () => {
    const $ = await demo.read('/our-network');
    const maxLengths = $(`${dialog} [maxlength]`)
      .toArray()
      .map((input) => [input.attribs.name, Number(input.attribs.maxlength)]);
    expect(maxLengths).toEqual([
      ['name', limits.partner.name],
      ['link', limits.url],
      ['email', limits.email],
      ['description', limits.partner.description],
    ]);
  });

  it('POST /add-website takes the form and keeps the site inactive', async () => {
    const form = new FormData();
    for (const [key, value] of Object.entries({
      name: 'A new site',
      link: 'https://example.com/new',
      email: 'site@example.com',
      description: 'Text',
    }))
      form.set(key, value);
    form.set('logo', new Blob([new Uint8Array((await logo()).buffer)], { type: 'image/png' }), 'logo.png');
    const answer = await fetch(`${demo.site.url}/api/add-website`, { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    expect((await demo.get('/find-website')).map((website: { webName: string }) => website.webName)).not.toContain(
      'A new site',
    );
  });
});
