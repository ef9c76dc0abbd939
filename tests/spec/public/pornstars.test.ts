/** Public site, sections 2, 4, 8 and 9: the performer directory. */
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { demoSite, open } from '../../support/public-site.ts';

const demo = demoSite({}, { loadsImages: true });

const cards = (page: Page) => page.getByRole('list', { name: 'Models' }).getByRole('link');
const letters = (page: Page) => page.getByRole('navigation', { name: 'First letter' });
const pathsOf = (page: Page) => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('href')));
const named = (answer: { pornstars: { name: string }[] }) => answer.pornstars.map(({ name }) => `/pornstar/${name}`);

describe('section 2: the directory', () => {
  it('shows 30 performers a page, each leading to /pornstar/{name}', async () => {
    const page = await demo.visit('/pornstars');
    expect(await pathsOf(page)).toEqual(named(await demo.get('/pornstars?page=1&limit=30')));
    await expect.poll(() => cards(page).count()).toBe(30);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/pornstars/2');
    const second = named(await demo.get('/pornstars?page=2&limit=30'));
    await expect.poll(() => pathsOf(page)).toEqual(second);
  });

  it('has a search', async () => {
    const page = await demo.visit('/pornstars/2');
    const box = page.getByRole('searchbox', { name: 'Search models' });
    await box.fill('torven');
    await box.press('Enter');
    await page.waitForURL('**/pornstars?search=torven');
    const found = named(await demo.get('/pornstars?page=1&limit=30&search=torven'));
    expect(found.length).toBeGreaterThan(0);
    await expect.poll(() => pathsOf(page)).toEqual(found);
  });

  it('section 8: says "No stars found." when nobody matches', async () => {
    const page = await demo.visit('/pornstars?search=zzzzzz');
    await expect.poll(() => page.getByText('No stars found.', { exact: true }).isVisible()).toBe(true);
  });
});

describe('sections 2 and 4: the first-letter filter', () => {
  it('offers ALL and A to Z', async () => {
    const page = await demo.visit('/pornstars');
    await expect
      .poll(() => letters(page).getByRole('link').allTextContents())
      .toEqual(['ALL', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']);
    await expect.poll(() => letters(page).locator('[aria-current]').textContent()).toBe('ALL');
  });

  it('a letter leads to /pornstars and shows its performers; clicked again it clears', async () => {
    const page = await demo.visit('/pornstars/2');
    await letters(page).getByRole('link', { name: 'I', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/pornstars' && url.searchParams.get('letter') === 'I');
    await expect.poll(() => letters(page).locator('[aria-current]').textContent()).toBe('I');
    const wanted = named(await demo.get('/pornstars?page=1&limit=30&letter=I'));
    expect(wanted.length).toBeGreaterThan(0);
    for (const path of wanted) expect(path).toMatch(/^\/pornstar\/i/);
    expect(await pathsOf(page)).toEqual(wanted);

    await letters(page).getByRole('link', { name: 'I', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/pornstars' && url.search === '');
    await expect.poll(() => letters(page).locator('[aria-current]').textContent()).toBe('ALL');
    await expect.poll(() => cards(page).count()).toBe(30);
  });

  it('ALL clears it too', async () => {
    const page = await demo.visit('/pornstars?letter=B');
    await letters(page).getByRole('link', { name: 'ALL' }).click();
    await page.waitForURL((url) => url.pathname === '/pornstars' && url.search === '');
  });
});

describe('sections 2 and 8: images', () => {
  it('a performer without one has female.png', async () => {
    await addVideo(demo.site.database.db, { performers: ['zzyx-unpictured'] });
    await vi.waitUntil(async () => (await demo.get('/pornstars?search=zzyx')).pornstars.length === 1, {
      timeout: 10_000,
    });
    const page = await demo.visit('/pornstars?search=zzyx');
    await expect.poll(() => cards(page).locator('img').getAttribute('src')).toBe('/female.png');
    expect((await fetch(`${demo.site.url}/female.png`)).headers.get('content-type')).toBe('image/png');
  });

  it('so has one named like a JavaScript property', async () => {
    await addVideo(demo.site.database.db, { performers: ['constructor'] });
    const found = async () => (await demo.get('/pornstars?search=constructor')).pornstars.length === 1;
    await vi.waitUntil(found, { timeout: 10_000 });
    const page = await demo.visit('/pornstars?search=constructor');
    await expect.poll(() => cards(page).locator('img').getAttribute('src')).toBe('/female.png');
  });

  it('an image that cannot be loaded gives way to female.png', async () => {
    const page = await demo.visitor();
    await page.route('**/art/**', (route) => route.abort());
    await open(page, '/pornstars');
    await expect.poll(() => cards(page).locator('img').first().getAttribute('src')).toBe('/female.png');
  });

  it('section 9: they are stored in local storage', async () => {
    const page = await demo.visit('/pornstars');
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('pornstar-images') ?? '{}'));
    const { pornstars } = await demo.get('/pornstars?page=1&limit=30');
    const names = pornstars.map(({ name }: { name: string }) => name);
    expect(Object.keys(stored.value).length).toBeGreaterThan(0);
    for (const name of Object.keys(stored.value)) expect(names).toContain(name);
    expect(Date.now() - stored.at).toBeLessThan(600_000);
  });
});

it('a performer whose name is that of something every object has gets no picture from it', async () => {
  await addVideo(demo.site.database.db, { title: 'Glass', performers: ['constructor'] });
  await demo.site.index.waitUntilIndexed();
  const html = await demo.html('/pornstar/constructor');
  expect(html).toContain('constructor');
  expect(html).not.toContain('native code');
});
