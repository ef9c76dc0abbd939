import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Encoding, encodingFor, type KeptPage } from './kept-page.ts';
import type { PageCache } from './page-cache.ts';
import { headersOf, isKnown } from './page-headers.ts';

/** Sends pages that are at hand before anything else of the site hears of the request. */
export interface FrontDoor {
  /** Has an address, as it was asked for, answered here from now on; the reply shows what every answer carries. */
  open: (url: string, address: string, reply: FastifyReply) => void;
  /** Stands before whatever the server does with a request. */
  standBefore: (server: Server) => void;
  /** How many pages went out here. */
  sent: () => number;
}

const mostUrls = 20_000;
const longestUrl = 500;
/** Of one visitor, or of one page. */
const notEverybodys = /^(x-ratelimit-.*|retry-after|set-cookie|content-.*|cache-control|etag|vary|location)$/;

/**
 * Only addresses that the site itself has answered with a page are known here, so that no other route can be hidden.
 * They are not counted against a visitor's limit: to send such a page costs less than to refuse it.
 */
export const createFrontDoor = (cache: PageCache): FrontDoor => {
  const addresses = new LRUCache<string, string>({ max: mostUrls });
  const heads = new WeakMap<Buffer, string[]>();
  /** Alike on every answer: taken from the first. */
  let everybodys: string[] | undefined;
  let sent = 0;

  /** Name, value, name, value: as the server takes them without another look. */
  const headOf = (page: KeptPage, encoding: Encoding, body: Buffer | undefined) => [
    ...(everybodys ?? []),
    ...Object.entries(headersOf(page, encoding, { withBody: body !== undefined })).flat(),
    ...(body ? ['content-length', String(body.length)] : []),
  ];

  /** False where the page, or its body in this encoding, is yet to be made. */
  const send = (request: IncomingMessage, response: ServerResponse, address: string): boolean => {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const page = cache.atHand(address, encoding);
    const body = page?.bodies[encoding];
    if (!page || !body) return false;
    sent++;
    if (isKnown(page, encoding, request.headers['if-none-match'])) {
      response.writeHead(304, headOf(page, encoding, undefined)).end();
      return true;
    }
    let head = heads.get(body);
    if (!head) {
      head = headOf(page, encoding, body);
      heads.set(body, head);
    }
    response.writeHead(page.status, head).end(request.method === 'HEAD' ? undefined : body);
    return true;
  };

  const addressOf = ({ method, url = '', headers }: IncomingMessage) =>
    (method === 'GET' || method === 'HEAD') && headers.origin === undefined ? addresses.get(url) : undefined;

  return {
    open: (url, address, reply) => {
      // What another origin is told is not everybody's.
      if (url.length > longestUrl || reply.request.headers.origin !== undefined) return;
      everybodys ??= Object.entries(reply.getHeaders())
        .filter(([name]) => !notEverybodys.test(name))
        .flatMap(([name, value]) => [name, String(value)]);
      addresses.set(url, address);
    },
    standBefore: (server) => {
      const behind = server.listeners('request') as RequestListener[];
      server.removeAllListeners('request');
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        const address = server.listening ? addressOf(request) : undefined;
        if (address !== undefined && send(request, response, address)) return;
        for (const listener of behind) listener(request, response);
      });
    },
    sent: () => sent,
  };
};
