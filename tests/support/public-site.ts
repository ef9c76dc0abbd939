import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Config } from '#server/config.ts';
import { type BrowserSettings, openBrowser } from './browser.ts';
import { type BrowserSession, enterSession, fillLocalStorage } from './browser-storage.ts';
import { startTestSite, type TestSite } from './site.ts';

export interface VisitorOptions extends BrowserContextOptions {
  /** Whether this browser has passed the age gate before. */
  isAdult?: boolean;
  /** For tests that break pages on purpose. */
  ignoresErrors?: boolean;
  /** Of an admin who has signed in with this browser. */
  session?: BrowserSession;
}

export const phone = { viewport: { width: 390, height: 844 } };
export const desktop = { viewport: { width: 1440, height: 900 } };
/** Transitions only make a test wait. */
export const calm = { reducedMotion: 'reduce' } as const;

/** Opens a URL and waits for hydration, after which the search box requests its suggestions. */
export const open = async (page: Page, url: string) => {
  const [response] = await Promise.all([page.goto(url), page.waitForRequest('**/api/tags?limit=500')]);
  if (!response) throw new Error(`${url} was not answered`);
  return response;
};

/** Answers for example.com, where the demo's links lead. */
export const answerForExampleCom = (page: Page) =>
  page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'Somewhere else' }));

/** The demo site and a browser for one test file. Visitors are closed after each test. */
export const demoSite = (overrides: Partial<Config> = {}, browserSettings: BrowserSettings = {}) => {
  let site: TestSite;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  /** Uncaught errors in pages: they fail the test. */
  const crashes: string[] = [];
  beforeAll(async () => {
    [site, browser] = await Promise.all([
      startTestSite({ seedDemo: true, ...overrides }),
      openBrowser(browserSettings),
    ]);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(crashes.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  const visitor = async ({ isAdult = true, ignoresErrors = false, session, ...options }: VisitorOptions = {}) => {
    const context = await browser.newContext({ baseURL: site.url, ...desktop, ...calm, ...options });
    contexts.push(context);
    if (isAdult) await fillLocalStorage(context, site.url, { adult: String(Date.now()) });
    if (session) await enterSession(context, site.url, session);
    if (ignoresErrors) return context.newPage();
    context.on('weberror', (webError) => crashes.push(webError.error().message));
    context.on('console', (message) => {
      if (message.text().includes('React Router caught')) crashes.push(message.text());
    });
    return context.newPage();
  };
  const visit = async (url: string, options: VisitorOptions = {}) => {
    const page = await visitor(options);
    await open(page, url);
    return page;
  };
  const get = async (path: string) => (await fetch(`${site.url}/api${path}`)).json();
  const html = async (path: string) => (await fetch(site.url + path)).text();

  return {
    get site() {
      return site;
    },
    visitor,
    visit,
    /** The API's answer, to compare a page with. */
    get,
    /** A page's HTML, without a browser. */
    html,
  };
};
