import type { Page } from 'playwright-core';
import { accessibilityProblems } from './axe.ts';
import { readOverflow } from './read-screen.ts';

interface Watched {
  shifts: PerformanceObserver;
  moved: string[];
  violations: string[];
}

/** Runs in the page from its first moment. */
const observe = () => {
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

/** Runs in the page: scrolls to its end; resolves once every image on the way has loaded. */
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

/**
 * Watches everything that can go wrong on the screens that a tab opens from now on: layout shifts, violations of the content
 * security policy, errors in the console, requests to other hosts, overflow, and what axe finds in both themes.
 */
export const watchScreens = async (page: Page, origin: string) => {
  const errors: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin: requested } = new URL(request.url());
    if (protocol !== 'data:' && requested !== origin) strangers.push(request.url());
  });
  await page.addInitScript(observe);
  return {
    /** What is wrong with the screen that is open, and how much it has loaded. */
    read: async () => {
      const { bytes, ...seen } = await page.evaluate(readOn);
      const overflow = await page.evaluate(readOverflow);
      const found = { ...seen, overflow, errors: errors.splice(0), strangers: strangers.splice(0) };
      return { bytes, problems: { ...found, axe: await accessibilityProblems(page) } };
    },
  };
};

export const noProblems = { moved: [], violations: [], overflow: [], errors: [], strangers: [], axe: [] };
