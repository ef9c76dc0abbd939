import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/**
 * The tabs that a browser opens from now on, as the browser itself lists them. Playwright's `page` event comes only after
 * Page.frameNavigated, which Chromium loses for some tabs that a click opens: their first navigation commits in another
 * process before the DevTools session has moved there.
 */
export const watchNewTabs = async (page: Page) => {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const session = await browser.newBrowserCDPSession();
  const listTabs = async () => {
    const { targetInfos } = await session.send('Target.getTargets');
    return targetInfos.filter(({ type }) => type === 'page');
  };
  const known = new Set((await listTabs()).map(({ targetId }) => targetId));
  const listNewTabs = async () => (await listTabs()).filter(({ targetId }) => !known.has(targetId));

  onTestFinished(async () => {
    // Playwright closes only the tabs that it knows of.
    for (const { targetId } of await listNewTabs()) await session.send('Target.closeTarget', { targetId });
    await session.detach();
  });
  return { urls: async () => (await listNewTabs()).map(({ url }) => url) };
};
