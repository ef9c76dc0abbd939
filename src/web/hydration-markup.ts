import type { EntryContext } from 'react-router';

/** The ids of the data blocks that entry.client.tsx reads. */
export const hydrationIds = { router: 'router', loaderData: 'loader-data' };

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

/** Every module that hydration imports: preloaded, because the browser would discover them one after the other. */
export const preloadedModules = (context: EntryContext) => {
  const { url, entry } = context.manifest;
  const routes = routesOf(context).flatMap((route) => [...modulesOf(route), ...(route.imports ?? [])]);
  return new Set([url, entry.module, ...entry.imports, ...routes]);
};

const dataBlock = (id: string, json: string) =>
  `<script id="${id}" type="application/json">${json.replaceAll('<', '\\u003c')}</script>`;

/**
 * What React Router's <Scripts> would put into inline scripts that differ from page to page. As data and files, none of
 * it needs a hash in the content security policy. Modules run in this order, after the document is parsed.
 */
export const hydrationMarkup = (context: EntryContext, loaderData: string) => {
  const { hmr, url, entry } = context.manifest;
  const router = {
    context: JSON.parse(context.serverHandoffString ?? '{}'),
    routeIds: routesOf(context).map(({ id }) => id),
  };
  const modules = [...(hmr ? [hmr.runtime] : []), url, entry.module];
  return [
    dataBlock(hydrationIds.router, JSON.stringify(router)),
    dataBlock(hydrationIds.loaderData, loaderData),
    ...modules.map((module) => `<script type="module" src="${module}"></script>`),
  ].join('');
};
