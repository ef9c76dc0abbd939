import type { EntryContext } from 'react-router';
import { modulesOf } from './hydration-markup.ts';

declare global {
  interface Window {
    /** Set by the manifest module, which runs before the others. */
    __reactRouterManifest: EntryContext['manifest'];
    /** The loaded route modules by route id. */
    __reactRouterRouteModules: Record<string, object>;
  }
}

export const importRoute = async (id: string) => {
  const route = window.__reactRouterManifest.routes[id];
  const modules = await Promise.all((route ? modulesOf(route) : []).map((url) => import(/* @vite-ignore */ url)));
  return Object.assign({}, ...modules);
};

/** Loads route modules ahead of React Router, which reloads the page if it cannot load one, even offline. */
export const loadRoutes = (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      window.__reactRouterRouteModules[id] ??= await importRoute(id);
    }),
  );
