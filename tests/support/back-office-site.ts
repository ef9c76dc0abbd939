import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Role } from '#contract/values/accounts.ts';
import type { Config } from '#server/config.ts';
import type { BrowserSettings } from './browser.ts';
import { tabsOfFile } from './browser-of-file.ts';
import type { TabOptions, TabState } from './browser-tabs.ts';
import { calm, desktop } from './public-site.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from './sign-in.ts';
import { startTestSite, type TestSite } from './site.ts';

interface AdminOptions extends TabOptions {
  role?: Role;
  /** A separate session, which the test may end. */
  ownSession?: boolean;
}

/** Opens a screen and waits for its heading, which the loading skeleton does not have. */
export const openScreen = async (page: Page, url: string) => {
  await page.goto(url);
  await page.locator('main h1').first().waitFor();
};

export { followTo } from './follow-to.ts';

/** The demo site's back-office for one test file; each page is left after its test. */
export const backOffice = (overrides: Partial<Config> = {}, browserSettings?: BrowserSettings) => {
  let site: TestSite;
  const admins = new Map<Role, SignedInAdmin>();
  beforeAll(async () => {
    site = await startTestSite({ seedDemo: true, ...overrides });
    admins.set('main_admin', await createSignedInAdmin(site, 'main_admin'));
    admins.set('admin', await createSignedInAdmin(site, 'admin'));
  });
  afterAll(() => site.stop());
  const tabs = tabsOfFile(() => site.url, browserSettings);

  const newPage = (options: TabOptions, state: TabState = {}) => tabs.open({ ...desktop, ...calm, ...options }, state);

  const admin = (role: Role): SignedInAdmin => {
    const found = admins.get(role);
    if (!found) throw new Error(`No ${role} has signed in`);
    return found;
  };

  /** A page of a browser in which an admin is signed in. */
  const signedIn = async ({ role = 'main_admin', ownSession = false, ...options }: AdminOptions = {}) => {
    const { id, email, cookie } = ownSession ? await createSignedInAdmin(site, role) : admin(role);
    return newPage(options, { session: { cookie, admin: { _id: String(id), role, email } } });
  };

  const open = async (url: string, options: AdminOptions = {}) => {
    const page = await signedIn(options);
    await openScreen(page, url);
    return page;
  };

  return {
    get site() {
      return site;
    },
    admin,
    newPage,
    signedIn,
    open,
    /** Calls the API as the main admin. */
    call: (...call: Parameters<ReturnType<typeof callerOf>>) => callerOf(site, admin('main_admin').cookie)(...call),
  };
};

export type BackOffice = ReturnType<typeof backOffice>;

/** An error response of the API. */
export const failing = (status = 500, message = 'Something went wrong on our side.') => ({
  status,
  json: { success: false, message },
});

export const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const question = (page: Page, text: string) => page.getByRole('alertdialog').filter({ hasText: text });
