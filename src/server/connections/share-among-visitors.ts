import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { picturesPath } from '#contract/values/pictures.ts';
import type { VisitorNetwork } from './visitor-network.ts';

/** A page's few requests. More at once would not be faster: there is one thread. */
const maxInProgress = 4;
/** What takes longer waits for the database or for its client, and leaves the thread to others. */
const maxTurnMs = 1000;

/** Pictures that have to be fetched from another site must not keep a visitor's next page waiting. */
const laneOf = ({ url = '' }: IncomingMessage) => (url.startsWith(picturesPath) ? ' pictures' : '');

interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Visitor {
  inProgress: number;
  waiting: Turn[];
}

/**
 * Works on a few requests of a visitor at a time. Otherwise, whoever sends the thousands of requests that the rate limit
 * allows per minute at once would have them all answered before the next visitor. How many can wait is bounded by the
 * visitor's connections.
 */
export const shareAmongVisitors = (server: Server, networkOf: VisitorNetwork) => {
  const visitors = new Map<string, Visitor>();
  const nextListeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');

  const answer = (network: string, visitor: Visitor, { request, response }: Turn) => {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const next = visitor.waiting.shift();
      // After the I/O of others: a response that needs none would otherwise start the next in the same tick.
      if (next) setImmediate(() => answer(network, visitor, next));
      else if (--visitor.inProgress === 0) visitors.delete(network);
    };
    const timer = setTimeout(end, maxTurnMs).unref();
    // The client may have gone while the request was waiting.
    if (response.destroyed) {
      end();
      return;
    }
    response.once('close', end);
    for (const listener of nextListeners) listener(request, response);
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const network = networkOf(request) + laneOf(request);
    const visitor = visitors.get(network) ?? { inProgress: 0, waiting: [] };
    visitors.set(network, visitor);
    if (visitor.inProgress >= maxInProgress) {
      visitor.waiting.push({ request, response });
      return;
    }
    visitor.inProgress++;
    answer(network, visitor, { request, response });
  });
};
