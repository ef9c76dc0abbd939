import type { CachedPage } from './cached-page.ts';

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

/** A URL and the cache key of its page. */
export interface PageUrl {
  url: string;
  key: string;
}

/**
 * The URL that a misspelled one redirects to, with the same query: upper case, too many slashes, another title. Undefined
 * if the page may be sent in place. The target is a path of this site in every case, so that `//evil.example` cannot lead
 * to another one (open redirect).
 */
export const redirectOf = ({ url, key }: PageUrl, { status, headers }: CachedPage): string | undefined => {
  if (url === key || status !== 200) return undefined;
  const [path, keyPath] = [pathOf(url), pathOf(key)];
  if (path === keyPath || keyPath.endsWith('.data')) return undefined;
  const canonicalPath = headers['content-location'] ?? keyPath;
  return path === canonicalPath ? undefined : canonicalPath + url.slice(path.length);
};
