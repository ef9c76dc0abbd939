import { type IncomingHttpHeaders, type IncomingMessage, validateHeaderName, validateHeaderValue } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { version } from '#db/version.ts';
import { FetchRefusedError, FetchTimeoutError, FetchTooLargeError } from './fetch-errors.ts';
import { type ConnectorOptions, createConnector } from './outgoing-connections.ts';

type SentHeaders = Readonly<Record<string, string>>;

const userAgentOf = (siteUrl: string, purpose?: string) =>
  `Marquee/${version} (+${siteUrl}${purpose === undefined ? '' : `; ${purpose}`})`;

/** Headers that callers can't set. */
const ownHeaders = ['host', 'user-agent', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect'];

/** Lower-cases header names and rejects header injection. */
const checkedHeaders = (headers: SentHeaders): Record<string, string> => {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new FetchRefusedError('A header has characters that are not allowed.');
    }
    if (!ownHeaders.includes(name.toLowerCase())) checked[name.toLowerCase()] = value;
  }
  return checked;
};

/** Headers that may be sent to other origins. Others, such as Authorization or X-Api-Key, may be secrets. */
const harmlessHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
];

/** The headers to send after a redirect to another origin, including between http and https. */
const headersForOtherOrigin = (headers: SentHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name)));

interface TimeLimits {
  /** Total time, including DNS, redirects and the body. */
  timeoutMs: number;
  /** Maximum wait for the headers, or for more of the body. */
  idleMs?: number;
  /** Aborts the fetch with its reason. */
  signal?: AbortSignal;
}

interface Deadline {
  signal: AbortSignal;
  /** Runs work that waits for the other server, within `idleMs`. */
  wait: <T>(work: () => Promise<T>) => Promise<T>;
  /** Aborts everything that is still open. */
  end: () => void;
}

const startDeadline = ({ timeoutMs, idleMs, signal }: TimeLimits): Deadline => {
  const controller = new AbortController();
  const abortAfter = (ms: number, what: string) =>
    setTimeout(() => controller.abort(new FetchTimeoutError(ms, what)), ms);
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const total = abortAfter(timeoutMs, 'The response did not end');
  return {
    signal: controller.signal,
    wait: async (work) => {
      const idle = idleMs === undefined ? undefined : abortAfter(idleMs, 'Nothing was received');
      try {
        controller.signal.throwIfAborted();
        return await work();
      } catch (error) {
        // The reason for the abort is more helpful than the resulting connection error.
        throw controller.signal.aborted ? controller.signal.reason : error;
      } finally {
        clearTimeout(idle);
      }
    },
    end: () => {
      clearTimeout(total);
      signal?.removeEventListener('abort', abort);
      controller.abort(new Error('The fetch was ended.'));
    },
  };
};

interface SizeLimits {
  /** Maximum size of the body, both compressed and decompressed. */
  maxBytes: number;
}

/** Maximum compression ratio. Feeds and pages have ratios of 5 to 20, decompression bombs of 1000 or more. */
const maxExpansion = 200;
/** Small responses may have any ratio. */
const freeBytes = 1024 * 1024;

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const tooLarge = (maxBytes: number) => new FetchTooLargeError(`The response has more than ${maxBytes} bytes.`);

const decoderFor = ({ headers }: IncomingMessage) => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === '' || encoding === 'identity') return undefined;
  const decoder = decoders[encoding];
  if (!decoder) throw new Error(`The response has the unknown encoding ${encoding.slice(0, 40)}.`);
  return decoder();
};

/** Responses to HEAD, 204 and 304 may have headers of a body, but no body. */
const hasBody = ({ statusCode = 0 }: IncomingMessage, method: string) =>
  method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;

/** Decompresses the body within the limits. Also limits compressed bytes, because some decompress to nothing. */
async function* decodedBody(
  response: IncomingMessage,
  method: string,
  { maxBytes }: SizeLimits,
): AsyncGenerator<Buffer, void, undefined> {
  if (!hasBody(response, method)) return;
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let received = 0;
  async function* count(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  }
  const decoder = decoderFor(response);
  // Errors of the pipeline are thrown while iterating.
  const decoded: AsyncIterable<Buffer> = decoder ? pipeline(response, count, decoder, () => {}) : count(response);
  let expanded = 0;
  for await (const chunk of decoded) {
    expanded += chunk.length;
    if (expanded > maxBytes) throw tooLarge(maxBytes);
    if (expanded > freeBytes && expanded > received * maxExpansion)
      throw new FetchTooLargeError(`The response expands more than ${maxExpansion} times.`);
    yield chunk;
  }
}

/** Parses the Retry-After header. */
export const retryAfterMs = (headers: IncomingHttpHeaders, now: number): number | undefined => {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const time = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
};

export interface FetchStreamOptions extends TimeLimits, SizeLimits {
  maxRedirects: number;
  method?: 'GET' | 'HEAD';
  /** Possibly secret headers are only sent to the origin of the URL. */
  headers?: SentHeaders;
  /** Makes this a POST request, which doesn't follow redirects. */
  body?: string;
  /** Called before following a redirect. May throw to end the fetch. */
  beforeRedirect?: (to: URL) => Promise<void>;
  /** Shown in the user agent, such as “link check”. */
  purpose?: string;
}

export interface FetchedStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** The URL after redirects. */
  url: string;
  /** The decompressed body. Reading it to the end, or leaving the loop, closes the connection. */
  body: AsyncIterable<Buffer>;
  /** Closes the connection. Call this if you don't read the body. */
  close: () => void;
}

/** Fetches from public addresses, and from what the operator has allowed. */
export type FetchStream = (url: string, options: FetchStreamOptions) => Promise<FetchedStream>;

export interface FetcherOptions extends ConnectorOptions {
  /** Shown in the user agent. */
  siteUrl: string;
}

const parse = (url: string, base?: URL) => {
  if (!URL.canParse(url, base)) throw new FetchRefusedError('This is not a valid URL.');
  return new URL(url, base);
};

/** Node decodes headers as Latin-1, but a non-ASCII Location is UTF-8. */
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

/** Creates the function through which the server makes all of its requests. */
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
        // Avoid an unhandled error of a body that isn't read. Readers still get it.
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

export type FetchOptions = Omit<FetchStreamOptions, 'method'>;

export interface Fetched {
  status: number;
  contentType: string;
  body: Buffer;
}

/** Fetches a whole body into memory. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Fetched>;

export const wholeBodies =
  (fetchStream: FetchStream): Fetch =>
  async (url, options) => {
    const { status, headers, body } = await fetchStream(url, options);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { status, contentType: headers['content-type'] ?? '', body: Buffer.concat(chunks) };
  };

export const createFetcher = (options: FetcherOptions): Fetch => wholeBodies(createFetchStream(options));
