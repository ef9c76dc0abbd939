import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isReadablePath } from '#contract/values/urls.ts';
import { hydrationIds } from './hydration-markup.ts';
import { loadRoutes } from './route-modules.ts';

declare global {
  interface Window {
    __reactRouterContext: object;
  }
}

const read = (id: string) => document.getElementById(id)?.textContent ?? '';

interface State {
  loaderData: Record<string, unknown>;
}

/** The framework decodes its state into this context; the data of public pages, which came as JSON, is added to it then. */
const contextWith = (context: object, loaderData: Record<string, unknown>) => {
  let state: State | undefined;
  return {
    ...context,
    stream: new Response(read(hydrationIds.state)).body,
    get state() {
      return state;
    },
    set state(decoded: State | undefined) {
      state = decoded && { ...decoded, loaderData: { ...decoded.loaderData, ...loaderData } };
    },
  };
};

/** Public pages load their modules themselves, and don't lead to the back-office: see offline-navigation.tsx. */
const loadInstrumentations = async (routeIds: string[]) =>
  routeIds.includes('admin/frame') ? [(await import('./load-before-navigating.ts')).loadBeforeNavigating] : [];

const hydrate = async () => {
  // The server answers such a path with the page of /404, and that is what the router has to find.
  if (!isReadablePath(location.pathname)) history.replaceState(null, '', '/404');
  const { context, routeIds } = JSON.parse(read(hydrationIds.router)) as { context: object; routeIds: string[] };
  window.__reactRouterContext = contextWith(context, JSON.parse(read(hydrationIds.loaderData)));
  window.__reactRouterRouteModules = {};
  const [instrumentations] = await Promise.all([loadInstrumentations(routeIds), loadRoutes(routeIds)]);
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter instrumentations={instrumentations} />);
  });
};

// Not awaited: a route may import a file that this module is part of.
void hydrate().catch((error: unknown) => {
  console.error(error);
  dispatchEvent(new Event('broken'));
});
