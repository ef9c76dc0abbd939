import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { claimedSearchEngine } from '../connections/crawlers.ts';
import type { VisitorNetwork } from '../connections/visitors.ts';

export interface RecordSearchOptions {
  networkOf: VisitorNetwork;
  isVerifiedCrawler: (request: IncomingMessage) => boolean;
  record: (typed: string, network: string) => void;
}

/** Called for each public page that is sent, with its cache key. */
export type OnPageSent = (request: IncomingMessage, key: string) => void;

/** Programs that declare themselves, and the site's own SEO check. Cubot is a brand of phones. */
const declaredCrawler = /(?<!cu)bot|crawl|spider|seo check/i;

const isCrawler = (userAgent: string | undefined) =>
  userAgent === undefined || declaredCrawler.test(userAgent) || claimedSearchEngine(userAgent) !== undefined;

const isPrefetch = ({ purpose, 'sec-purpose': secPurpose = purpose, 'x-moz': xMoz }: IncomingHttpHeaders) =>
  `${secPurpose ?? ''}${xMoz ?? ''}`.includes('prefetch');

/** Excludes images and frames, with which another site could make its visitors search here. */
const isNavigation = ({ 'sec-fetch-dest': dest, 'sec-fetch-site': site }: IncomingHttpHeaders) =>
  dest === undefined || dest === 'document' || (dest === 'empty' && site === 'same-origin');

/** The search text of a results page, or of its data for client-side navigation. Undefined beyond the first page. */
const searchOf = (key: string): string | undefined => {
  const [path, query] = key.split('?', 2);
  if (path !== '/search' && path !== '/search.data') return undefined;
  const parameters = new URLSearchParams(query);
  return parameters.has('page') ? undefined : (parameters.get('q') ?? undefined);
};

/** Counts searches. It runs for every page, so it first rules out other pages by the start of their key. */
export const searchRecording =
  ({ networkOf, isVerifiedCrawler, record }: RecordSearchOptions): OnPageSent =>
  (request, key) => {
    if (!key.startsWith('/search') || request.method !== 'GET') return;
    const { headers } = request;
    if (isCrawler(headers['user-agent']) || isPrefetch(headers) || !isNavigation(headers)) return;
    const search = searchOf(key);
    if (search && !isVerifiedCrawler(request)) record(search, networkOf(request));
  };
