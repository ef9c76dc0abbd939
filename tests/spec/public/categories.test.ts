/** Public site, sections 2 and 9: the category pages. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/video-path.ts';
import { demoSite, phone } from '../../support/public-site.ts';

const demo = demoSite();

const categories = [
  ['Scout69', 'scout69', 'big'],
  ['Lesbify', 'lesbify', 'lesbian'],
  ['Milfnut', 'milfnut', 'milf'],
  ['Sex Sister', 'sex-sister', 'sis'],
  ['Desi49', 'desi49', 'desi'],
  ['Dehati Sex', 'dehati-sex', 'indian'],
  ['Boobs Pressing', 'boobs-pressing', 'Boobs'],
  ['Blueflim', 'blueflim', 'porn'],
  ['Famili Sex Com', 'famili-sex-com', 'family'],
  ['Teen Sex', 'teen-sex', 'teen'],
  ['Small Tits', 'small-tits', 'tits'],
  ['Comxxx', 'comxxx', 'step'],
  ['Badwap', 'badwap', 'bad'],
  ['Chochox', 'chochox', 'ass'],
  ['Sex18', 'sex18', 'room'],
  ['Aunt Sex', 'aunt-sex', 'mom'],
  ['Fullporner', 'fullporner', 'girl'],
] as const;

const cardsIn = (html: string) => [...html.matchAll(/<a [^>]*href="\/video\/(\d+)-[^"]*"/g)].map(([, id]) => id);
const found = async (search: string, page = 1): Promise<{ _id: string; titel: string }[]> =>
  (await demo.get(`/getpostdata?page=${page}&limit=16&search=${encodeURIComponent(search)}`)).records;
const tabs = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Categories' });
const cards = (page: Page) => page.locator('main ul a[href^="/video/"]');
const search = async (page: Page, text: string) => {
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search' });
  await box.fill(text);
  await box.press('Enter');
};

describe('section 2: default search words', () => {
  it.each(categories)('%s at /category/%s searches for %s', async (_name, slug, word) => {
    const newest = async (page: number) =>
      (await demo.get(`/getpostdata?page=${page}&sort=newest&search=${word}`)).records.map(
        ({ _id }: { _id: string }) => _id,
      );
    expect(cardsIn(await demo.html(`/category/${slug}`))).toEqual(await newest(1));
    expect(cardsIn(await demo.html(`/category/${slug}/2`))).toEqual(await newest(2));
  });
});

describe('section 2: a category page', () => {
  it('has a search bar, a heading, cards that lead to videos, pagination and the footer', async () => {
    const page = await demo.visit('/category/teen-sex');
    const main = page.getByRole('main');
    await expect.poll(() => main.getByPlaceholder('Search here.....').isVisible()).toBe(true);
    await expect.poll(() => main.getByRole('heading', { level: 1 }).textContent()).toBe('Teen Sex');
    await expect.poll(() => cards(page).count()).toBe(16);
    await expect.poll(() => page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('contentinfo').isVisible()).toBe(true);
  });

  it('shows two columns on small screens and three on wider ones', async () => {
    const page = await demo.visit('/category/teen-sex', phone);
    const columns = async () =>
      new Set(await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().x))).size;
    await expect.poll(() => columns()).toBe(2);
    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => columns()).toBe(3);
    }
  });
});

describe('section 2: the tab strip', () => {
  it('lists the 17 names and scrolls sideways', async () => {
    const page = await demo.visit('/category/scout69', phone);
    const links = tabs(page).getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(categories.map(([name]) => name));
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(paths).toEqual(categories.map(([, slug]) => `/category/${slug}`));
    await expect.poll(() => tabs(page).evaluate((strip) => strip.scrollWidth > strip.clientWidth)).toBe(true);
    expect((await tabs(page).boundingBox())?.width).toBeLessThanOrEqual(390);
  });

  it('selects the tab of the path, also on later pages, and follows a click', async () => {
    const page = await demo.visit('/category/sex-sister/2');
    const selected = tabs(page).locator('[aria-current]');
    await expect.poll(() => selected.allTextContents()).toEqual(['Sex Sister']);
    await tabs(page).getByRole('link', { name: 'Desi49' }).click();
    await page.waitForURL('**/category/desi49');
    await expect.poll(() => selected.allTextContents()).toEqual(['Desi49']);
  });
});

describe('section 2: a search on a category page', () => {
  it('goes back to page 1 and replaces the default word', async () => {
    const page = await demo.visit('/category/milfnut/2');
    await search(page, 'indian');
    await page.waitForURL((url) => url.pathname === '/category/milfnut' && url.searchParams.get('q') === 'indian');
    const wanted = (await found('indian')).map(({ _id, titel }) => videoPath(_id, titel));
    await expect
      .poll(() => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('href'))))
      .toEqual(wanted);
    await expect.poll(() => tabs(page).locator('[aria-current]').textContent()).toBe('Milfnut');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL((url) => url.pathname === '/category/milfnut/2' && url.searchParams.get('q') === 'indian');
  });

  it('on badwap it returns to /category/badwap', async () => {
    const page = await demo.visit('/category/badwap/2');
    await search(page, 'indian');
    await page.waitForURL((url) => url.pathname === '/category/badwap');
  });

  it('says "No videos found." where nothing matches', async () => {
    const page = await demo.visit('/category/milfnut?q=title%3Aqqqqqqqqqqqq');
    await expect.poll(() => page.getByText('No videos found.', { exact: true }).isVisible()).toBe(true);
  });
});

describe('a search on a category page', () => {
  it('says so when a word was corrected', async () => {
    const { correctedSearch } = await demo.get('/getpostdata?search=title:harbuor&limit=16');
    const page = await demo.visit('/category/milfnut?q=title:harbuor');
    const note = await page.getByRole('main').getByRole('status').textContent();
    expect(note).toBe(`Showing results for ${correctedSearch}Search instead for harbuor`);
  });
});
