/** Every kind of public page, on a phone and on a desktop: nothing moves, overflows, breaks the policy or shuts anybody out. */
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { accessibilityProblems } from '../support/axe.ts';
import { followTo } from '../support/follow-to.ts';
import { publicLayouts, publicScreens } from '../support/public-screens.ts';
import { desktop, open, phone, sharedDemo } from '../support/public-site.ts';
import { noProblems, watchScreens } from '../support/screen-walk.ts';

const withImages = sharedDemo({ loadsImages: true });
const demo = sharedDemo();
const paths = inject('isAll') ? publicScreens : publicLayouts;
const kilobyte = 1024;
const budgets = { js: 130 * kilobyte, css: 20 * kilobyte };

/** Pages that are missing answer 404, which the browser writes to its console. */
const isExpected = (error: string) => error.includes('status of 404');

/** What is in the cache appears at once, and moves nothing. */
const disableCache = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
};

const forgetVisit = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

it.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s, pages load within their budget, and nothing moves, overflows or breaks the policy', async (_, size) => {
  const page = await withImages.visitor({ ...size, reducedMotion: 'no-preference', isNew: true });
  await disableCache(page);
  const screens = await watchScreens(page, withImages.site.url);
  for (const path of paths) {
    await open(page, path);
    const { bytes, problems } = await screens.readToEnd();
    const errors = problems.errors.filter((error) => !isExpected(error));
    expect.soft({ ...problems, errors }, path).toEqual(noProblems);
    expect.soft(await page.context().cookies(), path).toEqual([]);
    for (const kind of ['js', 'css'] as const) {
      expect.soft(bytes[kind], `${path} ${kind}`).toBeGreaterThan(kilobyte);
      expect.soft(bytes[kind], `${path} ${kind}`).toBeLessThanOrEqual(budgets[kind]);
    }
    await forgetVisit(page);
  }
});

/** Colours hardly depend on the size: only `test:all` looks at every page in both themes at both sizes. */
const looks = [
  { ...desktop, themes: ['dark', 'light'] },
  { ...phone, themes: ['light', 'dark'] },
] as const;

it('pages that a link opens shut nobody out, on a desktop in the dark and on a phone in the light', async () => {
  const page = await demo.visitor({ isNew: true });
  const screens = await watchScreens(page, demo.site.url);
  await open(page, '/contact');
  for (const [place, path] of paths.entries()) {
    const isFirst = place === 0;
    await followTo(page, path);
    const title = (await demo.read(path))('title').text();
    await expect.poll(() => page.title(), { message: path }).toBe(title);
    // Each page opens in the look that the one before ended with.
    for (const { viewport, themes } of place % 2 === 0 ? looks : looks.toReversed()) {
      await page.setViewportSize(viewport);
      const seen = isFirst || inject('isAll') ? themes : themes.slice(0, 1);
      const found = await accessibilityProblems(page, { isFrameKnown: !isFirst, themes: seen });
      expect.soft(found, `${path} at ${viewport.width} px`).toEqual([]);
      const { problems } = await screens.read();
      const errors = problems.errors.filter((error) => !isExpected(error));
      expect.soft({ ...problems, errors, moved: [] }, path).toEqual(noProblems);
    }
  }
});
