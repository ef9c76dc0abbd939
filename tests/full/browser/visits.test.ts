/** Every screen loads little, only from the site itself, within its policy, and without layout shifts. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { publicScreens } from '../../support/public-screens.ts';
import { demoSite, desktop, open, phone } from '../../support/public-site.ts';

const demo = demoSite({}, { loadsImages: true });
const kilobyte = 1024;
const budgets = { js: 130 * kilobyte, css: 20 * kilobyte };

interface Watched {
  shifts: PerformanceObserver;
  moved: string[];
  violations: string[];
}

/** Observes the page from its first moment. */
const watch = () => {
  const violations: string[] = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    violations.push(`${violatedDirective} ${blockedURI}`),
  );
  const moved: string[] = [];
  const shifts = new PerformanceObserver((list) =>
    moved.push(...list.getEntries().map((entry) => JSON.stringify(entry))),
  );
  shifts.observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, { watched: { shifts, moved, violations } satisfies Watched });
};

/** Scrolls to the end of the page; resolves once every image on the way has loaded. */
const readOn = async () => {
  const frame = () => new Promise((painted) => requestAnimationFrame(painted));
  const awaited = () => [...document.images].filter((image) => image.checkVisibility() && !image.complete);
  await document.fonts.ready;
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await frame();
    await Promise.all(awaited().map((image) => Promise.race([image.decode().catch(() => {}), frame().then(frame)])));
  }
  await frame();
  const { shifts, moved, violations } = (window as unknown as { watched: Watched }).watched;
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const bytesOf = (ending: string) =>
    files.filter(({ name }) => name.endsWith(ending)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    moved: [...moved, ...shifts.takeRecords().map((entry) => JSON.stringify(entry))],
    violations,
    bytes: { js: bytesOf('.js'), css: bytesOf('.css') },
  };
};

const strangersOf = (page: Page) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== demo.site.url) strangers.push(request.url());
  });
  return strangers;
};

it.each(publicScreens)('%s', async (path) => {
  for (const size of [desktop, phone]) {
    const page = await demo.visitor({ ...size, reducedMotion: 'no-preference', isNew: true });
    const strangers = strangersOf(page);
    await page.addInitScript(watch);
    await open(page, path);
    const { moved, violations, bytes } = await page.evaluate(readOn);
    expect({ moved, violations, strangers }).toEqual({ moved: [], violations: [], strangers: [] });
    expect(await page.context().cookies()).toEqual([]);
    for (const kind of ['js', 'css'] as const) {
      expect(bytes[kind]).toBeGreaterThan(kilobyte);
      expect(bytes[kind]).toBeLessThanOrEqual(budgets[kind]);
    }
  }
});
