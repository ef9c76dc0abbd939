/** What a design review found: columns, fills of the light theme, and nothing that looks like what it is not. */
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

const columns = (grid: Locator) =>
  grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);

describe('cards', () => {
  it.each([
    [699, 2],
    [700, 3],
    [1000, 4],
  ])('at %i px there are %i columns', async (width, expected) => {
    const page = await demo.visitor({ viewport: { width, height: 800 } });
    for (const [path, label] of [
      ['/new-content', 'New content'],
      ['/tag/milf', 'milf videos'],
    ] as const) {
      await page.goto(path);
      expect(await columns(page.getByRole('list', { name: label })), path).toBe(expected);
    }
  });

  it('have no bar under the thumbnail, which would look like watched progress', async () => {
    const page = await demo.visit('/new-content');
    const card = page.getByRole('list', { name: 'New content' }).getByRole('link').first();
    await expect.poll(() => card.locator('svg, progress, meter').count()).toBe(0);
  });
});

it('buttons are filled with the same warm accent in both themes', async () => {
  const page = await demo.visit('/404');
  const button = page.getByRole('link', { name: 'Go to the home page' });
  const fills = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    fills.push(await button.evaluate((link) => getComputedStyle(link).backgroundColor));
  }
  expect(fills[0]).toMatch(/^oklch\(0\.82 /);
  expect(fills[1]).toBe(fills[0]);
});
