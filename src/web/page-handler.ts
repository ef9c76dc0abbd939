import * as build from 'virtual:react-router/server-build';
import {
  createRequestHandler,
  data,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { isAdminPath } from './admin/is-admin-path.ts';
import { isUngatedId } from './public/age-gate/ungated.ts';
import { isPrivatePath, pageCacheKey } from './public/page-cache-key.ts';
import { publicPages } from './public/pages.ts';
import { publicManifestPath, withoutAdmin } from './public-manifest.ts';
import { type RenderedDocument, type Site, siteContext } from './site-context.ts';

/** The layout without routes, and without data that anybody could put a script into. */
const layoutOnly = (build: ServerBuild): ServerBuild => {
  const { root } = build.routes;
  if (!root) throw new Error('There is no root route.');
  return {
    ...build,
    routes: { root: { ...root, module: { ...root.module, loader: undefined, default: () => null } } },
    assets: { ...build.assets, routes: { root: build.assets.routes.root } },
  };
};

/** Neither data blocks nor files. */
const inlineScript = /<script>(.*?)<\/script>/gs;

/** The inline scripts that every page has: our own, and the one that React Router restores the scroll position with. */
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

/** Puts the data of a document aside; the framework gets nothing to encode. */
const setAside =
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
 * These routes with loaders whose data goes into the document as JSON: React Router's own encoding, which also knows promises
 * and dates, takes ten times as long.
 */
const withPlainData = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const loader = route?.module.loader;
      return [id, route && loader ? { ...route, module: { ...route.module, loader: setAside(id, loader) } } : route];
    }),
  );

const childrenOf = (routes: Routes, parentId: string | undefined): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id = '', path, index } = route ?? {};
      return index ? { id, path, index: true } : { id, path, children: childrenOf(routes, id) };
    });

/** Returns a function that gives the ids of the routes that match a path. */
const routeIdsOf = (routes: Routes) => {
  const tree = childrenOf(routes, undefined);
  return (path: string): string[] => (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? '');
};

/** React Router walks all routes several times per render: without the admin's half this takes half the time. */
const publicBuild = {
  ...build,
  routes: withPlainData(withoutAdmin(build.routes)),
  assets: {
    ...build.assets,
    routes: withoutAdmin(build.assets.routes),
    // The development server has one manifest for all.
    ...(import.meta.env.PROD && { url: publicManifestPath(build.assets.url) }),
  },
};
const handlePublic = createRequestHandler(publicBuild, import.meta.env.MODE);
const handleAdmin = createRequestHandler(build, import.meta.env.MODE);
const routeIds = routeIdsOf(publicBuild.routes);
const allRouteIds = routeIdsOf(build.routes);

let inlineScripts: Promise<string[]> | undefined;

/** Renders one page, or the data of one that the browser navigates to. */
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

/** The matched routes whose data a request wants, in one order; undefined if it wants them all. */
const requestedRoutes = (path: string, parameters: URLSearchParams) => {
  const requested = new Set(parameters.get('_routes')?.split(','));
  const matched = routeIds(path);
  const known = matched.filter((id) => requested.has(id));
  return known.length > 0 && known.length < matched.length ? known.join(',') : undefined;
};

/** One key for all spellings of a public page's URL, or of its data's; undefined for pages that are not cached. */
export const cacheKeyOf = (url: string): string | undefined => {
  const { pathname, searchParams } = new URL(`http://localhost/${url.replace(/^\/+/, '')}`);
  const path = pathname.replace(/(?<=\/)_\.data$|\.data$/, '');
  if (isAdminPath(path) || isPrivatePath(path)) return undefined;
  const key = pageCacheKey(path, searchParams);
  if (path === pathname) return key;
  const [pagePath = '', query] = key.split('?');
  const parameters = new URLSearchParams(query);
  const routes = requestedRoutes(pagePath, searchParams);
  if (routes !== undefined) parameters.set('_routes', routes);
  return `${pagePath === '/' ? '/_' : pagePath}.data${parameters.size > 0 ? `?${parameters}` : ''}`;
};

/** Whether everyone may have the page of a URL, or its data: the back-office, and pages about the site itself. */
export const isOpenPage = (url: string): boolean => {
  const { pathname } = new URL(`http://localhost/${url.replace(/^\/+/, '')}`);
  const path = pathname.replace(/(?<=\/)_\.data$|\.data$/, '');
  // What is no screen of the back-office is a page of the public site that says so, and offers its videos.
  if (isAdminPath(path)) return allRouteIds(path).some((id) => id.startsWith('admin/'));
  return routeIds(path).some(isUngatedId);
};

export { renderDoor } from './public/age-gate/door.tsx';
export { routeOfKey } from './public/page-cache-key.ts';

/** Routes of the pages whose forms are sent to their own URL. */
export const formPaths = publicPages.flatMap(({ path, takesForms }) => (takesForms ? [`/${path}`] : []));

/** Paths of the pages that exist whatever the catalogue holds, for the sitemap. */
export const fixedPaths = publicPages.flatMap(({ sitemap }) => sitemap);
