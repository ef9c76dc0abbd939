import { ValidationError } from '#domain/errors.ts';
import { foldSearch } from './fold-search.ts';

const wrongPath = () => {
  const message = 'Enter a path of this site, such as /tag/rooftop.';
  return new ValidationError(message, { path: message });
};

/**
 * The path on this site that an operator has entered, also as a full URL. A path such as /.//host would lead to another
 * host (open redirect), so what the URL parser makes of it is checked, not what was typed.
 */
export const ownPath = (entered: string, siteUrl: string): string => {
  const text = entered.trim();
  const url = URL.parse(text, siteUrl);
  const isOwn = url?.origin === new URL(siteUrl).origin && (text.startsWith('/') || text.startsWith(`${url.origin}/`));
  if (!url || !isOwn || url.pathname.startsWith('//')) throw wrongPath();
  return url.pathname + url.search + url.hash;
};

/** As the router reads it. */
const decoded = (pathname: string) => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
};

/** The folded text that a path searches for; undefined if it is no search, or one that no redirect applies to. */
export const searchOfPath = (path: string): string | undefined => {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const isSearch = /^\/+search(\.data)?\/*$/i.test(decoded(pathname));
  const isRedirected = searchParams.get('exact') !== 'true' && (searchParams.get('page') ?? '1') === '1';
  return isSearch && isRedirected ? foldSearch(searchParams.get('q') ?? '') : undefined;
};
