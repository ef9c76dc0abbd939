import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { EntryContext } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { hydrationIds, modulesOf } from './hydration-markup.ts';

declare global {
  interface Window {
    /** Set by the manifest's module, which runs before this one. */
    __reactRouterManifest: EntryContext['manifest'];
    __reactRouterContext: object;
    __reactRouterRouteModules: Record<string, object>;
  }
}

const read = (id: string) => document.getElementById(id)?.textContent ?? '';

const importRoute = async (id: string) => {
  const route = window.__reactRouterManifest.routes[id];
  const modules = await Promise.all((route ? modulesOf(route) : []).map((url) => import(/* @vite-ignore */ url)));
  return [id, Object.assign({}, ...modules)];
};

const hydrate = async () => {
  const { context, routeIds } = JSON.parse(read(hydrationIds.router)) as { context: object; routeIds: string[] };
  window.__reactRouterContext = { ...context, stream: new Response(read(hydrationIds.loaderData)).body };
  window.__reactRouterRouteModules = Object.fromEntries(await Promise.all(routeIds.map(importRoute)));
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
};

// Not awaited: a route may import a file that this module is part of.
void hydrate();
