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

/** React Router sets the decoded `state` on this context. The setter adds the loader data that came as JSON. */
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

/** Only for the back-office: public pages load route modules themselves (offline-navigation.tsx). */
const loadInstrumentations = async (routeIds: string[]) =>
  routeIds.includes('admin/frame') ? [(await import('./load-before-navigating.ts')).loadBeforeNavigating] : [];

const hydrate = async () => {
  // The server rendered the page of /404 for such a path, so the router has to match that, too.
  if (!isReadablePath(location.pathname)) history.replaceState(null, '', '/404');
  const { context, routeIds } = JSON.parse(read(hydrationIds.router)) as { context: object; routeIds: string[] };
  window.__reactRouterContext = contextWith(context, JSON.parse(read(hydrationIds.loaderData)));
  window.__reactRouterRouteModules = {};
  const [instrumentations] = await Promise.all([loadInstrumentations(routeIds), loadRoutes(routeIds)]);
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter instrumentations={instrumentations} />);
  });
};

// Not awaited at the top level: a route may import a chunk that contains this module, which would deadlock.
void hydrate().catch((error: unknown) => {
  console.error(error);
  dispatchEvent(new Event('broken'));
});
