import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';
import { ipNetwork } from '#domain/ip.ts';
import type { Config } from '../config.ts';
import type { TrustsProxy } from './trusted-proxies.ts';

/** What a request counts for: the visitor's IP, or the /64 of an IPv6 address. */
export type VisitorNetwork = (request: IncomingMessage) => string;

/** Longer headers are not written by proxies, and would take memory. */
const maxMemoizedLength = 100;

/** For requests that Fastify hasn't seen, as Fastify finds it. */
export const visitorIp =
  ({ trustProxy }: Pick<Config, 'trustProxy'>, trustsProxy: TrustsProxy) =>
  (request: IncomingMessage): string =>
    trustProxy === false ? (request.socket.remoteAddress ?? '') : proxyAddr(request, trustsProxy);

/** For requests that Fastify hasn't seen. It must cost next to nothing, so it is memoized. */
export const visitorNetwork = (
  { trustProxy }: Pick<Config, 'trustProxy'>,
  trustsProxy: TrustsProxy,
): VisitorNetwork => {
  const networks = new LRUCache<string, string>({ max: 1000 });
  return (request) => {
    const { remoteAddress = '' } = request.socket;
    const forwardedFor = trustProxy === false ? '' : String(request.headers['x-forwarded-for'] ?? '');
    const key = `${remoteAddress} ${forwardedFor}`;
    const known = networks.get(key);
    if (known !== undefined) return known;
    const network = ipNetwork(forwardedFor === '' ? remoteAddress : proxyAddr(request, trustsProxy));
    if (key.length <= maxMemoizedLength) networks.set(key, network);
    return network;
  };
};
