import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktop, phone } from './public-site.ts';
import { readOverflow, readScreen } from './read-screen.ts';

/** Records scripts that hostile text ran, and policy violations, dialogs and console errors. */
export const watch = async (page: Page) => {
  const ran: string[] = [];
  await page.exposeFunction('marqueeHacked', (which: unknown) => ran.push(`script ${which}`));
  await page.exposeFunction('marqueeViolated', (what: string) => ran.push(`policy ${what}`));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (window as unknown as { marqueeViolated: (what: string) => void }).marqueeViolated(
        `${violatedDirective} ${blockedURI} ${sample}`,
      ),
    ),
  );
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') ran.push(`console ${message.text()}`);
  });
  return ran;
};

/**
 * Checks that nothing ran or could run, and that nothing overflows at either size. Returns the screen's content. The size
 * is that of a desktop afterwards, where the buttons of rows need no menu.
 */
export const expectHarmless = async (page: Page, ran: string[]) => {
  const wide: Record<number, string[]> = {};
  for (const { viewport } of [phone, desktop]) {
    await page.setViewportSize(viewport);
    wide[viewport.width] = await page.evaluate(readOverflow);
  }
  const screen = await page.evaluate(readScreen);
  const { handlers, unsafeLinks, frames } = screen;
  const harmless = { ran: [], handlers: [], unsafeLinks: [], frames: 0 };
  expect.soft({ ran, handlers, unsafeLinks, frames }, page.url()).toEqual(harmless);
  expect.soft(wide, page.url()).toEqual({ 390: [], 1440: [] });
  return screen;
};
