import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { interceptRequests } from '../connections/guard-connections.ts';
import type { CountResponse } from '../response-counts.ts';
import {
  type CachedPage,
  type Encoding,
  headersOf,
  isNotModified,
  negotiateEncoding,
  redirectOf,
  type StoredBy,
} from './cached-page.ts';
import { cacheStateOf, type PageCache } from './page-cache.ts';

interface KnownPage {
  /** Its cache key. */
  key: string;
  count: CountResponse;
}

export interface CachedPageListener {
  /** Serves this URL from the cache from now on. The headers that all responses share are taken from `reply`. */
  addUrl: (url: string, page: KnownPage, reply: FastifyReply) => void;
  hits: () => number;
}

export interface CachedPageListenerOptions {
  mayServe: (request: IncomingMessage) => boolean;
  storedBy: (request: IncomingMessage) => StoredBy;
  onSent: (request: IncomingMessage, key: string) => void;
}

const maxUrls = 20_000;
const maxUrlLength = 500;
/** Headers that depend on the visitor or the page, and must not be shared. */
const perVisitorHeaders =
  /^(x-ratelimit-.*|retry-after|set-cookie|content-.*|cache-control|etag|last-modified|vary|location)$/;

/**
 * Serves cached pages before Fastify sees the request. Only URLs for which Fastify has sent a page are known here, so
 * no other route can be shadowed. These requests have their own rate limit; beyond it, Fastify handles and counts
 * them.
 */
export const serveCachedPages = (
  server: Server,
  cache: PageCache,
  { mayServe, storedBy, onSent }: CachedPageListenerOptions,
): CachedPageListener => {
  const pagesByUrl = new LRUCache<string, KnownPage>({ max: maxUrls });
  const headersByBody = new WeakMap<Buffer, string[]>();
  /** Headers that are the same on every response, taken from the first. */
  let sharedHeaders: string[] | undefined;
  let hits = 0;

  /** Flat [name, value, …] array: writeHead() accepts it without validation. */
  const flatHeaders = (page: CachedPage, encoding: Encoding, stored: StoredBy, body?: Buffer) => [
    ...(sharedHeaders ?? []),
    ...Object.entries(headersOf(page, encoding, { withBody: body !== undefined, storedBy: stored })).flat(),
    ...(body ? ['content-length', String(body.length)] : []),
  ];

  const headersWith = (page: CachedPage, encoding: Encoding, stored: StoredBy, body: Buffer) => {
    if (stored !== 'everyone') return flatHeaders(page, encoding, stored, body);
    const cached = headersByBody.get(body);
    if (cached) return cached;
    const headers = flatHeaders(page, encoding, stored, body);
    headersByBody.set(body, headers);
    return headers;
  };

  /** Returns false if the page, or its body in this encoding, isn't cached. */
  const serve = (request: IncomingMessage, response: ServerResponse, { key, count }: KnownPage): boolean => {
    const startedAt = performance.now();
    const { method = '' } = request;
    const encoding = negotiateEncoding(request.headers['accept-encoding'] as string | undefined);
    const page = cache.getCached(key, encoding);
    const body = page?.bodies[encoding];
    // Leave it to Fastify to redirect, for example a URL with an outdated title.
    if (!page || !body || redirectOf({ url: request.url ?? '', key }, page) !== undefined) return false;
    hits++;
    const notModified = isNotModified(page, encoding, request.headers);
    const status = notModified ? 304 : page.status;
    const stored = storedBy(request);
    const headers = notModified ? flatHeaders(page, encoding, stored) : headersWith(page, encoding, stored, body);
    const sent = notModified || method === 'HEAD' ? undefined : body;
    response.writeHead(status, headers).end(sent);
    // Measured before the client has read the response: waiting for that would cost more than sending.
    const seconds = (performance.now() - startedAt) / 1000;
    count({ method, status, cache: cacheStateOf(page, startedAt), seconds, bytes: sent?.length ?? 0 });
    return true;
  };

  const pageOf = ({ method, url = '', headers }: IncomingMessage) =>
    (method === 'GET' || method === 'HEAD') && headers.origin === undefined ? pagesByUrl.get(url) : undefined;

  interceptRequests(server, (request, response, next) => {
    const page = server.listening ? pageOf(request) : undefined;
    if (page && mayServe(request) && serve(request, response, page)) onSent(request, page.key);
    else next(request, response);
  });

  return {
    addUrl: (url, page, reply) => {
      // The CORS headers of cross-origin responses must not be shared.
      if (url.length > maxUrlLength || reply.request.headers.origin !== undefined) return;
      sharedHeaders ??= Object.entries(reply.getHeaders())
        .filter(([name]) => !perVisitorHeaders.test(name))
        .flatMap(([name, value]) => [name, String(value)]);
      pagesByUrl.set(url, page);
    },
    hits: () => hits,
  };
};
