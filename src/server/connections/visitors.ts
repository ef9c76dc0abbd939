import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';
import { countryCodes } from '#contract/values/age-checks.ts';
import { ipNetwork } from '#domain/ip.ts';
import type { Config } from '../config.ts';

/** Whether the headers of this peer are believed; `hop` is 0 for whoever opened the connection. */
export type TrustsProxy = (ip: string, hop: number) => boolean;

/**
 * `true` believes the nearest proxy alone: whatever stands further left in X-Forwarded-For was sent by the visitor, who
 * could choose an IP for each request and escape every limit.
 */
export const trustedProxies = (trustProxy: Config['trustProxy']): TrustsProxy =>
  typeof trustProxy === 'boolean' ? (_ip, hop) => trustProxy && hop === 0 : compile(trustProxy);

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

/** The code of a visitor's country; undefined if it is unknown. */
export type VisitorCountry = (request: IncomingMessage) => string | undefined;

const knownCountries = new Set(countryCodes);

/** Believes the header of the proxy that opened the connection, if that is trusted: anyone else could choose a country. */
export const visitorCountry =
  (header: string | undefined, trustsProxy: TrustsProxy): VisitorCountry =>
  ({ headers, socket: { remoteAddress } }) => {
    const value = header === undefined ? undefined : headers[header];
    if (typeof value !== 'string' || remoteAddress === undefined || !trustsProxy(remoteAddress, 0)) return undefined;
    const code = value.trim().toUpperCase();
    return knownCountries.has(code) ? code : undefined;
  };
