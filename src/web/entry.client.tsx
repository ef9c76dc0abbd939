import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { hydrationIds } from './hydration-markup.ts';
import { loadRoutes } from './route-modules.ts';

declare global {
  interface Window {
    __reactRouterContext: object;
  }
}

const read = (id: string) => document.getElementById(id)?.textContent ?? '';

const isMalformed = (path: string) => {
  try {
    // A bundler would drop a call whose result is not used.
    return decodeURIComponent(path) === '';
  } catch {
    return true;
  }
};

const hydrate = async () => {
  // The server answers such a path with the page of /404, and that is what the router has to find.
  if (isMalformed(location.pathname)) history.replaceState(null, '', '/404');
  const { context, routeIds } = JSON.parse(read(hydrationIds.router)) as { context: object; routeIds: string[] };
  window.__reactRouterContext = { ...context, stream: new Response(read(hydrationIds.loaderData)).body };
  window.__reactRouterRouteModules = {};
  await loadRoutes(routeIds);
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />);
  });
};

// Not awaited: a route may import a file that this module is part of.
void hydrate();
