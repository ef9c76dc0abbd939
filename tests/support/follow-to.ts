import type { Page } from 'playwright-core';

interface Router {
  navigate: (to: string) => Promise<void>;
  state: { navigation: { state: 'idle' | 'loading' | 'submitting' } };
}

/**
 * Opens another page as a link does: a quarter of the processor time of loading it. Resolves once it is shown. React still
 * shows the page before when `navigate` resolves, and scrolls only when it has rendered the next one.
 */
export const followTo = (page: Page, url: string) =>
  page.evaluate((to) => {
    const router = (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter;
    const scrollAsBefore = window.scrollTo.bind(window) as (...place: unknown[]) => void;
    return new Promise<void>((shown) => {
      window.scrollTo = (...place: unknown[]) => {
        scrollAsBefore(...place);
        // A skeleton of the next page scrolls, too, and may still be shown when the navigation has ended.
        const isSkeleton = [...document.querySelectorAll('[role=status]')].some(
          ({ textContent }) => textContent === 'Loading...',
        );
        if (isSkeleton || router.state.navigation.state !== 'idle') return;
        window.scrollTo = scrollAsBefore;
        shown();
      };
      void router.navigate(to);
    });
  }, url);
