/** While a page loads, its skeleton has the heading where it will be, and nothing moves when the data arrives. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite, desktop, phone } from '../../support/public-site.ts';

const demo = demoSite();

/** Follows a link as a visitor would, to a page whose data waits until `release` is called. */
const startNavigation = async (page: Page, path: string) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.data*', async (route) => {
    await released;
    await route.continue();
  });
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.querySelector('#main')?.append(link);
    link.click();
    link.remove();
  }, path);
  await page.getByText('Loading...', { exact: true }).waitFor();
  return async () => {
    release();
    await expect.poll(() => page.getByText('Loading...', { exact: true }).count()).toBe(0);
    await page.unrouteAll();
  };
};

const placeOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).filter({ visible: true }).first().boundingBox();
  return box && { x: box.x, y: box.y };
};
const headings = (page: Page) => page.locator('main h1:visible').allTextContents();

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('on %s', (_, size) => {
  it.each(['/top-videos', '/category/milfnut', '/pornstars', '/'])(
    '%s keeps its heading, and nothing moves',
    async (path) => {
      const page = await demo.visit('/our-network', size);
      const finish = await startNavigation(page, path);
      const grid = '.video-grid, .portrait-grid';
      const before = [await headings(page), await placeOf(page, 'main h1'), await placeOf(page, grid)];
      expect(before[0]).toHaveLength(1);
      await finish();
      expect([await headings(page), await placeOf(page, 'main h1'), await placeOf(page, grid)]).toEqual(before);
    },
  );

  it.each([
    ['/tag/milf', '/tag/milf/2'],
    ['/', '/2'],
  ])('from %s to %s the heading stays', async (from, to) => {
    const page = await demo.visit(from, size);
    const shown = await headings(page);
    const finish = await startNavigation(page, to);
    const grid = '.video-grid, .tag-grid';
    const before = [await placeOf(page, 'main h1'), await placeOf(page, grid)];
    await expect.poll(() => headings(page)).toEqual(shown);
    await finish();
    expect([await placeOf(page, 'main h1'), await placeOf(page, grid)]).toEqual(before);
  });
});

it.each([
  ['/video/1', '.aspect-video'],
  ['/pornstar/isla-torven', '.aspect-4\\/5'],
])('the picture of %s is where it will be', async (path, picture) => {
  const page = await demo.visit('/our-network', desktop);
  const finish = await startNavigation(page, path);
  const place = await placeOf(page, `main ${picture}`);
  await finish();
  expect(await placeOf(page, `main ${picture}`)).toEqual(place);
});

describe.each([390, 820, 1440])('at a width of %i', (width) => {
  it.each([
    ['/tag/slow-motion', 'slow motion'],
    ['/tag/milf', 'milf'],
    ['/pornstar/isla-torven', 'Isla Torven'],
  ])('%s has its name as heading, and nothing moves', async (path, name) => {
    const page = await demo.visit('/our-network', { viewport: { width, height: 900 } });
    const finish = await startNavigation(page, path);
    const grid = '.video-grid, .tag-grid';
    const before = [await headings(page), await placeOf(page, 'main h1'), await placeOf(page, grid)];
    expect(before[0]).toEqual([name]);
    await finish();
    expect([await headings(page), await placeOf(page, 'main h1'), await placeOf(page, grid)]).toEqual(before);
  });
});

it('the title of a video is not known yet', async () => {
  const page = await demo.visit('/our-network', desktop);
  const finish = await startNavigation(page, '/video/1');
  await expect.poll(() => headings(page)).toEqual([]);
  await finish();
});
