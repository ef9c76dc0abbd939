import type { IncomingMessage, Server } from 'node:http';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '#contract/calls/client.ts';
import { shutOutParameter } from '#contract/values/age-checks.ts';
import { infoPages, rtaLabel } from '#contract/values/public-pages.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { AgeAccess } from '../age/age-access.ts';
import {
  cachePolicy,
  type Encoding,
  type FreshPage,
  headersOf,
  isNotModified,
  negotiateEncoding,
  redirectOf,
  toFreshPage,
} from '../page-cache/cached-page.ts';
import { serveCachedPages } from '../page-cache/cached-page-listener.ts';
import { cacheStateOf, createPageCache } from '../page-cache/page-cache.ts';
import { createRenderQueue, OverloadedError } from '../page-cache/render-queue.ts';
import { createRenderWorkers } from '../render-workers/render-workers.ts';
import type { ResponseCounts } from '../response-counts.ts';
import type { PageBuild } from './page-build.ts';
import type { PageSource } from './page-source.ts';
import type { IsForOtherHost } from './page-urls.ts';
import type { OnPageSent } from './record-search.ts';
import { pageRenderer } from './render-page.ts';

export interface PagesOptions {
  build: PageBuild;
  /** Where worker threads load the build from. Without it, pages are rendered in this thread. */
  buildDir?: string | undefined;
  /** The number of threads that render pages. With 0, they are rendered in this thread. */
  renderThreads: number;
  contentSecurityPolicy: PageSource['contentSecurityPolicy'];
  /** The server on which cached pages are served before Fastify. */
  server: Server;
  /** Counts a request that a cached page could answer, and returns whether the visitor is within the limit. */
  isWithinLimit: (request: IncomingMessage) => boolean;
  isForOtherHost: IsForOtherHost;
  age: Pick<AgeAccess, 'isOpen' | 'storedBy'>;
  onPageSent: OnPageSent;
  client: Client;
  /** Calls the API in process, as the sender of a request. */
  clientFor: (request: FastifyRequest) => Client;
  index: CatalogueIndex;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  pageCacheMb: number;
  corsOrigins: string[];
  responses: ResponseCounts;
  log: FastifyBaseLogger;
}

export interface Pages {
  build: PageBuild;
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Answers a form that was sent to a page. */
  submit: (request: FastifyRequest<{ Body: string | null }>, reply: FastifyReply) => Promise<FastifyReply>;
  /** Renders a public page into the cache. */
  preload: (path: string) => Promise<unknown>;
  close: () => Promise<void>;
  stats: () => { pages: number; bytes: number; hits: number };
}

const retryAfterSeconds = 2;
const overloadedPage =
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="rating" content="${rtaLabel}">` +
  '<title>One moment</title><h1>One moment, please</h1><p>Many people are looking at once. Please try again.</p>' +
  `<p><a href="${infoPages.removal.path}">${infoPages.removal.title}</a></p></html>`;

/** For visitors who may not see the catalogue, pages about the site itself are rendered without it. */
const urlFor = ({ shutOut }: FastifyRequest, url: string) =>
  shutOut ? `${url}${url.includes('?') ? '&' : '?'}${shutOutParameter}=1` : url;

/** Serves the pages of the build: public pages from the page cache, others rendered for each request. */
export const openPages = (options: PagesOptions): Pages => {
  const { build, buildDir, renderThreads, contentSecurityPolicy, client, clientFor, siteName, siteUrl } = options;
  const { server, isWithinLimit, isForOtherHost, age, onPageSent, index, pageCacheMb, responses, log } = options;
  const report = (error: unknown, path: string) => log.error({ err: error, path }, 'Failed to render a page');
  const hasOtherOrigins = options.corsOrigins.length > 0;
  const workers =
    renderThreads > 0 && buildDir !== undefined
      ? createRenderWorkers({
          count: renderThreads,
          settings: { buildDir, siteName, siteUrl, hasOtherOrigins },
          client,
          report,
          onReplaced: (error) => log.error({ err: error }, 'A thread that renders pages died and is replaced'),
        })
      : undefined;
  const renderHere = pageRenderer({ build, client, siteName, siteUrl, contentSecurityPolicy, hasOtherOrigins, report });
  const queuedRenderer = () => {
    const queue = createRenderQueue(Math.max(1, renderThreads));
    return (url: string, encoding: Encoding) =>
      queue.run(async (waitForTurn) =>
        workers ? workers.render(url, encoding) : toFreshPage(await renderHere(url, waitForTurn), encoding),
      );
  };
  // Separate queues, so that a rush of visitors doesn't lock the operator out, and vice versa.
  const [renderPublic, renderPrivate] = [queuedRenderer(), queuedRenderer()];
  const maxBytes = pageCacheMb * 1024 * 1024;
  const cache = createPageCache({ maxBytes, index, render: renderPublic, onError: report });
  const mayServe = (request: IncomingMessage) =>
    !isForOtherHost(request) && age.isOpen(request) && isWithinLimit(request);
  const listener = serveCachedPages(server, cache, { mayServe, storedBy: age.storedBy, onSent: onPageSent });

  const sendUncached = ({ page }: FreshPage, encoding: Encoding, reply: FastifyReply) => {
    const headers = headersOf(page, encoding, { withBody: true });
    reply.code(page.status).headers({ ...headers, 'cache-control': 'no-store' });
    return reply.send(page.bodies[encoding]);
  };

  const sendPublic = async (
    { url, key, encoding }: { url: string; key: string; encoding: Encoding },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const route = build.routeOfKey(key);
    request.page = { route, cache: 'miss' };
    const cached = cache.getCached(key, encoding);
    if (cached) request.page.cache = cacheStateOf(cached);
    const page = cached ?? (await cache.get(key, encoding));
    const target = redirectOf({ url, key }, page);
    // A title can change and change back, so browsers must not remember the redirect forever.
    if (target !== undefined) return reply.header('cache-control', cachePolicy(false)).redirect(target, 301);
    // A page that was rendered for shut-out visitors must not be served to others.
    if (!request.shutOut) listener.addUrl(url, { key, count: responses.ofRoute(route) }, reply);
    onPageSent(request.raw, key);
    const notModified = isNotModified(page, encoding, request.headers);
    reply.code(notModified ? 304 : page.status).headers(headersOf(page, encoding, { withBody: !notModified }));
    return notModified ? reply.send() : reply.send(await cache.getBody(key, page, encoding));
  };

  const sendOverloaded = (error: unknown, reply: FastifyReply) => {
    if (!(error instanceof OverloadedError)) throw error;
    reply.code(503).headers({ 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' });
    return reply.type('text/html; charset=utf-8').send(overloadedPage);
  };

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { url = '/' } = request.raw;
    const cacheKey = build.cacheKeyOf(url);
    const key = cacheKey === undefined ? undefined : urlFor(request, cacheKey);
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    try {
      return await (key === undefined
        ? sendUncached(await renderPrivate(urlFor(request, url), encoding), encoding, reply)
        : sendPublic({ url, key, encoding }, request, reply));
    } catch (error) {
      return sendOverloaded(error, reply);
    }
  };

  const forms = createRenderQueue();
  /** Rendered in this thread, not in a worker, because the form's calls are made as the visitor who sent it. */
  const submit = async (request: FastifyRequest<{ Body: string | null }>, reply: FastifyReply) => {
    const url = urlFor(request, request.raw.url ?? '/');
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    const form = { body: request.body ?? '', client: clientFor(request) };
    try {
      const fresh = await forms.run(async (waitForTurn) =>
        toFreshPage(await renderHere(url, waitForTurn, form), encoding),
      );
      return sendUncached(fresh, encoding, reply);
    } catch (error) {
      return sendOverloaded(error, reply);
    }
  };

  const preload = async (path: string) => {
    const key = build.cacheKeyOf(path);
    if (key !== undefined) await cache.get(key, 'br');
  };

  return {
    build,
    send,
    submit,
    preload,
    close: async () => workers?.close(),
    stats: () => ({ ...cache.stats(), hits: listener.hits() }),
  };
};
