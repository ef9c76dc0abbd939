/** The category pages. */
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/urls.ts';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
import { phone, sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();

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
const cards = 'main ul a[href^="/video/"]';
const strip = 'main nav[aria-label="All categories"]';
const selected = async (path: string) => textsIn(await demo.read(path), `${strip} [aria-current]`);

describe('default search words', () => {
  it.each(categories)('%s at /category/%s searches for %s', async (_name, slug, word) => {
    const newest = async (page: number) =>
      (await demo.get(`/getpostdata?page=${page}&sort=newest&search=${word}`)).records.map(
        ({ _id }: { _id: string }) => _id,
      );
    expect(cardsIn(await demo.html(`/category/${slug}`))).toEqual(await newest(1));
    expect(cardsIn(await demo.html(`/category/${slug}/2`))).toEqual(await newest(2));
  });
});

describe('a category page', () => {
  it('has a search bar, a heading, cards that lead to videos, pagination and the footer', async () => {
    const $ = await demo.read('/category/teen-sex');
    expect($('main [role=combobox]').attr('placeholder')).toBe('Search here.....');
    expect(textsIn($, 'main h1')).toEqual(['Teen Sex']);
    expect($(cards)).toHaveLength(16);
    expect($('nav[aria-label="Pages"]')).toHaveLength(1);
    expect($('footer a[href="/category/teen-sex"]')).toHaveLength(1);
  });

  it('shows two columns on small screens and three on wider ones, under tabs that scroll and follow a click; a search goes back to page 1', async () => {
    const page = await demo.visit('/category/teen-sex', phone);
    const columns = async () =>
      new Set(await page.locator(cards).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().x))).size;
    await expect.poll(columns).toBe(2);
    const tabs = page.locator(strip);
    await expect.poll(() => tabs.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true);
    expect((await tabs.boundingBox())?.width).toBeLessThanOrEqual(390);
    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(columns).toBe(3);
    }
    await tabs.getByRole('link', { name: 'Desi49' }).click();
    await page.waitForURL('**/category/desi49');
    await expect.poll(() => tabs.locator('[aria-current]').allTextContents()).toEqual(['Desi49']);

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/category/desi49/2');
    const box = page.getByRole('main').getByRole('combobox', { name: 'Search' });
    await box.fill('indian');
    await box.press('Enter');
    await page.waitForURL((url) => url.pathname === '/category/desi49' && url.searchParams.get('q') === 'indian');
  });
});

describe('the tab strip', () => {
  it('lists the 17 names, each leading to its category', async () => {
    const $ = await demo.read('/category/scout69');
    expect(textsIn($, `${strip} a`)).toEqual(categories.map(([name]) => name));
    expect(hrefsIn($, `${strip} a`)).toEqual(categories.map(([, slug]) => `/category/${slug}`));
  });

  it('selects the tab of the path, also on later pages, and otherwise none', async () => {
    expect(await selected('/category/sex-sister/2')).toEqual(['Sex Sister']);
    expect(await selected('/category/desi49')).toEqual(['Desi49']);
    expect(await selected('/')).toEqual([]);
  });
});

describe('a search on a category page', () => {
  it('is sent to page 1', async () => {
    const form = async (path: string) => (await demo.read(path))('main form').first();
    for (const category of ['milfnut', 'badwap'])
      expect((await form(`/category/${category}/2`)).attr('action')).toBe(`/category/${category}`);
  });

  it('replaces the default word, also on its later pages', async () => {
    const { records } = await demo.get('/getpostdata?page=1&limit=16&search=indian');
    const $ = await demo.read('/category/milfnut?q=indian');
    expect(hrefsIn($, cards)).toEqual(
      records.map(({ _id, titel }: { _id: string; titel: string }) => videoPath(_id, titel)),
    );
    expect(textsIn($, `${strip} [aria-current]`)).toEqual(['Milfnut']);
    expect(hrefsIn($, 'nav[aria-label="Pages"] a[rel=next]')).toEqual(['/category/milfnut/2?q=indian']);
    const second = await demo.get('/getpostdata?page=2&limit=16&search=indian');
    expect(cardsIn(await demo.html('/category/milfnut/2?q=indian'))).toEqual(
      second.records.map(({ _id }: { _id: string }) => _id),
    );
  });

  it('says "No videos found." where nothing matches', async () => {
    const $ = await demo.read('/category/milfnut?q=title%3Aqqqqqqqqqqqq');
    expect(textsIn($, 'main p')).toContain('No videos found.');
  });
});

describe('a misspelt search on a category page', () => {
  it('says so when a word was corrected', async () => {
    const { correctedSearch } = await demo.get('/getpostdata?search=title:harbuor&limit=16');
    expect(correctedSearch).toBeTruthy();
    const $ = await demo.read('/category/milfnut?q=title:harbuor');
    expect(textsIn($, 'main [role=status]')).toEqual([
      `Showing results for ${correctedSearch}Search instead for harbuor`,
    ]);
  });
});
