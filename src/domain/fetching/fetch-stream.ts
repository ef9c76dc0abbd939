import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type ConnectorOptions, createConnector } from './connect.ts';
import { type Deadline, startDeadline, type TimeLimits } from './deadline.ts';
import { decodedBody, type SizeLimits } from './decoded-body.ts';
import { FetchRefusedError } from './fetch-errors.ts';
import { checkedHeaders, headersForOtherOrigin, type SentHeaders, userAgentOf } from './request-headers.ts';

export interface FetchStreamOptions extends TimeLimits, SizeLimits {
  maxRedirects: number;
  method?: 'GET' | 'HEAD';
  /** Also Range, If-None-Match and If-Modified-Since. Secret ones stay with the origin of the URL. */
  headers?: SentHeaders;
  /** Sent by POST, which follows no redirects. */
  body?: string;
  /** Called with where a redirect leads, before it is followed. What it throws ends the fetch. */
  beforeRedirect?: (to: URL) => Promise<void>;
  /** Stands in the user agent, such as “link check”. */
  purpose?: string;
}

export interface FetchedStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Where the redirects led. */
  url: string;
  /** Decompressed. Reading it to its end, or leaving the loop, closes it. */
  body: AsyncIterable<Buffer>;
  /** For those who don't read the body. */
  close: () => void;
}

/** Fetches what is public, and what the operator has allowed besides. */
export type FetchStream = (url: string, options: FetchStreamOptions) => Promise<FetchedStream>;

export interface FetcherOptions extends ConnectorOptions {
  /** Shown in the user agent, so that whoever is fetched from knows by whom. */
  siteUrl: string;
}

const parse = (url: string, base?: URL) => {
  if (!URL.canParse(url, base)) throw new FetchRefusedError('This is no URL.');
  return new URL(url, base);
};

/** Node reads headers as Latin-1; a Location beyond ASCII is UTF-8. */
const locationOf = ({ location }: IncomingHttpHeaders) =>
  location === undefined ? undefined : Buffer.from(location, 'latin1').toString();

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

async function* readWithin(deadline: Deadline, body: AsyncGenerator<Buffer, void, undefined>) {
  try {
    for (;;) {
      const { done, value } = await deadline.wait(() => body.next());
      if (done) return;
      yield value;
    }
  } finally {
    deadline.end();
  }
}

/** Everything that the server fetches goes through one of these. */
export const createFetchStream = ({ siteUrl, ...connector }: FetcherOptions): FetchStream => {
  const connect = createConnector(connector);

  return async (given, options) => {
    const { body, maxRedirects, purpose } = options;
    const method = body === undefined ? (options.method ?? 'GET') : 'POST';
    const deadline = startDeadline(options);
    try {
      let url = parse(given);
      let headers: SentHeaders = { 'accept-encoding': 'identity', ...checkedHeaders(options.headers ?? {}) };
      for (let redirects = 0; ; redirects++) {
        const sent = { ...headers, 'user-agent': userAgentOf(siteUrl, purpose) };
        const response: IncomingMessage = await deadline.wait(() =>
          connect(url, { method, headers: sent, body, signal: deadline.signal }),
        );
        // Readers of the body get the error; the body of a redirect has no reader.
        response.on('error', () => {});
        const { statusCode: status = 0 } = response;
        const location = locationOf(response.headers);
        if (!isRedirect(status) || location === undefined || body !== undefined)
          return {
            status,
            headers: response.headers,
            url: url.href,
            body: readWithin(deadline, decodedBody(response, method, options)),
            close: deadline.end,
          };
        response.destroy();
        if (redirects >= maxRedirects) throw new Error('There were too many redirects.');
        const next = parse(location, url);
        await options.beforeRedirect?.(next);
        if (next.origin !== url.origin) headers = headersForOtherOrigin(headers);
        url = next;
      }
    } catch (error) {
      deadline.end();
      throw error;
    }
  };
};
