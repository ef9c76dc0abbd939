import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Config } from '#server/config.ts';
import { type BrowserSettings, openBrowser } from './browser.ts';
import type { BrowserSession } from './browser-storage.ts';
import { createTabs, type TabOptions, type Tabs } from './browser-tabs.ts';
import { startTestSite, type TestSite } from './site.ts';

export interface VisitorOptions extends TabOptions {
  /** Whether this browser has passed the age gate before. */
  isAdult?: boolean;
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

/** The demo site and a browser for one test file. Each page is left after its test. */
export const demoSite = (overrides: Partial<Config> = {}, browserSettings: BrowserSettings = {}) => {
  let site: TestSite;
  let browser: Browser;
  let tabs: Tabs;
  beforeAll(async () => {
    [site, browser] = await Promise.all([
      startTestSite({ seedDemo: true, ...overrides }),
      openBrowser(browserSettings),
    ]);
    tabs = createTabs(browser, site.url);
  });
  afterEach(() => tabs.endTest());
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  const visitor = ({ isAdult = true, session, ...options }: VisitorOptions = {}) =>
    tabs.open(
      { ...desktop, ...calm, ...options },
      {
        ...(isAdult ? { localStorage: { adult: String(Date.now()) } } : {}),
        ...(session ? { session } : {}),
      },
    );
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
