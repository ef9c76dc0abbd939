import { publicPages } from './pages.ts';

const pagesByFirstSegment = new Map(publicPages.map((page) => [page.path.split('/')[0] ?? '', page]));

/** No route has this many segments, so this is the one key of all paths that are not found. */
const notFoundKey = '/-/-/-/-';

/** Undefined if it is malformed: no page has such a path. */
const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const isDecoded = (segments: (string | undefined)[]): segments is string[] => !segments.includes(undefined);

const lowerCase = (segment: string) => segment.toLowerCase();

/** After the parameter there is a page number, if anything. */
const pageOrNone = (segment: string) => (/^\d+$/.test(segment) ? segment : '-');

/**
 * One cache key for all spellings of a page's URL: upper case, too many slashes, another title after the id, parameters
 * that the page doesn't read. The key is itself a URL, and the page is rendered for it.
 */
export const pageCacheKey = (pathname: string, parameters: URLSearchParams): string => {
  const decodedSegments = pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
  if (!isDecoded(decodedSegments)) return notFoundKey;
  const [first, ...rest] = decodedSegments;
  if (first === undefined) return '/';
  const root = first.toLowerCase();
  const page = pagesByFirstSegment.get(root);
  // `/2` is a page of the home list. Other single segments share one key: no page has them.
  if (!page) return rest.length > 0 ? notFoundKey : `/${/^\d+$/.test(root) ? root : '-'}`;
  const [parameter, ...others] = rest;
  const segments = [root, ...(parameter === undefined ? [] : [(page.normalize ?? lowerCase)(parameter)])];
  const path = [...segments, ...others.map(pageOrNone)].map(encodeURIComponent).join('/');
  const query = new URLSearchParams();
  for (const name of page.query) {
    const value = parameters.get(name);
    if (value !== null) query.set(name, value);
  }
  return query.size > 0 ? `/${path}?${query}` : `/${path}`;
};
