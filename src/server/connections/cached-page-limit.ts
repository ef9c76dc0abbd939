import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';
import { ipNetwork } from '#domain/ip-network.ts';
import type { Config } from '../config.ts';
import { cheapRateLimit } from '../rate-limits.ts';
import { createRequestCounter } from './request-counter.ts';
import type { TrustsProxy } from './trusted-proxies.ts';

/** Longer headers are not written by proxies, and would take memory. */
const maxMemoizedLength = 100;

/** The rate limit of cached pages, which are sent before Fastify. Counting must cost next to nothing, so it is memoized. */
export const cachedPageLimit = (config: Config, trustsProxy: TrustsProxy): ((request: IncomingMessage) => boolean) => {
  if (config.rateLimit === 0) return () => true;
  const counter = createRequestCounter(cheapRateLimit(config));
  const networks = new LRUCache<string, string>({ max: 1000 });

  const networkOf = (request: IncomingMessage) => {
    const { remoteAddress = '' } = request.socket;
    const forwardedFor = config.trustProxy === false ? '' : String(request.headers['x-forwarded-for'] ?? '');
    const key = `${remoteAddress} ${forwardedFor}`;
    const known = networks.get(key);
    if (known !== undefined) return known;
    const network = ipNetwork(forwardedFor === '' ? remoteAddress : proxyAddr(request, trustsProxy));
    if (key.length <= maxMemoizedLength) networks.set(key, network);
    return network;
  };

  return (request) => counter.isWithin(networkOf(request));
};
