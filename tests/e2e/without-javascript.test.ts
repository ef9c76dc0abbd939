/** Without JavaScript, visitors can browse, page, search, open a video and follow its link. */
import { describe, expect, it } from 'vitest';
import { answerForExampleCom, demoSite, desktop, phone } from '../support/public-site.ts';

const demo = demoSite();
const off = { javaScriptEnabled: false };

describe('without JavaScript', () => {
  it('a visitor gets from a card to the page that hosts the video', async () => {
    const page = await demo.visitor(off);
    await answerForExampleCom(page);
    await page.goto('/');
    expect(await page.getByRole('dialog').count()).toBe(0);
    const card = page.getByRole('list', { name: 'New videos' }).getByRole('link').first();
    await card.click();
    await page.waitForURL('**/video/*');
    const play = page.getByRole('link', { name: /^Play / });
    const link = await play.getAttribute('href');
    await play.click();
    await page.waitForURL(link ?? '');
    expect(page.url()).toMatch(/^https:\/\/example\.com\//);
  });

  it('pagination works', async () => {
    const page = await demo.visitor(off);
    await page.goto('/tag/milf');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/tag/milf/2');
    expect(await page.getByRole('list', { name: 'milf videos' }).getByRole('link').count()).toBe(16);
  });

  it.each([
    ['the bar of a desktop', desktop, '#bar-search'],
    ['a page of its own on a phone', phone, '#page-search'],
  ])('visitors can search in %s', async (_, size, id) => {
    const page = await demo.visitor({ ...off, ...size });
    await page.goto('/tags');
    if (size === phone) {
      await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click();
      await page.waitForURL('**/search');
    }
    await page.locator(id).fill('milf');
    await page.locator(id).press('Enter');
    await page.waitForURL('**/search?q=milf');
    expect(await page.getByRole('list', { name: 'Results for “milf”' }).getByRole('link').count()).toBe(16);
  });

  it('the menu links to the lists, and performers are found by letter and name', async () => {
    const page = await demo.visitor(off);
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Models' }).click();
    await page.getByRole('link', { name: 'I', exact: true }).click();
    await page.waitForURL('**/pornstars?letter=I');
    await page.getByRole('searchbox').fill('torven');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL('**/pornstars?search=torven');
    expect(await page.getByRole('list', { name: 'Models' }).getByRole('link').count()).toBeGreaterThan(0);
  });
});
