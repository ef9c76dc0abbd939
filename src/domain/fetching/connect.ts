import { type LookupAddress, type LookupAllOptions, lookup as lookUpByDns } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { type Allowance, mayConnect, mayUsePort } from './allowance.ts';
import { FetchRefusedError } from './fetch-errors.ts';

export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
  /** What may be connected to besides public addresses. */
  allow: readonly Allowance[];
  /** The system's resolver by default. */
  lookup?: Lookup;
}

export interface SentRequest {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

/** Sends one request and gives its answer, without following redirects. */
export type Connect = (url: URL, request: SentRequest) => Promise<IncomingMessage>;

interface Hop {
  hostname: string;
  port: number;
}

const hopOf = (url: URL): Hop => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefusedError('Only http and https are fetched.');
  if (url.username !== '' || url.password !== '') throw new FetchRefusedError('URLs with a password are not fetched.');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port };
};

/**
 * Where a connection leads is decided by the IP that it is made to, so that a name cannot resolve to something public
 * first and to something private afterwards (DNS rebinding).
 */
export const createConnector = ({ allow, lookup = lookUpByDns }: ConnectorOptions): Connect => {
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

  return async (url, { method, headers, body, signal }) => {
    const hop = hopOf(url);
    // No name is looked up for nothing.
    if (!mayUsePort(hop.port, allow)) throw new FetchRefusedError('Only the ports 80 and 443 are fetched from.');
    if (isIP(hop.hostname) > 0) assertAllowed(hop, hop.hostname);
    const options: RequestOptions = {
      ...hop,
      path: url.pathname + url.search,
      method,
      headers: {
        ...headers,
        host: url.host,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // A connection of its own: one that is kept open was checked for another name.
      agent: false,
      lookup: checkedLookup(hop),
      signal,
    };
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(options, resolve);
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
      // A server that switches to another protocol gets neither an answer nor an error.
      request.on('close', () => reject(new Error('The connection was closed without an answer.')));
      request.end(body);
    });
  };
};
