/** Every kind of public page, on a phone and on a desktop: nothing moves, overflows, breaks the policy or shuts anybody out. */
import { expect, inject, it } from 'vitest';
import { publicLayouts, publicScreens } from '../support/public-screens.ts';
import { desktop, open, phone, sharedDemo } from '../support/public-site.ts';
import { noProblems, watchScreens } from '../support/screen-walk.ts';

const demo = sharedDemo({ loadsImages: true });
const kilobyte = 1024;
const budgets = { js: 130 * kilobyte, css: 20 * kilobyte };

/** Pages that are missing answer 404, which the browser writes to its console. */
const isExpected = (error: string) => error.includes('status of 404');

it.each(inject('isAll') ? publicScreens : publicLayouts)('%s', async (path) => {
  for (const size of [desktop, phone]) {
    const page = await demo.visitor({ ...size, reducedMotion: 'no-preference', isNew: true });
    const screens = await watchScreens(page, demo.site.url);
    await open(page, path);
    const { bytes, problems } = await screens.read();
    const errors = problems.errors.filter((error) => !isExpected(error));
    expect({ ...problems, errors }, `${size.viewport.width} px`).toEqual(noProblems);
    expect(await page.context().cookies()).toEqual([]);
    for (const kind of ['js', 'css'] as const) {
      expect(bytes[kind]).toBeGreaterThan(kilobyte);
      expect(bytes[kind]).toBeLessThanOrEqual(budgets[kind]);
    }
  }
});
