import { type ClientInstrumentation, type DataRouteObject, matchRoutes } from 'react-router';
import { isReachable } from './reopen.ts';
import { loadRoutes } from './route-modules.ts';

declare global {
  interface Window {
    __reactRouterDataRouter?: { routes: DataRouteObject[] };
  }
}

/** Dispatched when a navigation was given up because the site does not answer. */
export const unreachableEvent = 'unreachable';

const missingRoutes = (path: string) =>
  (matchRoutes(window.__reactRouterDataRouter?.routes ?? [], path) ?? [])
    .map(({ route }) => route.id)
    .filter((id) => !(id in window.__reactRouterRouteModules));

/** Loads the modules of a page that somebody may open. React Router's own prefetching reloads the page where one is gone. */
export const prefetchModules = (path: string) => loadRoutes(missingRoutes(path)).catch(() => undefined);

/**
 * Loads the modules of a page before React Router does. Where one is gone, it would reload the page that it is on instead of the one
 * that was asked for, and again with every click.
 */
export const loadBeforeNavigating: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      navigate: async (navigate, { to }) => {
        const { pathname, search, hash } = new URL(String(to), location.href);
        const missing = typeof to === 'number' ? [] : missingRoutes(pathname);
        if (missing.length > 0)
          try {
            await loadRoutes(missing);
          } catch (error) {
            console.error(error);
            if (await isReachable()) window.reopen(pathname + search + hash);
            else dispatchEvent(new Event(unreachableEvent));
            // React Router goes on when this resolves.
            await new Promise(() => {});
          }
        await navigate();
      },
    }),
};
