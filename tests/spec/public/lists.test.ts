/**
 * The lists by popularity and audience, a performer's videos, and pagination. That another
 * performer starts with page 1 is in suggestions.test.ts.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
import { sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();

const lists = [
  ['/indian', '/getindians'],
  ['/muslim', '/getHijabi'],
  ['/top-videos', '/getpopularVideos'],
  ['/new-content', '/getnewVideos'],
  ['/most-liked', '/getTopRate'],
] as const;

const card = 'main ul a[href^="/video/"]';
const pageLinks = 'nav[aria-label="Pages"]';
const cards = (page: Page) => page.locator(card);
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const cardsIn = (html: string) => [...html.matchAll(/<a [^>]*href="\/video\/(\d+)-[^"]*"/g)].map(([, id]) => id);
const idsOf = (answer: { records: { _id: string }[] }) => answer.records.map(({ _id }) => _id);

describe('popularity and audience lists', () => {
  it.each(lists)('%s shows 16 videos a page of %s, in its order', async (path, call) => {
    expect(cardsIn(await demo.html(path))).toEqual(idsOf(await demo.get(`${call}?page=1&limit=16`)));
    expect(cardsIn(await demo.html(`${path}?page=2`))).toEqual(idsOf(await demo.get(`${call}?page=2&limit=16`)));
  });

  it.each(lists)('%s has the same layout: heading, cards, Previous, numbers, Next', async (path) => {
    const $ = await demo.read(path);
    expect($('h1')).toHaveLength(1);
    expect($(card)).toHaveLength(16);
    const labels = textsIn($, `${pageLinks} a`);
    expect(labels.slice(0, 3)).toEqual(['Previous', '1', '2']);
    expect(labels.at(-1)).toBe('Next');
  });
});

describe('/pornstar/{name}', () => {
  it('has the name as heading, 16 videos a page and marketing blocks', async () => {
    const $ = await demo.read('/pornstar/isla-torven');
    expect(textsIn($, 'h1')).toEqual(['Isla Torven']);
    const { totalRecords } = await demo.get('/pornstar/isla-torven?page=1&limit=16');
    expect($(card)).toHaveLength(Math.min(16, totalRecords));
    expect(textsIn($, 'main h2')).toContain('About Isla Torven');
  });

  it('has pagination only when there is more than one page', async () => {
    const { pornstars } = await demo.get('/pornstars?limit=1000&sort=count');
    const withMost = pornstars[0].name;
    const withFewest = pornstars.at(-1).name;
    expect((await demo.get(`/pornstar/${withFewest}`)).totalPages).toBe(1);
    expect(await demo.html(`/pornstar/${withMost}`)).toContain('aria-label="Pages"');
    expect(await demo.html(`/pornstar/${withFewest}`)).not.toContain('aria-label="Pages"');
  });

  it('says "No videos found." where there are none', async () => {
    const $ = await demo.read('/pornstar/nobody-at-all');
    expect(textsIn($, 'main p')).toContain('No videos found.');
    expect($(pageLinks)).toHaveLength(0);
  });
});

describe('pagination', () => {
  const shown = async (number: number) => demo.read(number === 1 ? '/new-content' : `/new-content?page=${number}`);

  it('shows first, last and the current page with its neighbours, with ellipses for gaps', async () => {
    const { totalPages } = await demo.get('/getnewVideos?page=1&limit=16');
    const last = String(totalPages);
    const labels = async (number: number) => textsIn(await shown(number), `${pageLinks} a, ${pageLinks} span`);
    expect(await labels(1)).toEqual(['Previous', '1', '2', '…', last, 'Next']);
    expect(await labels(3)).toEqual(['Previous', '1', '2', '3', '4', '…', last, 'Next']);
    expect(await labels(50)).toEqual(['Previous', '1', '…', '49', '50', '51', '…', last, 'Next']);
    expect(await labels(totalPages)).toEqual(['Previous', '1', '…', String(totalPages - 1), last, 'Next']);
  });

  it('Previous is disabled on page 1, Next on the last page', async () => {
    const { totalPages } = await demo.get('/getnewVideos?page=1&limit=16');
    const disabled = async (number: number) =>
      textsIn(await shown(number), `${pageLinks} a[aria-disabled=true]:not([href])`);
    expect(await disabled(1)).toEqual(['Previous']);
    expect(await disabled(2)).toEqual([]);
    expect(await disabled(totalPages)).toEqual(['Next']);
  });

  it('Previous, Next and the numbers lead there, and the current one is marked', async () => {
    const $ = await demo.read('/indian?page=2');
    const leads = Object.fromEntries(
      hrefsIn($, `${pageLinks} a`).map((path, place) => [textsIn($, `${pageLinks} a`)[place], path]),
    );
    expect(leads).toMatchObject({
      Previous: '/indian',
      1: '/indian',
      2: '/indian?page=2',
      3: '/indian?page=3',
      Next: '/indian?page=3',
    });
    const current = async (path: string) => textsIn(await demo.read(path), `${pageLinks} [aria-current=page]`);
    expect(await current('/indian')).toEqual(['1']);
    expect(await current('/indian?page=2')).toEqual(['2']);
    expect(await current('/indian?page=3')).toEqual(['3']);
  });
});

describe('while a list is loading', () => {
  const holdPages = async (page: Page) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    await page.route(/\.data\?/, async (route) => {
      if (route.request().headers()['sec-purpose'] === undefined) asked.push(new URL(route.request().url()).search);
      await held;
      await route.continue();
    });
    return { asked, release };
  };

  it('it says "Loading..." in the shape of the page to come, ignores another change of the page, and says in red if it fails', async () => {
    const page = await demo.visit('/new-content');
    const { asked, release } = await holdPages(page);
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await page.getByRole('status').getByText('Loading...', { exact: true }).waitFor();
    await expect.poll(() => cards(page).first().isVisible()).toBe(false);
    const click = (name: string) => page.locator(`${pageLinks} a:text-is("${name}")`).dispatchEvent('click');
    await click('2');
    await click('Previous');
    release();
    await page.waitForURL('**/new-content?page=2');
    await expect.poll(() => page.getByText('Loading...', { exact: true }).count()).toBe(0);
    await expect.poll(() => cards(page).first().isVisible()).toBe(true);
    await expect.poll(() => pages(page).locator('[aria-current=page]').textContent()).toBe('2');
    expect(asked.filter((query) => query.includes('page='))).toHaveLength(1);

    await page.route(/\.data\?/, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await pages(page).getByRole('link', { name: 'Next' }).click();
    const message = page.getByRole('alert').getByText('Failed to fetch data', { exact: true });
    await message.waitFor();
    const colour = await message.evaluate((node) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas) return [];
      canvas.fillStyle = getComputedStyle(node).color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    const [red = 0, green = 0, blue = 0] = colour;
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  });
});
