import type { IncomingHttpHeaders } from 'node:http';
import { sharedForOneSecond } from '../cache-control.ts';
import type { CachedPage } from './cached-page.ts';
import type { Encoding } from './encoding.ts';

const missingMaxAge = 10;

/** Browsers revalidate documents on every visit. Data prefetched on hover is still fresh at the click. */
export const cachePolicy = (isData: boolean) => `public, max-age=${isData ? 10 : 0}, ${sharedForOneSecond}`;

/** What is missing now may be there soon. */
export const missingPolicy = `public, max-age=0, s-maxage=${missingMaxAge}`;

/** The same policy for the visitor's own browser, while caches that others use must not store the response. */
const forVisitor = (policy: string): string => {
  if (/\b(no-store|private)\b/.test(policy)) return policy;
  const own = policy.split(/, */).filter((directive) => !/^(public|s-maxage=.*|proxy-revalidate)?$/.test(directive));
  return ['private', ...own].join(', ');
};

/**
 * Who may store a document. Those for whom an age check opened the site get `nobody`: the browser would show its copy to whoever
 * presses Back after the check has expired.
 */
export type StoredBy = 'everyone' | 'visitor' | 'nobody';

const unstored = 'private, no-store';

export const policyFor = (policy: string, storedBy: StoredBy) => {
  if (storedBy === 'everyone') return policy;
  return storedBy === 'visitor' ? forVisitor(policy) : unstored;
};

/** Weak: recompressing changes the bytes but not the content. */
const etagOf = ({ hash }: CachedPage, encoding: Encoding) => `W/"${hash}-${encoding}"`;

/** Whether the client already has this page: the response is then a 304. An ETag is exact, so a date is read only without one. */
export const isNotModified = (page: CachedPage, encoding: Encoding, headers: IncomingHttpHeaders) => {
  if (page.status !== 200) return false;
  const { 'if-none-match': etags, 'if-modified-since': date } = headers;
  if (etags !== undefined) return etags.includes(`"${page.hash}-${encoding}"`);
  return date !== undefined && page.lastModified !== undefined && Date.parse(date) >= page.lastModified;
};

/** The page's headers; those that describe the body are left out of a 304. */
export const headersOf = (
  page: CachedPage,
  encoding: Encoding,
  { withBody, storedBy = 'everyone' }: { withBody: boolean; storedBy?: StoredBy },
) => ({
  ...page.headers,
  'cache-control': policyFor(page.headers['cache-control'] ?? '', storedBy),
  etag: etagOf(page, encoding),
  ...(page.status === 200 && page.lastModified !== undefined
    ? { 'last-modified': new Date(page.lastModified).toUTCString() }
    : {}),
  vary: ['Accept-Encoding', ...(page.headers.vary ? [page.headers.vary] : [])].join(', '),
  ...(withBody && encoding !== 'identity' ? { 'content-encoding': encoding } : {}),
});
