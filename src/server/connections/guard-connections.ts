import type { Server } from 'node:http';
import type { Config } from '../config.ts';
import { answerInTurn } from './answer-in-turn.ts';
import type { ClosedConnections } from './closed-connections.ts';
import { endSlowReaders } from './end-slow-readers.ts';
import { limitConnections } from './limit-connections.ts';
import { limitUnreadBytes } from './limit-unread-bytes.ts';
import { shareAmongVisitors } from './share-among-visitors.ts';
import type { TrustsProxy } from './trusted-proxies.ts';
import type { VisitorNetwork } from './visitor-network.ts';

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
