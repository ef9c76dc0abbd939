import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';
import { countryCodes } from '#contract/values/age-checks.ts';
import { ipNetwork } from '#domain/ip.ts';
import type { Config } from '../config.ts';

/** Whether the forwarding headers of this peer are trusted. `hop` is 0 for the peer that opened the connection. */
export type TrustsProxy = (ip: string, hop: number) => boolean;

/**
 * `true` trusts only the nearest proxy: entries further left in X-Forwarded-For come from the visitor, who could send a
 * different IP with each request to escape every limit.
 */
export const trustedProxies = (trustProxy: Config['trustProxy']): TrustsProxy =>
  typeof trustProxy === 'boolean' ? (_ip, hop) => trustProxy && hop === 0 : compile(trustProxy);

/** The key by which requests are counted: the visitor's IPv4 address, or the /64 network of an IPv6 address. */
export type VisitorNetwork = (request: IncomingMessage) => string;

/** Real proxies don't write longer headers. */
const maxMemoizedLength = 100;

/** The same IP as Fastify's `request.ip`, for requests that Fastify hasn't seen. */
export const visitorIp =
  ({ trustProxy }: Pick<Config, 'trustProxy'>, trustsProxy: TrustsProxy) =>
  (request: IncomingMessage): string =>
    trustProxy === false ? (request.socket.remoteAddress ?? '') : proxyAddr(request, trustsProxy);

/** For requests that Fastify hasn't seen. Memoized, because it runs for every cached page. */
export const visitorNetwork = (
  { trustProxy }: Pick<Config, 'trustProxy'>,
  trustsProxy: TrustsProxy,
): VisitorNetwork => {
  const networks = new LRUCache<string, string>({ max: 1000 });
  return (request) => {
    const { remoteAddress = '' } = request.socket;
    const forwardedFor = trustProxy === false ? '' : String(request.headers['x-forwarded-for'] ?? '');
    const key = `${remoteAddress} ${forwardedFor}`;
    const memoized = networks.get(key);
    if (memoized !== undefined) return memoized;
    const network = ipNetwork(forwardedFor === '' ? remoteAddress : proxyAddr(request, trustsProxy));
    if (key.length <= maxMemoizedLength) networks.set(key, network);
    return network;
  };
};

/** The visitor's country code, or undefined if it is unknown. */
export type VisitorCountry = (request: IncomingMessage) => string | undefined;

const knownCountries = new Set(countryCodes);

/** Reads the country header only if a trusted proxy opened the connection: anyone else could choose a country. */
export const visitorCountry =
  (header: string | undefined, trustsProxy: TrustsProxy): VisitorCountry =>
  ({ headers, socket: { remoteAddress } }) => {
    const value = header === undefined ? undefined : headers[header];
    if (typeof value !== 'string' || remoteAddress === undefined || !trustsProxy(remoteAddress, 0)) return undefined;
    const code = value.trim().toUpperCase();
    return knownCountries.has(code) ? code : undefined;
  };
