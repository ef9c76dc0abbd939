/** Without JavaScript, visitors can browse, page, search, open a video and follow its link. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { answerForExampleCom, demoSite, desktop, phone } from '../../support/public-site.ts';

const demo = demoSite();
const off = { javaScriptEnabled: false };
/** Answers the age gate, which asks on each page. */
const enter = (page: Page) => page.getByRole('button', { name: 'I am 18 or older' }).click();

describe('without JavaScript', () => {
  it('the age gate asks on each page, and nothing is shown until it is answered', async () => {
    const page = await demo.visitor(off);
    for (const path of ['/', '/video/1']) {
      await page.goto(path);
      expect(await page.getByRole('dialog', { name: 'Adults only' }).isVisible(), path).toBe(true);
      expect(await page.locator('main').isVisible(), path).toBe(false);
      await enter(page);
      expect(await page.getByRole('dialog').count(), path).toBe(0);
      expect(await page.locator('main').isVisible(), path).toBe(true);
    }
  });

  it('a visitor gets from a card to the page that hosts the video', async () => {
    const page = await demo.visitor(off);
    await answerForExampleCom(page);
    await page.goto('/');
    await enter(page);
    const card = page.getByRole('list', { name: 'New videos' }).getByRole('link').first();
    await card.click();
    await page.waitForURL('**/video/*');
    await enter(page);
    const play = page.getByRole('link', { name: /^Play / });
    const link = await play.getAttribute('href');
    await play.click();
    await page.waitForURL(link ?? '');
    await expect.poll(() => page.url()).toMatch(/^https:\/\/example\.com\//);
  });

  it.each(['/', '/video/1', '/tag/milf', '/mine'])('%s has no buttons that do nothing', async (path) => {
    const page = await demo.visitor(off);
    await page.goto(path);
    await enter(page);
    await expect
      .poll(() => page.locator('#site button:visible:not([type="submit"], [command])').allTextContents())
      .toEqual([]);
    await expect.poll(() => page.locator('#site .card-save:visible').count()).toBe(0);
  });

  it('the library says that it needs JavaScript', async () => {
    const page = await demo.visitor(off);
    await page.goto('/mine');
    await enter(page);
    await expect.poll(() => page.locator('main noscript p').isVisible()).toBe(true);
  });

  it('Load More leads to more videos of the same tag', async () => {
    const page = await demo.visitor(off);
    await page.goto('/video/1');
    await enter(page);
    const tag = await page.locator('aside a[href^="/tag/"]').first().getAttribute('href');
    await page.getByRole('link', { name: 'Load More' }).click();
    await page.waitForURL(`**${tag}`);
  });

  it('pagination works', async () => {
    const page = await demo.visitor(off);
    await page.goto('/tag/milf');
    await enter(page);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/tag/milf/2');
    await enter(page);
    await expect.poll(() => page.getByRole('list', { name: 'milf videos' }).getByRole('link').count()).toBe(16);
  });

  it.each([
    ['the bar of a desktop', desktop, '#bar-search'],
    ['a page of its own on a phone', phone, '#page-search'],
  ])('visitors can search in %s', async (_, size, id) => {
    const page = await demo.visitor({ ...off, ...size });
    await page.goto('/tags');
    await enter(page);
    if (size === phone) {
      await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
      await page.waitForURL(({ pathname }) => pathname === '/search');
      await enter(page);
    }
    await page.locator(id).fill('milf');
    await page.locator(id).press('Enter');
    await page.waitForURL('**/search?q=milf');
    await enter(page);
    await expect.poll(() => page.getByRole('list', { name: 'Results for “milf”' }).getByRole('link').count()).toBe(16);
  });

  it('the menu links to the lists, and performers are found by letter and name', async () => {
    const page = await demo.visitor(off);
    await page.goto('/');
    await enter(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Models' }).click();
    await enter(page);
    await page.getByRole('link', { name: 'I', exact: true }).click();
    await page.waitForURL('**/pornstars?letter=I');
    await enter(page);
    await page.getByRole('searchbox').fill('torven');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL('**/pornstars?search=torven');
    await enter(page);
    await expect.poll(() => page.getByRole('list', { name: 'Models' }).getByRole('link').count()).toBeGreaterThan(0);
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
    await enter(page);
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
    await enter(page);
    await page.getByRole('button', { name: 'Add Your Website' }).click();
    await expect.poll(() => page.getByLabel('Website name').inputValue()).toBe('Half a harbour');
  });
});
