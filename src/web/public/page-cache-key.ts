import { slugOf } from '#contract/values/slug.ts';
import { audienceLists } from './lists/audience-lists.ts';

/** The parameters that the pages below a first segment read. No other reaches a page, or makes another page of it. */
const readParameters = new Map<string, readonly string[]>([
  ...Object.keys(audienceLists).map((path) => [path.slice(1), ['page']] as const),
  ['video', []],
  ['pornstar', ['page']],
  ['pornstars', ['letter', 'search']],
  ['category', ['q']],
  ['tag', []],
  ['tags', []],
  ['our-network', []],
  ['search', ['q', 'page']],
  ['mine', []],
  ['404', []],
  ['notfound', []],
]);

/** Leads nowhere, like every path of several segments that no page has. */
const nowhere = '/-/-/-/-';

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** A segment as pages read it: tags and performers by their slug, a video by its id alone. */
const written = (first: string, segment: string, place: number) => {
  if (place === 1 && (first === 'tag' || first === 'pornstar')) return slugOf(segment) || segment.toLowerCase();
  if (place === 1 && first === 'video') return segment.split('-')[0] ?? '';
  return segment.toLowerCase();
};

/**
 * One cache key for all spellings of a page's URL: upper case, a trailing slash, another title after the id, parameters
 * that the page doesn't read. The key is itself a URL, and the page is rendered for it.
 */
export const pageCacheKey = (pathname: string, parameters: URLSearchParams): string => {
  const [first = '', ...rest] = pathname.replace(/\/+$/, '').split('/').slice(1).map(decoded);
  if (first === '') return rest.length === 0 ? '/' : nowhere;
  const root = first.toLowerCase();
  const names = readParameters.get(root);
  // A single segment that is no page is taken for the number of one, and redirected if it is none.
  if (!names) return rest.length > 0 ? nowhere : `/${/^\d+$/.test(root) ? root : '-'}`;
  const path = [root, ...rest.map((segment, at) => written(root, segment, at + 1))].map(encodeURIComponent).join('/');
  const read = new URLSearchParams();
  for (const name of names) {
    const value = parameters.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size > 0 ? `/${path}?${read}` : `/${path}`;
};
