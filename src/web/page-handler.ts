import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { isAdminPath } from './admin/is-admin-path.ts';
import { inlineScriptsOf } from './inline-scripts.ts';
import { withPlainData } from './plain-data.ts';
import { isUngatedId } from './public/age-gate/ungated.ts';
import { isPrivatePath, pageCacheKey } from './public/page-cache-key.ts';
import { publicPages } from './public/pages.ts';
import { publicManifestPath, withoutAdmin } from './public-manifest.ts';
import { routeIdsOf } from './route-ids.ts';
import { type RenderedDocument, type Site, siteContext } from './site-context.ts';

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

export { routeOfKey } from './public/page-cache-key.ts';
export { renderDoor } from './render-door.tsx';

/** Routes of the pages whose forms are sent to their own URL. */
export const formPaths = publicPages.flatMap(({ path, takesForms }) => (takesForms ? [`/${path}`] : []));

/** Paths of the pages that exist whatever the catalogue holds, for the sitemap. */
export const fixedPaths = publicPages.flatMap(({ sitemap }) => sitemap);
