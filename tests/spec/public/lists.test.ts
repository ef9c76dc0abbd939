/** Public site, sections 2, 4 and 5: the lists by popularity and audience, a performer's videos, and pagination. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

const lists = [
  ['/indian', '/getindians'],
  ['/muslim', '/getHijabi'],
  ['/top-videos', '/getpopularVideos'],
  ['/new-content', '/getnewVideos'],
  ['/most-liked', '/getTopRate'],
] as const;

const cards = (page: Page) => page.locator('main ul a[href^="/video/"]');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const cardsIn = (html: string) => [...html.matchAll(/<a [^>]*href="\/video\/(\d+)-[^"]*"/g)].map(([, id]) => id);
const idsOf = (answer: { records: { _id: string }[] }) => answer.records.map(({ _id }) => _id);

describe('section 2: popularity and audience lists', () => {
  it.each(lists)('%s shows 16 videos a page of %s, in its order', async (path, call) => {
    expect(cardsIn(await demo.html(path))).toEqual(idsOf(await demo.get(`${call}?page=1&limit=16`)));
    expect(cardsIn(await demo.html(`${path}?page=2`))).toEqual(idsOf(await demo.get(`${call}?page=2&limit=16`)));
  });

  it('all have the same layout: heading, cards, Previous, numbers, Next', async () => {
    const page = await demo.visitor();
    for (const [path] of lists) {
      await page.goto(path);
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
      expect(await cards(page).count(), path).toBe(16);
      const labels = await pages(page).getByRole('link').allTextContents();
      expect(labels.slice(0, 3), path).toEqual(['Previous', '1', '2']);
      expect(labels.at(-1), path).toBe('Next');
    }
  });
});

describe('section 2: /pornstar/{name}', () => {
  it('has the name as heading, 16 videos a page and marketing blocks', async () => {
    const page = await demo.visit('/pornstar/isla-torven');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Isla Torven');
    const { totalRecords } = await demo.get('/pornstar/isla-torven?page=1&limit=16');
    await expect.poll(() => cards(page).count()).toBe(Math.min(16, totalRecords));
    await expect.poll(() => page.getByRole('heading', { level: 2, name: 'About Isla Torven' }).isVisible()).toBe(true);
  });

  it('has pagination only when there is more than one page', async () => {
    const { pornstars } = await demo.get('/pornstars?limit=1000&sort=count');
    const withMost = pornstars[0].name;
    const withFewest = pornstars.at(-1).name;
    expect((await demo.get(`/pornstar/${withFewest}`)).totalPages).toBe(1);
    expect(await demo.html(`/pornstar/${withMost}`)).toContain('aria-label="Pages"');
    expect(await demo.html(`/pornstar/${withFewest}`)).not.toContain('aria-label="Pages"');
  });

  it('returns to page 1 when the name changes', async () => {
    const { pornstars } = await demo.get('/pornstars?limit=5&sort=count');
    const [first, second] = pornstars.map(({ name }: { name: string }) => name);
    const page = await demo.visit(`/pornstar/${first}?page=2`);
    await page.locator('#bar-search').fill(second);
    await page.getByRole('banner').getByRole('option').first().click();
    await page.waitForURL(`**/pornstar/${second}`);
    await expect.poll(() => pages(page).locator('[aria-current]').textContent()).toBe('1');
  });

  it('says "No videos found." where there are none', async () => {
    const page = await demo.visit('/pornstar/nobody-at-all');
    await expect.poll(() => page.getByText('No videos found.', { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => pages(page).count()).toBe(0);
  });
});

describe('section 5: pagination', () => {
  const labelsOf = (page: Page) => pages(page).locator('a, span').allTextContents();

  it('shows first, last and the current page with its neighbours, with ellipses for gaps', async () => {
    const { totalPages } = await demo.get('/getnewVideos?page=1&limit=16');
    const last = String(totalPages);
    const page = await demo.visitor();
    const shown = async (number: number) => {
      await page.goto(number === 1 ? '/new-content' : `/new-content?page=${number}`);
      return labelsOf(page);
    };
    expect(await shown(1)).toEqual(['Previous', '1', '2', '…', last, 'Next']);
    expect(await shown(3)).toEqual(['Previous', '1', '2', '3', '4', '…', last, 'Next']);
    expect(await shown(50)).toEqual(['Previous', '1', '…', '49', '50', '51', '…', last, 'Next']);
    expect(await shown(totalPages)).toEqual(['Previous', '1', '…', String(totalPages - 1), last, 'Next']);
  });

  it('Previous is disabled on page 1, Next on the last page', async () => {
    const { totalPages } = await demo.get('/getnewVideos?page=1&limit=16');
    const page = await demo.visitor();
    const disabled = (label: string) => pages(page).getByText(label, { exact: true }).getAttribute('aria-disabled');
    await page.goto('/new-content');
    expect([await disabled('Previous'), await disabled('Next')]).toEqual(['true', null]);
    await page.goto(`/new-content?page=${totalPages}`);
    expect([await disabled('Previous'), await disabled('Next')]).toEqual([null, 'true']);
  });

  it('Previous, Next and the numbers lead there, and the current one is marked', async () => {
    const page = await demo.visit('/indian');
    const current = () => pages(page).locator('[aria-current=page]').textContent();
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/indian?page=2');
    await expect.poll(current).toBe('2');
    await pages(page).getByRole('link', { name: '3', exact: true }).click();
    await page.waitForURL('**/indian?page=3');
    await expect.poll(current).toBe('3');
    await pages(page).getByRole('link', { name: 'Previous' }).click();
    await page.waitForURL('**/indian?page=2');
    await pages(page).getByRole('link', { name: '1', exact: true }).click();
    await page.waitForURL('**/indian');
    await expect.poll(current).toBe('1');
  });
});

describe('section 4: while a list is loading', () => {
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

  it('it says "Loading..." in the shape of the page to come', async () => {
    const page = await demo.visit('/new-content');
    const { release } = await holdPages(page);
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await page.getByRole('status').getByText('Loading...', { exact: true }).waitFor();
    await expect.poll(() => cards(page).first().isVisible()).toBe(false);
    release();
    await page.waitForURL('**/new-content?page=2');
    await expect.poll(() => page.getByText('Loading...', { exact: true }).count()).toBe(0);
    await expect.poll(() => cards(page).first().isVisible()).toBe(true);
  });

  it('another change of the page is ignored', async () => {
    const page = await demo.visit('/new-content');
    const { asked, release } = await holdPages(page);
    const click = (name: string) => page.locator(`nav[aria-label=Pages] a:text-is("${name}")`).dispatchEvent('click');
    await click('Next');
    await page.getByText('Loading...', { exact: true }).waitFor();
    await click('2');
    await click('Previous');
    release();
    await page.waitForURL('**/new-content?page=2');
    expect(asked.filter((query) => query.includes('page='))).toHaveLength(1);
  });

  it('section 8: a call that is refused says "Failed to fetch data" in red', async () => {
    const page = await demo.visit('/new-content');
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
