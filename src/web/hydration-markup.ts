import type { EntryContext } from 'react-router';

/** Ids of the data blocks that entry.client.tsx reads. */
export const hydrationIds = { router: 'router', state: 'router-state', loaderData: 'loader-data' };

type Route = NonNullable<EntryContext['manifest']['routes'][string]>;

/** The modules whose exports make up a route. */
export const modulesOf = ({
  clientActionModule,
  clientLoaderModule,
  clientMiddlewareModule,
  hydrateFallbackModule,
  module,
}: Route) =>
  [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module].filter(
    (url) => url !== undefined,
  );

const routesOf = ({ manifest, staticHandlerContext }: EntryContext) =>
  staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? []);

/** Every module that hydration imports. */
const preloadedModules = (context: EntryContext) => {
  const { url, entry } = context.manifest;
  const routes = routesOf(context).flatMap((route) => [...modulesOf(route), ...(route.imports ?? [])]);
  return new Set([url, entry.module, ...entry.imports, ...routes]);
};

const dataBlock = (id: string, json: string) =>
  `<script id="${id}" type="application/json">${json.replaceAll('<', '\\u003c')}</script>`;

/** The markup that all pages of a route share. */
interface RouteMarkup {
  /** For the head: without them, the browser would discover the modules one after the other. */
  preloads: string;
  router: string;
  scripts: string;
  /** Contains only the matched routes: React Router iterates over all of them, and rendering needs no others. */
  manifest: EntryContext['manifest'];
}

const routeMarkup = (context: EntryContext): RouteMarkup => {
  const { manifest, serverHandoffString, staticHandlerContext } = context;
  const { hmr, url, entry } = manifest;
  const routeIds = staticHandlerContext.matches.map(({ route }) => route.id);
  const router = { context: JSON.parse(serverHandoffString ?? '{}'), routeIds };
  return {
    preloads: [...preloadedModules(context)].map((href) => `<link rel="modulepreload" href="${href}"/>`).join(''),
    router: dataBlock(hydrationIds.router, JSON.stringify(router)),
    scripts: [...(hmr ? [hmr.runtime] : []), url, entry.module]
      .map((module) => `<script type="module" src="${module}"></script>`)
      .join(''),
    manifest: { ...manifest, routes: Object.fromEntries(routeIds.map((id) => [id, manifest.routes[id]])) },
  };
};

const markupCache = new WeakMap<EntryContext['manifest'], Map<string, RouteMarkup>>();

const cachedRouteMarkup = (context: EntryContext): RouteMarkup => {
  const markupByRoutes = markupCache.get(context.manifest) ?? new Map<string, RouteMarkup>();
  markupCache.set(context.manifest, markupByRoutes);
  const key = context.staticHandlerContext.matches.map(({ route }) => route.id).join();
  const markup = markupByRoutes.get(key) ?? routeMarkup(context);
  markupByRoutes.set(key, markup);
  return markup;
};

/**
 * Replaces React Router's <Scripts>, whose inline scripts differ from page to page and would each need a hash in the
 * content security policy. Data blocks and files don't. Modules run in this order, after the document is parsed.
 */
export const hydrationMarkup = (context: EntryContext, state: string, loaderData: Record<string, unknown> = {}) => {
  // In a fixed order, whichever loader finished first: otherwise the same page would have several ETags.
  const ids = context.staticHandlerContext.matches.map(({ route }) => route.id).filter((id) => id in loaderData);
  const ordered = Object.fromEntries(ids.map((id) => [id, loaderData[id]]));
  const { preloads, router, scripts, manifest } = cachedRouteMarkup(context);
  const blocks = [
    router,
    dataBlock(hydrationIds.state, state),
    dataBlock(hydrationIds.loaderData, JSON.stringify(ordered)),
    scripts,
  ];
  return { head: preloads, end: blocks.join(''), manifest };
};
