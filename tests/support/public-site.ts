import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Config } from '#server/config.ts';
import { openBrowser } from './browser.ts';
import { startTestSite, type TestSite } from './site.ts';

export interface VisitorOptions extends BrowserContextOptions {
  /** Whether this browser has passed the age gate before. */
  isAdult?: boolean;
}

export const phone = { viewport: { width: 390, height: 844 } };
export const desktop = { viewport: { width: 1440, height: 900 } };

/** Opens a URL and waits for hydration, after which the search box requests its suggestions. */
export const open = async (page: Page, url: string) => {
  const [response] = await Promise.all([page.goto(url), page.waitForRequest('**/api/tags?limit=500')]);
  if (!response) throw new Error(`${url} was not answered`);
  return response;
};

/** The demo site and a browser for one test file. Visitors are closed after each test. */
export const demoSite = (overrides: Partial<Config> = {}) => {
  let site: TestSite;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  /** Uncaught errors in pages: they fail the test. */
  const crashes: string[] = [];
  beforeAll(async () => {
    [site, browser] = await Promise.all([startTestSite({ seedDemo: true, ...overrides }), openBrowser()]);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(crashes.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  const visitor = async ({ isAdult = true, ...options }: VisitorOptions = {}) => {
    const answered = { origin: site.url, localStorage: [{ name: 'adult', value: String(Date.now()) }] };
    const storageState = { cookies: [], origins: isAdult ? [answered] : [] };
    const context = await browser.newContext({ baseURL: site.url, storageState, ...desktop, ...options });
    contexts.push(context);
    // The demo links to example.com: tests must not use the network.
    await context.route('https://example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
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
