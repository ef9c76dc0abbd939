/** The suggestions of the search box and what submitting does. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, sharedDemo } from '../../support/public-site.ts';
import { box, list, manyStars, manyTags, openWithNames, options, texts } from '../../support/search-box.ts';

const demo = sharedDemo();

/** Everything below happens on one page, since each step leaves the box as it was. */
it('suggests, goes to what is chosen, and searches for any other text', async () => {
  const { pornstars } = await demo.get('/pornstars?limit=2&sort=count');
  const [first, second] = pornstars.map(({ name }: { name: string }) => name);
  const page = await demo.visitor();
  await openWithNames(
    page,
    [...manyTags, 'Big  Harbour!', 'milf'],
    [...manyStars, second, 'isla-torven'],
    `/pornstar/${first}?page=2`,
  );

  // Which suggestions: at most 3 tags and 3 performers, tags first, then titles, and the search itself: 8 in 200 px that scroll.
  const videos = ['One', 'Two'].map((text) => ({ text, type: 'video', slug: `1-${text}` }));
  await page.route('**/api/suggest?*', (route) => route.fulfill({ json: { success: true, suggestions: videos } }));
  await box(page).fill('river');
  await expect.poll(() => list(page).getByRole('option').count()).toBe(8);
  const kinds = await options(page).locator('span:last-child').allTextContents();
  expect(kinds).toEqual([...Array(3).fill('tag'), ...Array(3).fill('performer'), 'video']);
  await expect.poll(() => list(page).getByRole('option').last().textContent()).toBe('Search for “river”');
  expect((await list(page).boundingBox())?.height).toBe(200);
  await expect.poll(() => list(page).evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
  await expect.poll(() => list(page).evaluate((node) => getComputedStyle(node).overflowY)).toBe('auto');
  await page.route('**/api/suggest?*', (route) => route.fulfill({ json: { success: true, suggestions: [] } }));

  // Choosing: a performer goes to page 1 of /pornstar/{slug}, a tag to /tag/{slug}.
  const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]');
  expect(await current.textContent()).toBe('2');
  await box(page).fill(second.replace('-', ' '));
  await options(page).first().click();
  await page.waitForURL(`**/pornstar/${second}`);
  await expect.poll(() => current.textContent()).toBe('1');
  await expect.poll(() => list(page).isVisible()).toBe(false);
  // Section 5: anywhere in the name, in any case.
  await box(page).fill('HARBOUR');
  await expect.poll(() => options(page).count()).toBe(1);
  await options(page).first().click();
  await page.waitForURL('**/tag/big-harbour');

  // Submitting: a known name as it is, other text in titles; the suggestions are hidden.
  for (const [text, search] of [
    ['MILF', 'MILF'],
    ['Isla-Torven', 'Isla-Torven'],
    ['quiet & wide', 'title:quiet & wide'],
  ] as const) {
    await box(page).fill(text);
    await list(page).waitFor();
    await box(page).press('Enter');
    await page.waitForURL(({ pathname, searchParams }) => pathname === '/search' && searchParams.get('q') === search);
    await page.getByRole('heading', { level: 1, name: `Results for “${text}”`, exact: true }).waitFor();
    await expect.poll(() => list(page).isVisible()).toBe(false);
  }
});

describe('when the suggestions are shown', () => {
  it('while there is text and a match, until 200 ms after the focus is lost, and again on focus', async () => {
    const page = await demo.visitor({ isNew: true });
    await openWithNames(page, ['river'], []);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect.poll(() => list(page).isVisible()).toBe(false);
    await box(page).fill('riv');
    await expect.poll(() => list(page).isVisible()).toBe(true);
    await box(page).fill('');
    await expect.poll(() => list(page).isVisible()).toBe(false);
    await box(page).fill('riv');
    await expect.poll(() => list(page).isVisible()).toBe(true);
    await box(page).blur();
    await page.clock.runFor(199);
    await expect.poll(() => list(page).isVisible()).toBe(true);
    await page.clock.runFor(1);
    await expect.poll(() => list(page).isVisible()).toBe(false);
    await box(page).focus();
    await expect.poll(() => list(page).isVisible()).toBe(true);
  });
});

describe('names that cannot be loaded', () => {
  const typed = async (page: Page, text: string) => {
    await box(page).fill(text);
    await expect.poll(() => options(page).count()).toBeGreaterThan(0);
    return texts(page);
  };

  it('both are requested together on load, 500 each; if they fail, built-in tags and performers replace them', async () => {
    const page = await demo.visitor();
    const asked: string[] = [];
    const { promise: bothAsked, resolve: fail } = Promise.withResolvers<void>();
    await page.route(/\/api\/(tags|pornstars)\?/, async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      asked.push(`${pathname} ${searchParams.get('limit')}`);
      await bothAsked;
      await route.abort();
    });
    await page.route('**/api/suggest*', (route) => route.abort());
    await open(page, '/our-network');
    await expect.poll(() => asked.toSorted()).toEqual(['/api/pornstars 500', '/api/tags 500']);
    fail();
    expect(await typed(page, 'big')).toEqual(['big tits', 'big boobs', 'big ass']);
    expect(await typed(page, 'small')).toEqual(['small tits']);
    const builtIn = 'hardcore milf threesum white black asian latina blonde brunette redhead teen mature amateur';
    for (const tag of builtIn.split(' ')) expect(await typed(page, tag)).toContain(tag);
    expect(await typed(page, 'isla')).toContain('Isla Torven');
  });
});
