import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Config } from '#server/config.ts';
import type { BrowserSettings } from './browser.ts';
import { tabsOfFile } from './browser-of-file.ts';
import type { BrowserSession } from './browser-storage.ts';
import type { TabOptions } from './browser-tabs.ts';
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

/** What a test file asks of a site as a visitor: by its API, by its HTML, and with a browser, which starts when it is first needed. */
const visitorsOf = (siteOf: () => TestSite, browserSettings?: BrowserSettings) => {
  const tabs = tabsOfFile(() => siteOf().url, browserSettings);
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
  const get = async (path: string) => (await fetch(`${siteOf().url}/api${path}`)).json();
  const html = async (path: string) => (await fetch(siteOf().url + path)).text();
  const read = async (path: string) => load(await html(path));

  return {
    get site() {
      return siteOf();
    },
    visitor,
    visit,
    /** The API's answer, to compare a page with. */
    get,
    /** A page's HTML, without a browser. */
    html,
    /** The same, to be queried by selectors: eighty times as fast as opening it in a browser. */
    read,
  };
};

/** A demo site of its own for a test file. */
export const demoSite = (overrides: Partial<Config> = {}, browserSettings?: BrowserSettings) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startTestSite({ seedDemo: true, ...overrides });
  });
  afterAll(() => site.stop());
  return visitorsOf(() => site, browserSettings);
};

let shared: Promise<TestSite> | undefined;

/** The demo site that all files of this worker share which change nothing; a file that changes something fails. */
export const sharedDemo = (browserSettings?: BrowserSettings) => {
  let site: TestSite;
  let before: unknown;
  const changes = async () => {
    const { rows } = await site.database.pool.query(
      `select (select max(id) from change_log) as changes, (select max(id) from audit_log) as audit,
        (select jsonb_agg(s) from settings s) as settings`,
    );
    return rows;
  };
  beforeAll(async () => {
    shared ??= startTestSite({ seedDemo: true });
    site = await shared;
    before = await changes();
  });
  afterAll(async () => {
    expect(await changes(), 'This file changes the shared site: give it a demoSite() of its own').toEqual(before);
  });
  return visitorsOf(() => site, browserSettings);
};
