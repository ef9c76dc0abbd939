import type { Page } from 'playwright-core';
import { openScreen } from './back-office-site.ts';

export const continueButton = (page: Page) => page.getByRole('button', { name: /^Continue your draft from / });

/** Ends a tab without a word, as a crash does, and opens the screen in a new one of the same browser. */
export const crash = async (page: Page, url: string) => {
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await openScreen(next, url);
  return next;
};
