import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { picturesPath } from '#contract/values/urls.ts';
import { ipNetwork } from '#domain/ip.ts';
import type { Config } from '../config.ts';
import type { TrustsProxy, VisitorNetwork } from './visitors.ts';

/** Why the site closed a connection that its client would have kept. */
export type CloseReason = 'limit per visitor' | 'limit of the site' | 'pipelining' | 'unread bytes' | 'slow reading';

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

export interface ConnectionLimitOptions {
  /** An idle connection takes some 10 KB and a file descriptor. */
  maxConnections?: number;
  /** A proxy's connections carry many visitors, so they count only towards the limit of the process. */
  isUnlimited: (ip: string) => boolean;
  /** Called when a visitor has too many connections to get another one. */
  onRefuse?: () => void;
  /** Called when a connection is closed to make room. */
  onEvict?: () => void;
}

/**
 * Refuses connections beyond what one visitor needs, before a byte of them is read. When the process has as many as it
 * can take, the oldest of whoever has the most gives way: refusing instead would let idle connections from a few dozen
 * IPs keep all visitors out.
 */
export const limitConnections = (server: Server, options: ConnectionLimitOptions) => {
  const { maxConnections = 10_000, isUnlimited, onRefuse, onEvict } = options;
  const openByNetwork = new Map<string, Set<Socket>>();
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
    // Without an IP, the visitor has gone already.
    if (ip === undefined) return;
    const network = ipNetwork(ip);
    if ((openByNetwork.get(network)?.size ?? 0) >= maxPerNetwork && !isUnlimited(ip)) {
      socket.destroy();
      onRefuse?.();
      return;
    }
    if (openCount >= maxConnections) evictOne();
    openByNetwork.set(network, (openByNetwork.get(network) ?? new Set()).add(socket));
    openCount++;
    socket.once('close', () => remove(network, socket));
  });
};

/**
 * Bounds what responses take in memory while their clients don't read them. Beyond `maxBytes` for the whole process, the
 * connections that hold the most are ended.
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
  /** Granted on top, for connections that stall for a moment. */
  graceMs: number;
}

/** What was unread at one moment has to be read by another. */
interface Deadline {
  sentBytes: number;
  at: number;
}

/** Bytes that the kernel has taken over. It takes a few hundred KB ahead of the client. */
const sentBytes = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/**
 * Ends connections whose clients read more slowly than any network is: a byte now and then counts as activity for the
 * socket's timeout, so such a client could hold its response and its connection for days.
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

/** A page's few requests. More at once would not be faster: there is one thread. */
const maxInProgress = 4;
/** What takes longer waits for the database or for its client, and leaves the thread to others. */
const maxTurnMs = 1000;

/** Pictures that have to be fetched from another site must not keep a visitor's next page waiting. */
const laneOf = ({ url = '' }: IncomingMessage) => (url.startsWith(picturesPath) ? ' pictures' : '');

/** A request that waits until it may be worked on. */
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

/** Browsers never pipeline, and clients that do send a handful of requests ahead. */
const maxPipelined = 32;

/**
 * Works on one request per connection at a time. Node would start all pipelined requests at once, each with its open
 * file or its finished body, however slowly the client reads the first response. With this, a connection holds one
 * response. It isn't read from while requests wait (backpressure), and ended if a client sends many without waiting.
 */
const answerInTurn = (server: Server, onEnd = () => {}) => {
  const latest = new WeakMap<Socket, ServerResponse>();
  const waiting = new WeakMap<Socket, Turn[]>();
  const nextListeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');

  const answer = (socket: Socket, { request, response }: Turn) => {
    latest.set(socket, response);
    for (const listener of nextListeners) listener(request, response);
  };

  const answerNext = (socket: Socket, turns: Turn[]) => {
    const turn = turns.shift();
    const isLast = turns.length === 0;
    if (isLast || !socket.writable) waiting.delete(socket);
    // Nothing can be sent any more if the client has gone, or if the last response closed the connection.
    if (!turn || !socket.writable) return;
    if (isLast) socket.resume();
    answer(socket, turn);
    if (!isLast) turn.response.once('close', () => answerNext(socket, turns));
  };

  const wait = (socket: Socket, turn: Turn, current: ServerResponse) => {
    const turns = waiting.get(socket) ?? [];
    turns.push(turn);
    if (turns.length > maxPipelined) {
      socket.destroy();
      onEnd();
      return;
    }
    socket.pause();
    if (turns.length > 1) return;
    waiting.set(socket, turns);
    current.once('close', () => answerNext(socket, turns));
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const current = latest.get(socket);
    if (current && (waiting.has(socket) || !current.writableFinished)) wait(socket, { request, response }, current);
    else answer(socket, { request, response });
  });
};

const maxUnreadBytes = 64 * 1024 * 1024;
const minReadingSpeed = { bytesPerSecond: 1024, graceMs: 30_000 };

export interface ConnectionGuards {
  trustsProxy: TrustsProxy;
  networkOf: VisitorNetwork;
  closed: ClosedConnections;
}

/** Bounds what connections take, whatever their clients send or don't read. Comes after every other request listener. */
export const guardConnections = (
  server: Server,
  { rateLimit }: Config,
  { trustsProxy, networkOf, closed }: ConnectionGuards,
) => {
  limitConnections(server, {
    isUnlimited: (ip) => rateLimit === 0 || trustsProxy(ip, 0),
    onRefuse: () => closed.count('limit per visitor'),
    onEvict: () => closed.count('limit of the site'),
  });
  limitUnreadBytes(server, maxUnreadBytes, () => closed.count('unread bytes'));
  endSlowReaders(server, minReadingSpeed, () => closed.count('slow reading'));
  if (rateLimit > 0) shareAmongVisitors(server, networkOf);
  answerInTurn(server, () => closed.count('pipelining'));
};

const closeIdleEveryMs = 100;

export interface Connections {
  /** From now on each response is the last one of its connection: none is left that a proxy could send a request to too late. */
  announceStop: () => void;
}

/**
 * Closes connections while the site stops. Comes after every other request listener, and sees requests first. Fastify and Node do that to those that are idle at the beginning and those that send
 * another request; one that is waiting for its response then would stay open for the keep-alive timeout, and the stop with it.
 */
export const closeWhileStopping = (app: FastifyInstance): Connections => {
  let isStopping = false;
  const announceStop = () => {
    isStopping = true;
  };
  app.server.prependListener('request', (_request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
  });
  // For responses whose request arrived before.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    announceStop();
    // For responses whose headers have been sent already.
    const timer = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs).unref();
    app.server.once('close', () => clearInterval(timer));
  });
  return { announceStop };
};
