import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Config } from '#server/config.ts';
import { openBrowser } from './browser.ts';
import { startTestSite, type TestSite } from './site.ts';

export interface VisitorOptions extends BrowserContextOptions {
  /** Whether the age question has been answered in this browser before. */
  isAdult?: boolean;
}

export const phone = { viewport: { width: 390, height: 844 } };
export const desktop = { viewport: { width: 1440, height: 900 } };

/** Goes to an address and waits until the page is alive: the bar asks for its suggestions as soon as it is. */
export const open = async (page: Page, address: string) => {
  const [response] = await Promise.all([page.goto(address), page.waitForRequest('**/api/tags?limit=500')]);
  if (!response) throw new Error(`${address} was not answered`);
  return response;
};

/** The demo site and a browser for one test file; each visitor lasts as long as the test that asked for them. */
export const demoSite = (overrides: Partial<Config> = {}) => {
  let site: TestSite;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  /** What went wrong inside of pages: no test may leave any. */
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
    // Where the demo's links lead: nothing leaves this machine.
    await context.route('https://example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    context.on('weberror', (problem) => crashes.push(problem.error().message));
    context.on('console', (message) => {
      if (message.text().includes('React Router caught')) crashes.push(message.text());
    });
    return context.newPage();
  };
  const visit = async (address: string, options: VisitorOptions = {}) => {
    const page = await visitor(options);
    await open(page, address);
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
    /** What the API says, to hold a screen against. */
    get,
    /** A page as a crawler gets it. */
    html,
  };
};
