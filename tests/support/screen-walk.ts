import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
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
const scrollToEnd = async () => {
  const frame = () => new Promise((painted) => requestAnimationFrame(painted));
  const awaited = () => [...document.images].filter((image) => image.checkVisibility() && !image.complete);
  await document.fonts.ready;
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await frame();
    await Promise.all(awaited().map((image) => Promise.race([image.decode().catch(() => {}), frame().then(frame)])));
  }
  await frame();
};

/** Runs in the page: what was seen since the last look, and how much the page has loaded. */
const takeSeen = () => {
  const { shifts, moved, violations } = (window as unknown as { watched: Watched }).watched;
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const bytesOf = (ending: string) =>
    files.filter(({ name }) => name.endsWith(ending)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    moved: [...moved.splice(0), ...shifts.takeRecords().map((entry) => JSON.stringify(entry))],
    violations: violations.splice(0),
    bytes: { js: bytesOf('.js'), css: bytesOf('.css') },
  };
};

/**
 * Watches everything that can go wrong on the screens that a tab opens from now on until the test ends: layout shifts,
 * violations of the content security policy, errors in the console, requests to other hosts, and overflow.
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
  const script = await page.addInitScript(observe);
  onTestFinished(() => script.dispose());
  /** What went wrong since the last call, and how much the page has loaded. */
  const read = async () => {
    const { bytes, ...seen } = await page.evaluate(takeSeen);
    const overflow = await page.evaluate(readOverflow);
    return { bytes, problems: { ...seen, overflow, errors: errors.splice(0), strangers: strangers.splice(0) } };
  };
  return {
    read,
    /** The same, after scrolling to the end of the page. */
    readToEnd: async () => {
      await page.evaluate(scrollToEnd);
      return read();
    },
  };
};

export const noProblems = { moved: [], violations: [], overflow: [], errors: [], strangers: [] };
