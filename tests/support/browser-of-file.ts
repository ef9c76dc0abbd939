import type { Browser } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { type BrowserSettings, openBrowser, sharedBrowser } from './browser.ts';
import { createTabs, type Tabs } from './browser-tabs.ts';
import { endCounted } from './processor-time.ts';

/**
 * The tabs of one test file, each of which is left after its test. The browser is that of the worker, unless the file needs
 * settings of its own; a file that opens no tab starts none.
 */
export const tabsOfFile = (siteUrl: () => string, settings?: BrowserSettings) => {
  let opened: { browser: Browser; tabs: Tabs } | undefined;
  const open = async (...call: Parameters<Tabs['open']>) => {
    if (!opened) {
      const browser = await (settings ? openBrowser(settings) : sharedBrowser());
      opened ??= { browser, tabs: createTabs(browser, siteUrl()) };
    }
    return opened.tabs.open(...call);
  };
  afterEach(() => opened?.tabs.endTest());
  afterAll(async () => {
    if (!opened) return;
    const { browser, tabs } = opened;
    await endCounted(tabs.close);
    if (settings) await endCounted(() => browser.close());
  });
  return { open };
};
