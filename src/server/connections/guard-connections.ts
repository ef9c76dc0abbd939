import type { Server } from 'node:http';
import type { Config } from '../config.ts';
import { answerInTurn } from './answer-in-turn.ts';
import { limitConnections } from './limit-connections.ts';
import { limitUnreadBytes } from './limit-unread-bytes.ts';
import type { TrustsProxy } from './trusted-proxies.ts';

const maxUnreadBytes = 64 * 1024 * 1024;

/** Bounds what connections take, whatever their clients send or don't read. Comes after every other request listener. */
export const guardConnections = (server: Server, { rateLimit }: Config, trustsProxy: TrustsProxy) => {
  limitConnections(server, { isUnlimited: (ip) => rateLimit === 0 || trustsProxy(ip, 0) });
  limitUnreadBytes(server, maxUnreadBytes);
  answerInTurn(server);
};
