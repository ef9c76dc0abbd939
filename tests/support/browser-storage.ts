import type { BrowserContext, Disposable } from 'playwright-core';

/**
 * Fills the local storage of every tab before its first page, as if somebody had been there before. Playwright's
 * `storageState` does the same by opening a page first, which takes as long as a short test.
 */
export const fillLocalStorage = (
  context: BrowserContext,
  origin: string,
  items: Record<string, string>,
): Promise<Disposable> =>
  context.addInitScript(
    ([site, entries]) => {
      const done = `filled ${Object.keys(entries)}`;
      if (location.origin !== site || sessionStorage.getItem(done)) return;
      // Only once: a tab that signs out must stay signed out.
      sessionStorage.setItem(done, 'true');
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    [origin, items] as const,
  );

export interface BrowserSession {
  /** The session as a Cookie header. */
  cookie: string;
  admin: { _id: string; role: string; email: string };
}

/** Makes a browser one in which an admin has signed in. */
export const enterSession = async (context: BrowserContext, siteUrl: string, { cookie, admin }: BrowserSession) => {
  const [name = '', value = ''] = cookie.split('=');
  const { hostname: domain } = new URL(siteUrl);
  await context.addCookies([{ name, value, domain, path: '/', httpOnly: true, sameSite: 'Lax' }]);
  return fillLocalStorage(context, siteUrl, { isAdminLoggedIn: 'true', adminData: JSON.stringify(admin) });
};
