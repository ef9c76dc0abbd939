import type { EntryContext } from 'react-router';
import { modulesOf } from './hydration-markup.ts';

declare global {
  interface Window {
    /** Set by the manifest's module, which runs before the others. */
    __reactRouterManifest: EntryContext['manifest'];
    /** The route modules that React Router has loaded, by route. */
    __reactRouterRouteModules: Record<string, object>;
  }
}

export const importRoute = async (id: string) => {
  const route = window.__reactRouterManifest.routes[id];
  const modules = await Promise.all((route ? modulesOf(route) : []).map((url) => import(/* @vite-ignore */ url)));
  return Object.assign({}, ...modules);
};

/** Loads the modules of these routes before React Router would: where it cannot, it reloads the page, even offline. */
export const loadRoutes = (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      window.__reactRouterRouteModules[id] ??= await importRoute(id);
    }),
  );
