import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createFrontDoor, type FrontDoor } from '../page-cache/front-door.ts';
import { type Encoding, encodingFor, keptPage } from '../page-cache/kept-page.ts';
import { createPageCache } from '../page-cache/page-cache.ts';
import { headersOf, isKnown } from '../page-cache/page-headers.ts';
import { createRenderQueue, Overloaded } from '../page-cache/render-queue.ts';
import { loadPageBuild, type PageBuild } from './page-build.ts';
import { pageRenderer } from './render-page.ts';

export interface PagesOptions {
  /** Where the web build lies. */
  buildDir: string;
  /** Calls the API in process. */
  client: Client;
  index: CatalogueIndex;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  pageCacheMb: number;
  log: FastifyBaseLogger;
}

export interface Pages {
  build: PageBuild;
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  door: FrontDoor;
  stats: () => Record<string, number>;
}

const megabyte = 1024 * 1024;
const secondsToWait = 2;
const busyPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="rating" content="RTA-5042-1996-1400-1577-RTA">' +
  '<title>One moment</title><h1>One moment, please</h1><p>Many people are looking at once. Please try again.</p></html>';

/** The pages of the build: public ones are kept and shared, those of the back-office are made for each request. */
export const openPages = async ({ buildDir, log, pageCacheMb, index, ...site }: PagesOptions): Promise<Pages> => {
  const build = await loadPageBuild(buildDir);
  const report = (error: unknown, path: string) => log.error({ err: error, path }, 'A page could not be made whole.');
  const renderNow = pageRenderer({ build, ...site, report });
  const queued = () => {
    const queue = createRenderQueue();
    return (address: string) => queue.run((waitForTurn) => renderNow(address, waitForTurn));
  };
  // However many visitors wait, the operator gets in; and the other way round.
  const [render, renderPrivate] = [queued(), queued()];
  const cache = createPageCache({ mostBytes: pageCacheMb * megabyte, index, render, onProblem: report });
  const door = createFrontDoor(cache);

  const sendPrivate = async (url: string, encoding: Encoding, reply: FastifyReply) => {
    const page = await keptPage(await renderPrivate(url), encoding);
    const headers = headersOf(page, encoding, { withBody: true });
    reply.code(page.status).headers({ ...headers, 'cache-control': 'no-store' });
    return reply.send(page.bodies[encoding]);
  };

  const sendPublic = async (
    { url, address, encoding }: { url: string; address: string; encoding: Encoding },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const page = await cache.page(address, encoding);
    door.open(url, address, reply);
    const known = isKnown(page, encoding, request.headers['if-none-match']);
    reply.code(known ? 304 : page.status).headers(headersOf(page, encoding, { withBody: !known }));
    return known ? reply.send() : reply.send(await cache.body(address, page, encoding));
  };

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { url = '/' } = request.raw;
    const address = build.publicAddress(url);
    const encoding = encodingFor(request.headers['accept-encoding']);
    try {
      return await (address === undefined
        ? sendPrivate(url, encoding, reply)
        : sendPublic({ url, address, encoding }, request, reply));
    } catch (problem) {
      if (!(problem instanceof Overloaded)) throw problem;
      reply.code(503).headers({ 'retry-after': String(secondsToWait), 'cache-control': 'no-store' });
      return reply.type('text/html; charset=utf-8').send(busyPage);
    }
  };

  return { build, send, door, stats: () => ({ ...cache.stats(), sent_at_hand: door.sent() }) };
};
