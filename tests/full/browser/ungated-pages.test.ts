/** Pages that minors and victims must be able to read: nobody has to answer the age gate for them. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { publicPages } from '#web/public/pages.ts';
import { demoSite, open } from '../../support/public-site.ts';

const demo = demoSite();

const ungated = publicPages.filter(({ isUngated }) => isUngated).flatMap(({ sitemap }) => sitemap);
const ageGate = (page: Page) => page.getByRole('dialog', { name: 'Adults only' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  it.each(ungated)('%s can be read without answering the age gate, and shows nothing for adults', async (path) => {
    const page = await demo.visitor({ isAdult: false, javaScriptEnabled });
    await (javaScriptEnabled ? open(page, path) : page.goto(path));
    await heading(page).waitFor();
    expect(await ageGate(page).count()).toBe(0);
    const footer = page.getByRole('contentinfo');
    const links = page.getByRole('link').filter({ visible: true });
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const help = 'https://www.inhope.org/';
    const others = targets.filter((href) => href !== help);
    expect(others.filter((href) => /^\/(video|tag|pornstar|category)\/|^https?:/.test(href))).toEqual([]);
    expect(await page.getByRole('main').locator('img').count()).toBe(0);
    expect(await footer.getByRole('link', { name: 'Content removal' }).isVisible()).toBe(true);
  });

  it('whoever goes on to the videos is asked first', async () => {
    const page = await demo.visitor({ isAdult: false, javaScriptEnabled });
    await (javaScriptEnabled ? open(page, '/terms') : page.goto('/terms'));
    await page.getByRole('banner').getByRole('link', { name: 'Marquee' }).click();
    await ageGate(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('#site').isVisible()).toBe(false);
  });
});

it('an answer in another tab does not take the focus away from what is being written', async () => {
  const page = await demo.visitor({ isAdult: false });
  await open(page, '/contact');
  const search = page.getByRole('combobox').first();
  await search.focus();
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'I am 18 or older' }).click();
  await page.locator('html[data-adult]').waitFor();
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
});

it('whoever has answered sees the whole footer', async () => {
  const page = await demo.visit('/privacy');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('navigation', { name: 'Performers' }).waitFor();
  expect(await page.getByText('Sponsored').first().isVisible()).toBe(true);
});
