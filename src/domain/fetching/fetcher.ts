import { type LookupAddress, type LookupAllOptions, lookup as lookUpByDns } from 'node:dns';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { version } from '#db/version.ts';
import { type Allowance, mayConnect } from './allowance.ts';
import { readBody } from './read-body.ts';

/** A URL that the server must not fetch, now or later. */
export class FetchRefusedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FetchRefusedError';
  }
}

export interface FetchOptions {
  /** For everything together: names, redirects, the body. */
  timeoutMs: number;
  /** Of the body, after it is decompressed. */
  maxBytes: number;
  maxRedirects: number;
  headers?: Record<string, string>;
  /** Sent by POST. */
  body?: string;
}

export interface Fetched {
  status: number;
  contentType: string;
  body: Buffer;
}

/** Fetches what is public, and what the operator has allowed besides. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Fetched>;

type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface FetcherOptions {
  /** Shown in the user agent, so that whoever is fetched from knows by whom. */
  siteUrl: string;
  allow: readonly Allowance[];
  /** The system's resolver by default. */
  lookup?: Lookup;
}

interface Hop {
  hostname: string;
  port: number;
}

const hopOf = (url: URL): Hop => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefusedError('Only http and https are fetched.');
  if (url.username !== '' || url.password !== '') throw new FetchRefusedError('URLs with a password are not fetched.');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port };
};

const parse = (url: string, base?: URL) => {
  if (!URL.canParse(url, base)) throw new FetchRefusedError('This is no URL.');
  return new URL(url, base);
};

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/**
 * Everything that the server fetches goes through one of these. Where a connection leads is decided by the IP that it is
 * made to, so that a name cannot resolve to something public first and to something private afterwards (DNS rebinding).
 */
export const createFetcher = ({ siteUrl, allow, lookup = lookUpByDns }: FetcherOptions): Fetch => {
  const assertAllowed = ({ hostname, port }: Hop, ip: string) => {
    if (!mayConnect({ hostname, port, ip }, allow))
      throw new FetchRefusedError(`${hostname.slice(0, 100)} is not a public address of the web.`);
  };

  const checkedLookup =
    (hop: Hop): LookupFunction =>
    (hostname, options, callback) =>
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        try {
          if (error) throw error;
          for (const { address } of addresses) assertAllowed(hop, address);
          const [first] = addresses;
          if (!first) throw new Error(`${hostname} has no address.`);
          if (options.all) callback(null, addresses);
          else callback(null, first.address, first.family);
        } catch (refusal) {
          callback(refusal as Error, options.all ? [] : '');
        }
      });

  const send = (url: URL, { headers, body }: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> => {
    const hop = hopOf(url);
    if (isIP(hop.hostname) > 0) assertAllowed(hop, hop.hostname);
    const options: RequestOptions = {
      ...hop,
      path: url.pathname + url.search,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'user-agent': `Marquee/${version} (+${siteUrl})`,
        'accept-encoding': 'identity',
        host: url.host,
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // A connection of its own: one that is kept open was checked for another name.
      agent: false,
      lookup: checkedLookup(hop),
      signal,
    };
    return new Promise((resolve, reject) => {
      const request: ClientRequest = (url.protocol === 'https:' ? requestHttps : requestHttp)(options, resolve);
      request.on('socket', (socket: Socket) =>
        socket.once('connect', () => {
          try {
            assertAllowed(hop, socket.remoteAddress ?? '');
          } catch (refusal) {
            request.destroy(refusal as Error);
          }
        }),
      );
      request.on('error', reject);
      request.end(body);
    });
  };

  return async (given, options) => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    let url = parse(given);
    for (let redirects = 0; ; redirects++) {
      const response = await send(url, options, signal);
      try {
        const { statusCode: status = 0, headers } = response;
        if (!isRedirect(status) || headers.location === undefined || options.body !== undefined)
          return {
            status,
            contentType: headers['content-type'] ?? '',
            body: await readBody(response, options.maxBytes),
          };
        if (redirects >= options.maxRedirects) throw new Error('There were too many redirects.');
        url = parse(headers.location, url);
      } finally {
        response.destroy();
      }
    }
  };
};
