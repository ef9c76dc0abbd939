import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { categoryPages } from './public/categories.ts';
import { menuEntries } from './public/navigation/menu-entries.ts';
import { pageCacheKey } from './public/page-cache-key.ts';
import { routeIdsOf } from './route-ids.ts';
import { type Site, siteContext } from './site-context.ts';

const withoutBackOffice = <Route>(routes: Record<string, Route>): Record<string, Route> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => !id.startsWith('admin/')));

/** The routes are gone through several times for every page: half of them take half of the time. */
const publicBuild = {
  ...build,
  routes: withoutBackOffice(build.routes),
  assets: { ...build.assets, routes: withoutBackOffice(build.assets.routes) },
};
const handlePublic = createRequestHandler(publicBuild, import.meta.env.MODE);
const handleBackOffice = createRequestHandler(build, import.meta.env.MODE);
const routeIds = routeIdsOf(publicBuild.routes);

const isOfBackOffice = (path: string) => /^\/admin(\/|\.data$|$)/i.test(path);

/** Answers one page request, or the data request of a page that is reached within the browser. */
export const answerPage = async (request: Request, site: Omit<Site, 'onDocument'>) => {
  const context = new RouterContextProvider();
  let document: string | undefined;
  context.set(siteContext, {
    ...site,
    onDocument: (html) => {
      document = html;
    },
  });
  const answer = isOfBackOffice(new URL(request.url).pathname) ? handleBackOffice : handlePublic;
  const response = await answer(request, context);
  return { status: response.status, headers: response.headers, text: document ?? (await response.text()) };
};

/** Of the routes that make up a page, those whose data is asked for; nothing where that is all of them. */
const askedRoutes = (path: string, parameters: URLSearchParams) => {
  const asked = new Set(parameters.get('_routes')?.split(','));
  const ids = routeIds(path);
  const wanted = ids.filter((id) => asked.has(id));
  return wanted.length > 0 && wanted.length < ids.length ? wanted.join(',') : undefined;
};

/** One key for all spellings of a public page's URL, or of its data's; undefined for the back-office. */
export const cacheKeyOf = (url: string): string | undefined => {
  const { pathname, searchParams } = new URL(`http://localhost/${url.replace(/^\/+/, '')}`);
  const path = pathname.replace(/(?<=\/)_\.data$|\.data$/, '');
  if (isOfBackOffice(path)) return undefined;
  const key = pageCacheKey(path, searchParams);
  if (path === pathname) return key;
  const [bare = '', query] = key.split('?');
  const read = new URLSearchParams(query);
  const routes = askedRoutes(bare, searchParams);
  if (routes !== undefined) read.set('_routes', routes);
  return `${bare === '/' ? '/_' : bare}.data${read.size > 0 ? `?${read}` : ''}`;
};

/** The pages that are always there, for the sitemap. */
export const fixedPaths = [
  ...menuEntries.map(({ to }) => to.toLowerCase()),
  ...categoryPages.map(({ slug }) => `/category/${slug}`),
];
