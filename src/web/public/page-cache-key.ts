import { maxSearchLength } from '#contract/values/lists.ts';
import { queryString } from './hrefs.ts';
import { queryOf } from './narrowing/narrowing.ts';
import { readNarrowing } from './narrowing/read-narrowing.ts';
import { type PublicPage, publicPages } from './pages.ts';

const pagesByFirstSegment = new Map(
  publicPages.filter(({ isPrivate }) => !isPrivate).map((page) => [page.path.split('/')[0] ?? '', page]),
);
const privatePrefixes = publicPages.filter(({ isPrivate }) => isPrivate).map(({ path }) => `${path.split('/:')[0]}/`);

/** Whether a path, in any spelling, belongs to a page that must not be cached. */
export const isPrivatePath = (pathname: string) => {
  const path = pathname.replace(/\/+/g, '/').slice(1).toLowerCase();
  return privatePrefixes.some((prefix) => path.startsWith(prefix));
};
const homePage = pagesByFirstSegment.get('') as PublicPage;

/** The shared key of all paths that are not found. No route has this many segments. */
const notFoundKey = '/-/-/-/-';

/** The decoded segments of a path. Undefined if the escaping is malformed. */
const segmentsOf = (pathname: string) => {
  try {
    return pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
};

/** The only segment that may follow a page's parameter is a page number. */
const pageOrNone = (segment: string) => (/^\d+$/.test(segment) ? segment : '-');

/** The query parameters that the page reads, in the order of its own links: the page number is last. */
const keyQuery = ({ query, ownSort }: PublicPage, parameters: URLSearchParams) => {
  const sort = typeof ownSort === 'function' ? ownSort(parameters) : ownSort;
  const narrowing = sort === undefined ? {} : queryOf(readNarrowing(parameters, sort));
  const own = query.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value.slice(0, maxSearchLength)] as const];
  });
  const { page, ...others } = Object.fromEntries(own);
  return queryString({ ...others, ...narrowing, ...(page === undefined ? {} : { page }) });
};

/**
 * One cache key for all spellings of a page's URL: upper case, extra slashes, another title after the id, parameters
 * that the page doesn't read. The key is itself a URL, and the page is rendered for it.
 */
export const pageCacheKey = (pathname: string, parameters: URLSearchParams): string => {
  const decodedSegments = segmentsOf(pathname);
  if (!decodedSegments) return notFoundKey;
  const [first, ...rest] = decodedSegments;
  if (first === undefined) return `/${keyQuery(homePage, parameters)}`;
  const root = first.toLowerCase();
  const page = pagesByFirstSegment.get(root);
  // `/2` is a page of the home list. All other unknown single segments share the key `/-`.
  if (!page && rest.length > 0) return notFoundKey;
  if (!page) return /^\d+$/.test(root) ? `/${root}${keyQuery(homePage, parameters)}` : '/-';
  const [parameter, ...others] = rest;
  const segments = [root, ...(parameter === undefined ? [] : [page.normalize?.(parameter) ?? parameter.toLowerCase()])];
  const path = [...segments, ...others.map(pageOrNone)].map(encodeURIComponent).join('/');
  return `/${path}${keyQuery(page, parameters)}`;
};

/**
 * The route of a cache key, or of its `.data` key, for metrics: `/tag/:tag` for every tag and page number, `/*` for paths
 * without a page.
 */
export const routeOfKey = (key: string): string => {
  const [path = ''] = key.split('?', 1);
  const suffix = path.endsWith('.data') ? '.data' : '';
  const [first = ''] = path.slice(1, path.length - suffix.length).split('/');
  // The home page's data is at `/_.data`, its later pages are at `/2`.
  const page = pagesByFirstSegment.get(first) ?? (/^(_|\d+)$/.test(first) ? homePage : undefined);
  return page ? `/${page === homePage && suffix ? '_' : page.path}${suffix}` : '/*';
};
