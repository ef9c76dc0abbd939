import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type BrowserSession, enterSession, fillLocalStorage } from './browser-storage.ts';
import { waitLimitMs } from './wait-limit.ts';

export interface TabOptions extends BrowserContextOptions {
  /** For tests that need an empty cache, or that add what no tab forgets: a clock, an init script, an authenticator. */
  isNew?: boolean;
  /** For tests that break pages on purpose. */
  ignoresErrors?: boolean;
}

export interface TabState {
  localStorage?: Record<string, string>;
  /** Of an admin who has signed in with this browser. */
  session?: BrowserSession;
}

interface Tab {
  page: Page;
  context: BrowserContext;
  options: BrowserContextOptions;
  isReusable: boolean;
  forgetState: () => Promise<void>;
}

const listenedTo = ['request', 'response', 'console', 'dialog', 'pageerror'] as const;

/** Makes a tab as good as new. Any page of the site will do: about:blank would end the renderer process. */
const empty = async ({ page, context, options, forgetState }: Tab) => {
  for (const other of context.pages()) if (other !== page) await other.close();
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  for (const event of listenedTo) page.removeAllListeners(event);
  await forgetState();
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await page.mouse.move(-1, -1);
  await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' });
  if (options.viewport) await page.setViewportSize(options.viewport);
};

/**
 * The browser tabs of one test file. Later tests reuse the tabs of earlier ones: loading a page in a new tab takes up to
 * twice the processor time, because a new renderer process compiles all scripts again.
 */
export const createTabs = (browser: Browser, siteUrl: string) => {
  const idle = new Map<string, Tab[]>();
  const inUse: Tab[] = [];
  /** Uncaught errors in pages. */
  const crashes: string[] = [];

  const recordCrashes = (context: BrowserContext) => {
    context.on('weberror', (webError) => crashes.push(webError.error().message));
    context.on('console', (message) => {
      if (message.text().includes('React Router caught')) crashes.push(message.text());
    });
  };

  const openTab = async (options: BrowserContextOptions, isReusable: boolean): Promise<Tab> => {
    const context = await browser.newContext({ baseURL: siteUrl, ...options });
    context.setDefaultTimeout(waitLimitMs);
    return { context, page: await context.newPage(), options, isReusable, forgetState: async () => {} };
  };

  const open = async ({ isNew, ignoresErrors, ...options }: TabOptions, state: TabState = {}): Promise<Page> => {
    const isReusable = !isNew && !ignoresErrors;
    const reused = isReusable ? idle.get(JSON.stringify(options))?.pop() : undefined;
    const tab = reused ?? (await openTab(options, isReusable));
    if (!reused && !ignoresErrors) recordCrashes(tab.context);
    inUse.push(tab);
    const { context } = tab;
    const scripts = [
      state.localStorage && (await fillLocalStorage(context, siteUrl, state.localStorage)),
      state.session && (await enterSession(context, siteUrl, state.session)),
    ];
    tab.forgetState = async () => {
      for (const script of scripts) await script?.dispose();
    };
    return tab.page;
  };

  const release = async (tab: Tab) => {
    const isEmpty =
      tab.isReusable &&
      !tab.page.isClosed() &&
      (await empty(tab).then(
        () => true,
        () => false,
      ));
    if (!isEmpty) return tab.context.close();
    const key = JSON.stringify(tab.options);
    idle.set(key, [...(idle.get(key) ?? []), tab]);
  };

  /** Call it after each test; fails if a page has crashed. */
  const endTest = async () => {
    const found = crashes.splice(0);
    await Promise.all(inUse.splice(0).map(release));
    // Leaving a page aborts its requests, which is no crash.
    crashes.length = 0;
    expect(found).toEqual([]);
  };

  const close = async () => {
    for (const { context } of [...idle.values()].flat()) await context.close();
  };

  return { open, endTest, close };
};

export type Tabs = ReturnType<typeof createTabs>;
