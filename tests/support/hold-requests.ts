import type { Page, Route } from 'playwright-core';

/** Holds requests back until the returned function is called; then `answer` answers them, by default the site. */
export const holdRequests = async (
  page: Page,
  url: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await answer(route);
  });
  return release;
};
