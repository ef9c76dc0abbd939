import { type ClientInstrumentation, type DataRouteObject, matchRoutes } from 'react-router';
import { isReachable } from './reopen.ts';
import { loadRoutes } from './route-modules.ts';

declare global {
  interface Window {
    __reactRouterDataRouter?: { routes: DataRouteObject[] };
  }
}

/** Dispatched when a navigation is abandoned because the site doesn't respond. */
export const unreachableEvent = 'unreachable';

const missingRoutes = (path: string) =>
  (matchRoutes(window.__reactRouterDataRouter?.routes ?? [], path) ?? [])
    .map(({ route }) => route.id)
    .filter((id) => !(id in window.__reactRouterRouteModules));

/** Prefetches the modules of a page. React Router's own prefetching reloads the current page if a module is missing. */
export const prefetchModules = (path: string) => loadRoutes(missingRoutes(path)).catch(() => undefined);

/**
 * Loads the modules of a page before React Router does. If one is missing, React Router would reload the current page
 * instead of opening the requested one, again with every click.
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
            // Never resolve, so that React Router doesn't continue.
            await new Promise(() => {});
          }
        await navigate();
      },
    }),
};
