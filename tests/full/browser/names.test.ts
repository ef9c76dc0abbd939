/** Names in any script, on screens and in the search bar. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdRequests } from '../../support/hold-requests.ts';
import { demoSite, open } from '../../support/public-site.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';

const demo = demoSite();
const box = (page: Page) => page.locator('#bar-search');
const list = (page: Page) => page.getByRole('banner').getByRole('listbox');
const options = (page: Page) => list(page).getByRole('option', { name: /^(?!Search for “)/ });

let id: string;
beforeAll(async () => {
  const call = callerOf(demo.site, (await createSignedInAdmin(demo.site, 'admin')).cookie);
  const response = await call('POST', '/postdata', {
    imageUrl: '/art/1.svg',
    titel: 'فيلم قصير عن البحر',
    link: 'https://example.com/watch/1',
    Category: 'english',
    tags: ['Café Noir', '日本語', 'Zirkelmond'],
    name: ['Zoë Ñandú', 'Мария'],
  });
  id = response.json().post._id;
});

describe('the search bar', () => {
  it('suggests names as they are spelt, found without their accents', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('cafe no');
    const tags = list(page).getByRole('group', { name: 'Tags' });
    await expect.poll(() => tags.locator('[dir]').allTextContents()).toEqual(['Café Noir']);
    await expect.poll(() => tags.locator('mark').textContent()).toBe('Café No');
    await options(page).first().click();
    await page.waitForURL('**/tag/cafe-noir');
    await page.getByRole('heading', { level: 1, name: 'café noir', exact: true }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Videos tagged Café Noir/);
  });

  it('leads to a name in another script', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('本語');
    await options(page).first().click();
    await page.getByRole('heading', { level: 1, name: '日本語' }).waitFor();
    await expect.poll(() => decodeURIComponent(new URL(page.url()).pathname)).toBe('/tag/日本語');
  });

  it('ArrowDown opens closed suggestions again', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('zirkel');
    await list(page).waitFor();
    await box(page).press('Escape');
    await expect.poll(() => list(page).isVisible()).toBe(false);
    await box(page).press('ArrowDown');
    await expect.poll(() => list(page).isVisible()).toBe(true);
  });

  it('text typed before hydration opens its suggestions afterwards', async () => {
    const page = await demo.visitor({ isNew: true });
    const load = await holdRequests(page, '**/assets/*.js');
    await page.goto('/tags', { waitUntil: 'commit' });
    await box(page).pressSequentially('zirkel');
    load();
    await expect.poll(() => options(page).count()).toBe(1);
  });
});

describe('text of both directions', () => {
  it('an Arabic title has its own direction and a readable URL', async () => {
    const page = await demo.visit(`/video/${id}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await expect.poll(() => decodeURIComponent(new URL(page.url()).pathname)).toBe(`/video/${id}-فيلم-قصير-عن-البحر`);
    await page.reload();
    await heading.waitFor();
    const chips = page.getByRole('complementary').getByRole('link');
    await expect
      .poll(() => chips.allTextContents())
      .toEqual(['Zoë Ñandú', 'Мария', 'Café Noir', '日本語', 'Zirkelmond']);
  });

  it('the search box and the cards follow what is written', async () => {
    const page = await demo.visit('/pornstar/zoe-nandu');
    const title = page.getByRole('main').locator('.card-title').first();
    await expect.poll(() => title.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await box(page).fill('بحر');
    await expect.poll(() => box(page).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });
});

it('hidden tags are listed by their names', async () => {
  const page = await demo.visitor();
  await open(page, '/mine');
  await page.getByLabel('Tag or performer to hide').fill('cafe noir');
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByRole('button', { name: 'Show Café Noir again' }).waitFor();
});

describe('URLs that name nothing', () => {
  it.each(['/tag/%00', '/tag/%E0%A4%A', '/pornstar/%E2%80%AE', '/search?q=%00%08', '/tag/%F0%9F%8E%AC'])(
    '%s raises no error in the browser',
    async (url) => {
      const page = await demo.visitor();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text());
      });
      await open(page, url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(problems).toEqual([]);
    },
  );
});
