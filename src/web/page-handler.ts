import * as build from 'virtual:react-router/server-build';
import {
  createRequestHandler,
  data,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { isAdminPath } from '#contract/values/urls.ts';
import { isUngatedId } from './public/age-gate/ungated.ts';
import { isPrivatePath, pageCacheKey } from './public/page-cache-key.ts';
import { publicPages } from './public/pages.ts';
import { publicManifestPath, withoutAdmin } from './public-manifest.ts';
import { type RenderedDocument, type Site, siteContext } from './site-context.ts';

/** The root layout alone, without loader data that could contain a script. */
const layoutOnly = (build: ServerBuild): ServerBuild => {
  const { root } = build.routes;
  if (!root) throw new Error('There is no root route.');
  return {
    ...build,
    routes: { root: { ...root, module: { ...root.module, loader: undefined, default: () => null } } },
    assets: { ...build.assets, routes: { root: build.assets.routes.root } },
  };
};

/** Matches neither data blocks nor external scripts, because these have attributes. */
const inlineScript = /<script>(.*?)<\/script>/gs;

/** The inline scripts of every page: first-paint.js, and React Router's for restoring the scroll position. */
const inlineScriptsOf = async (build: ServerBuild, site: Omit<Site, 'onDocument'>) => {
  const context = new RouterContextProvider();
  let html = '';
  context.set(siteContext, {
    ...site,
    onDocument: (document) => {
      html = document.html;
    },
  });
  await createRequestHandler(layoutOnly(build), import.meta.env.MODE)(new Request(site.siteUrl), context);
  return Array.from(html.matchAll(inlineScript), ([, script = '']) => script);
};

type Routes = ServerBuild['routes'];
type Route = NonNullable<Routes[string]>;
type Loader = NonNullable<Route['module']['loader']>;

const isWithInit = (result: unknown): result is ReturnType<typeof data<unknown>> =>
  typeof result === 'object' && result !== null && 'type' in result && result.type === 'DataWithResponseInit';

/** Collects the loader's data for entry.server.tsx, and returns null for React Router to encode. */
const collectLoaderData =
  (id: string, loader: Loader): Loader =>
  async (args) => {
    const result = await loader(args);
    const { loaderData } = args.context.get(siteContext);
    if (!loaderData) return result;
    if (result instanceof Response) return result;
    if (!isWithInit(result)) {
      loaderData[id] = result;
      return null;
    }
    loaderData[id] = result.data;
    return data(null, result.init ?? undefined);
  };

/**
 * Makes loader data go into the document as JSON. React Router's own encoding, which supports promises and dates, takes
 * ten times as long.
 */
const withPlainData = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const loader = route?.module.loader;
      return [
        id,
        route && loader ? { ...route, module: { ...route.module, loader: collectLoaderData(id, loader) } } : route,
      ];
    }),
  );

const childrenOf = (routes: Routes, parentId: string | undefined): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id = '', path, index } = route ?? {};
      return index ? { id, path, index: true } : { id, path, children: childrenOf(routes, id) };
    });

/** Returns a function that finds the ids of the routes that match a path. */
const routeIdsOf = (routes: Routes) => {
  const tree = childrenOf(routes, undefined);
  return (path: string): string[] => (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? '');
};

/** React Router iterates over all routes several times per render. Without the back-office, that takes half the time. */
const publicBuild = {
  ...build,
  routes: withPlainData(withoutAdmin(build.routes)),
  assets: {
    ...build.assets,
    routes: withoutAdmin(build.assets.routes),
    // The development server has a single manifest.
    ...(import.meta.env.PROD && { url: publicManifestPath(build.assets.url) }),
  },
};
const handlePublic = createRequestHandler(publicBuild, import.meta.env.MODE);
const handleAdmin = createRequestHandler(build, import.meta.env.MODE);
const routeIds = routeIdsOf(publicBuild.routes);

let inlineScripts: Promise<string[]> | undefined;

/** Renders a page, or its data for a client-side navigation. */
export const renderPage = async (request: Request, site: Omit<Site, 'onDocument'>) => {
  const context = new RouterContextProvider();
  const { pathname } = new URL(request.url);
  const isAdmin = isAdminPath(pathname);
  let document: RenderedDocument | undefined;
  context.set(siteContext, {
    ...site,
    loaderData: isAdmin || pathname.endsWith('.data') ? undefined : {},
    onDocument: (rendered) => {
      document = rendered;
    },
  });
  const handle = isAdmin ? handleAdmin : handlePublic;
  const response = await handle(request, context);
  inlineScripts ??= inlineScriptsOf(build, site);
  return {
    status: response.status,
    headers: response.headers,
    text: document?.html ?? (await response.text()),
    inline: { scripts: await inlineScripts, styles: document?.inlineStyles ?? [] },
    hasFrames: document?.hasFrames ?? false,
    hasOwnPicturesOnly: document?.hasOwnPicturesOnly ?? false,
  };
};

/** The matched routes whose data is requested, in a fixed order. Undefined if it is all of them. */
const requestedRoutes = (path: string, parameters: URLSearchParams) => {
  const requested = new Set(parameters.get('_routes')?.split(','));
  const matched = routeIds(path);
  const known = matched.filter((id) => requested.has(id));
  return known.length > 0 && known.length < matched.length ? known.join(',') : undefined;
};

/** `path` is that of the page, also if the URL is that of its data. */
const parsePageUrl = (url: string) => {
  const { pathname, searchParams } = new URL(`http://localhost/${url.replace(/^\/+/, '')}`);
  return { path: pathname.replace(/(?<=\/)_\.data$|\.data$/, ''), pathname, searchParams };
};

/** One cache key for all spellings of the URL of a public page or its data. Undefined for pages that are not cached. */
export const cacheKeyOf = (url: string): string | undefined => {
  const { path, pathname, searchParams } = parsePageUrl(url);
  if (isAdminPath(path) || isPrivatePath(path)) return undefined;
  const key = pageCacheKey(path, searchParams);
  if (path === pathname) return key;
  const [pagePath = '', query] = key.split('?');
  const parameters = new URLSearchParams(query);
  const routes = requestedRoutes(pagePath, searchParams);
  if (routes !== undefined) parameters.set('_routes', routes);
  return `${pagePath === '/' ? '/_' : pagePath}.data${parameters.size > 0 ? `?${parameters}` : ''}`;
};

/** Whether a page or its data needs no age check, which is true for the back-office and for pages without the age gate. */
export const isOpenPage = (url: string): boolean => {
  const { path } = parsePageUrl(url);
  return isAdminPath(path) || routeIds(path).some(isUngatedId);
};

export { renderDoor } from './public/age-gate/door.tsx';
export { routeOfKey } from './public/page-cache-key.ts';

/** Paths of the pages whose forms post to their own URL. */
export const formPaths = publicPages.flatMap(({ path, takesForms }) => (takesForms ? [`/${path}`] : []));

/** Sitemap paths of the pages that don't depend on the catalogue. */
export const fixedPaths = publicPages.flatMap(({ sitemap }) => sitemap);
