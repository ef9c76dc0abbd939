import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startDemo } from '../../bench/support/demo-process.ts';
import { enterSession } from '../../tests/support/browser-storage.ts';
import { fillBackOffice, signInAt, whenLoaded } from '../../tests/support/signed-in-browser.ts';
import type { AdminScreen } from './back-office-screens.ts';

const admin = { email: 'owner@example.com', password: 'a long demo password' };
export const adminOfShots = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };

/** The back-office of a filled site and of an empty one, with a main admin signed in to both. */
export const openBackOffice = async (filledUrl: string) => {
  const empty = await startDemo({ ...adminOfShots, SEED_DEMO: 'false' });
  const [full, bare] = await Promise.all(
    [filledUrl, empty.url].map((url) => signInAt(url, admin.email, admin.password, 'Mozilla/5.0 (X11; Linux x86_64)')),
  );
  if (!full || !bare) throw new Error('Could not sign in');
  await fillBackOffice(filledUrl, full.cookie);

  const open = async (browser: Browser, screen: AdminScreen, options: BrowserContextOptions) => {
    const { path, state, isSignedOut, prepare } = screen;
    const [url, session] = state === 'empty' ? [empty.url, bare] : [filledUrl, full];
    const context = await browser.newContext(options);
    if (!isSignedOut) await enterSession(context, url, session);
    const page = await context.newPage();
    if (state === 'failing')
      await page.route('**/api/**', (route) =>
        route.fulfill({ status: 500, json: { success: false, message: 'Something went wrong on our side.' } }),
      );
    // Never answer, so that the screen stays in its loading state.
    if (state === 'loading') await page.route('**/api/**', () => {});
    await page.goto(url + path);
    if (state === 'loading') await page.getByRole('status').first().waitFor();
    else await whenLoaded(page);
    await page.evaluate(() => document.fonts.ready);
    await prepare?.(page);
    return page;
  };
  return { open, stop: empty.stop };
};
