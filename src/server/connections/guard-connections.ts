import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { picturesPath } from '#contract/values/urls.ts';
import { ipNetwork } from '#domain/ip.ts';
import type { Config } from '../config.ts';
import type { TrustsProxy, VisitorNetwork } from './visitors.ts';

/** Why the server closed a connection that its client would have kept open. */
export type CloseReason =
  | 'limit per visitor'
  | 'new connections'
  | 'limit of the site'
  | 'pipelining'
  | 'unread bytes'
  | 'slow reading';

interface ClosedConnections {
  count: (reason: CloseReason) => void;
  counts: () => [CloseReason, number][];
}

export const countClosedConnections = (): ClosedConnections => {
  const counts = new Map<CloseReason, number>();
  return {
    count: (reason) => counts.set(reason, (counts.get(reason) ?? 0) + 1),
    counts: () => [...counts],
  };
};

/** Called for each request of a server. `next` passes the request on to the listeners that were added before. */
type Interceptor = (request: IncomingMessage, response: ServerResponse, next: RequestListener) => void;

/** Puts an interceptor in front of the server's request listeners. */
export const interceptRequests = (server: Server, intercept: Interceptor) => {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const next: RequestListener = (request, response) => {
    for (const listener of listeners) listener(request, response);
  };
  server.on('request', (request, response) => intercept(request, response, next));
};

const checkEveryMs = 1000;

/** Calls `check` with all open connections every second, until the server closes. */
const checkSockets = (server: Server, check: (open: Set<Socket>) => void) => {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => check(open), checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
};

/** Browsers open six each; several visitors may share an IP. */
const maxPerNetwork = 256;

/** A browser keeps its connections. People behind one IP who all come at once use up the first ones. */
const newPerNetwork = { atOnce: 320, perSecond: 16 };
const maxCountedNetworks = 10_000;

/** Whether a network may open another connection (token bucket). */
const newConnectionLimit = () => {
  const { atOnce, perSecond } = newPerNetwork;
  const allowances = new LRUCache<string, { left: number; at: number }>({ max: maxCountedNetworks });
  return (network: string): boolean => {
    const now = performance.now();
    const { left, at } = allowances.get(network) ?? { left: atOnce, at: now };
    const allowed = Math.min(atOnce, left + ((now - at) / 1000) * perSecond);
    const mayOpen = allowed >= 1;
    allowances.set(network, { left: mayOpen ? allowed - 1 : allowed, at: now });
    return mayOpen;
  };
};

export interface ConnectionLimitOptions {
  /** An idle connection takes some 10 KB and a file descriptor. */
  maxConnections?: number;
  /** True for trusted proxies: their connections carry many visitors and count only towards `maxConnections`. */
  isUnlimited: (ip: string) => boolean;
  /** Called when a connection beyond a limit of the visitor is refused. */
  onRefuse?: (reason: 'limit per visitor' | 'new connections') => void;
  onEvict?: () => void;
}

/**
 * Limits connections per visitor, before a byte is read from them: how many are open, and how often they are opened,
 * because accepting one and parsing what it sends costs more than a request on one that was kept. When the process itself is full, the oldest
 * connection of the network with the most is closed: refusing new ones would let idle connections from a few dozen IPs
 * lock everyone out.
 */
export const limitConnections = (server: Server, options: ConnectionLimitOptions) => {
  const { maxConnections = 10_000, isUnlimited, onRefuse, onEvict } = options;
  const openByNetwork = new Map<string, Set<Socket>>();
  const mayOpen = newConnectionLimit();
  let openCount = 0;

  const remove = (network: string, socket: Socket) => {
    const open = openByNetwork.get(network);
    if (!open?.delete(socket)) return;
    openCount--;
    if (open.size === 0) openByNetwork.delete(network);
  };

  const evictOne = () => {
    let [largest] = openByNetwork;
    for (const entry of openByNetwork) if (entry[1].size > (largest?.[1].size ?? 0)) largest = entry;
    if (!largest) return;
    const [network, open] = largest;
    const [oldest] = open;
    if (!oldest) return;
    remove(network, oldest);
    oldest.destroy();
    onEvict?.();
  };

  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: ip } = socket;
    // Without an IP, the client has already disconnected.
    if (ip === undefined) return;
    const network = ipNetwork(ip);
    const refuse = (reason: 'limit per visitor' | 'new connections') => {
      socket.destroy();
      onRefuse?.(reason);
    };
    if (!isUnlimited(ip)) {
      if ((openByNetwork.get(network)?.size ?? 0) >= maxPerNetwork) return refuse('limit per visitor');
      if (!mayOpen(network)) return refuse('new connections');
    }
    if (openCount >= maxConnections) evictOne();
    openByNetwork.set(network, (openByNetwork.get(network) ?? new Set()).add(socket));
    openCount++;
    socket.once('close', () => remove(network, socket));
  });
};

/**
 * Bounds the memory of responses that clients don't read. Beyond `maxBytes` for the whole process, the connections with
 * the most unread bytes are closed.
 */
export const limitUnreadBytes = (server: Server, maxBytes: number, onEnd = () => {}) =>
  checkSockets(server, (open) => {
    let unread = 0;
    for (const socket of open) unread += socket.writableLength;
    if (unread <= maxBytes) return;
    const mostFirst = [...open].sort((one, other) => other.writableLength - one.writableLength);
    for (const socket of mostFirst) {
      if (unread <= maxBytes) return;
      unread -= socket.writableLength;
      socket.destroy();
      onEnd();
    }
  });

export interface ReadingSpeed {
  bytesPerSecond: number;
  /** Extra time for connections that stall for a moment. */
  graceMs: number;
}

/** The socket must have sent `sentBytes` by the time `at`. */
interface Deadline {
  sentBytes: number;
  at: number;
}

/** Bytes handed to the kernel, which buffers up to a few hundred KB that the client hasn't read. */
const sentBytes = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/**
 * Closes connections whose clients read more slowly than any real network (slow-read attack). A byte now and then
 * counts as activity for the socket timeout, so such a client could hold its response and connection for days.
 */
export const endSlowReaders = (server: Server, { bytesPerSecond, graceMs }: ReadingSpeed, onEnd = () => {}) => {
  const deadlines = new WeakMap<Socket, Deadline>();
  checkSockets(server, (open) => {
    const now = performance.now();
    for (const socket of open) {
      const unread = socket.writableLength;
      const deadline = deadlines.get(socket);
      if (unread === 0) deadlines.delete(socket);
      else if (!deadline || sentBytes(socket) >= deadline.sentBytes)
        deadlines.set(socket, {
          sentBytes: sentBytes(socket) + unread,
          at: now + graceMs + (unread / bytesPerSecond) * 1000,
        });
      else if (now > deadline.at) {
        socket.destroy();
        onEnd();
      }
    }
  });
};

/** Concurrent requests per visitor. More would not be faster, since there is one thread. */
const maxInProgress = 4;
/** Afterwards a request no longer counts as in progress: it is waiting for the database or its client, not the CPU. */
const maxTurnMs = 1000;

/** Pictures are queued separately, because fetching them from other sites must not delay the visitor's next page. */
const laneOf = ({ url = '' }: IncomingMessage) => (url.startsWith(picturesPath) ? ' pictures' : '');

/** A request that waits to be passed on. */
interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
  next: RequestListener;
}

interface Visitor {
  inProgress: number;
  waiting: Turn[];
}

/**
 * Handles a few requests per visitor at a time (fair queueing). Otherwise, a visitor who sends a whole minute's worth
 * of the rate limit at once would have all of them answered before the next visitor. The number of waiting requests is
 * bounded by the visitor's connections.
 */
export const shareAmongVisitors = (server: Server, networkOf: VisitorNetwork) => {
  const visitors = new Map<string, Visitor>();

  const answer = (network: string, visitor: Visitor, { request, response, next }: Turn) => {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const turn = visitor.waiting.shift();
      // Let other visitors' I/O in first: a response that needs none would otherwise start the next in the same tick.
      if (turn) setImmediate(() => answer(network, visitor, turn));
      else if (--visitor.inProgress === 0) visitors.delete(network);
    };
    const timer = setTimeout(end, maxTurnMs).unref();
    // The client may have disconnected while the request was waiting.
    if (response.destroyed) {
      end();
      return;
    }
    response.once('close', end);
    next(request, response);
  };

  interceptRequests(server, (request, response, next) => {
    const network = networkOf(request) + laneOf(request);
    const visitor = visitors.get(network) ?? { inProgress: 0, waiting: [] };
    visitors.set(network, visitor);
    if (visitor.inProgress >= maxInProgress) {
      visitor.waiting.push({ request, response, next });
      return;
    }
    visitor.inProgress++;
    answer(network, visitor, { request, response, next });
  });
};

/** Browsers never pipeline; clients that do send a handful of requests ahead. */
const maxPipelined = 32;

/** The request asks for another protocol. Node's parser knows it; its types don't. */
interface ParsedRequest extends IncomingMessage {
  upgrade?: boolean;
}

/** Node's parser calls it with each request. It creates the response and emits `request`. */
type StartRequest = (request: ParsedRequest, shouldKeepAlive: boolean) => number;

/** What on_headers_complete of llhttp returns when the bytes that follow are not HTTP: they are left alone. */
const stopParsing = 2;
const goOn = 0;

/**
 * Handles one request per connection at a time. Node starts all pipelined requests at once, each holding an open file
 * or a finished body, however slowly the client reads the first response. Reading pauses while requests wait
 * (backpressure), and a client that pipelines too many is disconnected.
 *
 * Requests wait before Node creates their responses, and the first of a chunk until the chunk is parsed. So a client
 * that sends too many at once costs next to nothing: none of them is answered, none has to be aborted, and what it has
 * sent beyond is not even parsed. Node has no public way to do that before a response exists.
 */
const answerInTurn = (server: Server, onEnd = () => {}) => {
  const onRequest = new WeakMap<Socket, (response: ServerResponse) => void>();

  server.on('connection', (socket: Socket & { parser?: { onIncoming?: StartRequest } }) => {
    const { parser } = socket;
    const start = parser?.onIncoming;
    if (!parser || !start) return;
    const waiting: Parameters<StartRequest>[] = [];
    let isAnswering = false;

    const answerNext = () => {
      // Node itself refuses some requests, and emits none for them.
      while (!isAnswering) {
        const turn = waiting.shift();
        // The client has disconnected, or the last response closed the connection.
        if (!turn || !socket.writable) return;
        if (waiting.length === 0) socket.resume();
        start(...turn);
      }
    };

    onRequest.set(socket, (response) => {
      isAnswering = true;
      response.once('close', () => {
        isAnswering = false;
        answerNext();
      });
    });

    const onChunkParsed = () => {
      answerNext();
      if (waiting.length > 0) socket.pause();
    };

    parser.onIncoming = (request, shouldKeepAlive) => {
      if (socket.destroyed) return stopParsing;
      if (request.method === 'CONNECT') return start(request, shouldKeepAlive);
      // As Node does when it starts a request and nothing listens for upgrades: the offer is ignored.
      request.upgrade = false;
      waiting.push([request, shouldKeepAlive]);
      const ahead = isAnswering ? waiting.length : waiting.length - 1;
      if (ahead > maxPipelined) {
        socket.destroy();
        onEnd();
        return stopParsing;
      }
      if (waiting.length === 1) process.nextTick(onChunkParsed);
      return goOn;
    };
  });

  server.prependListener('request', ({ socket }, response) => onRequest.get(socket)?.(response));
};

const maxUnreadBytes = 64 * 1024 * 1024;
const minReadingSpeed = { bytesPerSecond: 1024, graceMs: 30_000 };

export interface ConnectionGuards {
  trustsProxy: TrustsProxy;
  networkOf: VisitorNetwork;
  closed: ClosedConnections;
}

/** Bounds the resources that connections take. Must be called after all other request listeners are added. */
export const guardConnections = (
  server: Server,
  { rateLimit }: Config,
  { trustsProxy, networkOf, closed }: ConnectionGuards,
) => {
  limitConnections(server, {
    isUnlimited: (ip) => rateLimit === 0 || trustsProxy(ip, 0),
    onRefuse: closed.count,
    onEvict: () => closed.count('limit of the site'),
  });
  limitUnreadBytes(server, maxUnreadBytes, () => closed.count('unread bytes'));
  endSlowReaders(server, minReadingSpeed, () => closed.count('slow reading'));
  if (rateLimit > 0) shareAmongVisitors(server, networkOf);
  answerInTurn(server, () => closed.count('pipelining'));
};

const closeIdleEveryMs = 100;
/** A client that opens a connection for a request sends it at once. */
const requestWithinMs = 1_000;

export interface Connections {
  /** From now on each response closes its connection, so that a proxy cannot reuse one that is about to be closed. */
  announceStop: () => void;
}

/**
 * Closes connections while the site stops. Fastify and Node close those that are idle when the stop begins, and those
 * that send another request; without this, one that is waiting for its response would stay open for the keep-alive
 * timeout and delay the stop. Must be called after all other request listeners are added, so that it sees requests
 * first.
 */
export const closeWhileStopping = (app: FastifyInstance): Connections => {
  let isStopping = false;
  const announceStop = () => {
    isStopping = true;
  };
  // Browsers open connections ahead of time. Node takes them for busy until their first request, and waits half a minute for it.
  const openSince = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    openSince.set(socket, performance.now());
    socket.once('close', () => openSince.delete(socket));
  });
  app.server.prependListener('request', (_request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
  });
  // Responses to requests that arrived before the announcement.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    announceStop();
    const timer = setInterval(() => {
      // Responses whose headers have already been sent.
      app.server.closeIdleConnections();
      const longAgo = performance.now() - requestWithinMs;
      for (const [socket, since] of openSince) if (socket.bytesRead === 0 && since < longAgo) socket.destroy();
    }, closeIdleEveryMs).unref();
    app.server.once('close', () => clearInterval(timer));
  });
  return { announceStop };
};
