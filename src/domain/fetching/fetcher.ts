import { type IncomingHttpHeaders, type IncomingMessage, validateHeaderName, validateHeaderValue } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { version } from '#db/version.ts';
import { FetchRefusedError, FetchTimeoutError, FetchTooLargeError } from './fetch-errors.ts';
import { type ConnectorOptions, createConnector } from './outgoing-connections.ts';

type SentHeaders = Readonly<Record<string, string>>;

/** Says who asks and, if it matters to whoever is asked, what for. */
const userAgentOf = (siteUrl: string, purpose?: string) =>
  `Marquee/${version} (+${siteUrl}${purpose === undefined ? '' : `; ${purpose}`})`;

/** Decided by the connection alone. */
const ownHeaders = ['host', 'user-agent', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect'];

/** In lower case, and without what could end a header and begin another. */
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

/** Any other header, such as Authorization or X-Api-Key, may be a secret of the origin that it was meant for. */
const harmlessHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
];

/** What is sent when a redirect leads to another origin; http is another origin than https. */
const headersForOtherOrigin = (headers: SentHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name)));

interface TimeLimits {
  /** For everything together: names, redirects, the body. */
  timeoutMs: number;
  /** For each wait for the other server: its headers, or more of its body. */
  idleMs?: number;
  /** Aborts the fetch with its reason. */
  signal?: AbortSignal;
}

interface Deadline {
  signal: AbortSignal;
  /** Waits for the other server. */
  wait: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends whatever is still open. */
  end: () => void;
}

const startDeadline = ({ timeoutMs, idleMs, signal }: TimeLimits): Deadline => {
  const controller = new AbortController();
  const abortAfter = (ms: number, what: string) =>
    setTimeout(() => controller.abort(new FetchTimeoutError(ms, what)), ms);
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  const total = abortAfter(timeoutMs, 'The answer did not end');
  return {
    signal: controller.signal,
    wait: async (work) => {
      const idle = idleMs === undefined ? undefined : abortAfter(idleMs, 'Nothing came');
      try {
        controller.signal.throwIfAborted();
        return await work();
      } catch (error) {
        // The error of a connection that was cut off says less than why it was.
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
  /** Of the body, both as it comes and after it is decompressed. */
  maxBytes: number;
}

/** Feeds and pages shrink to a fifth or a twentieth; what is made to exhaust a server, to a thousandth and less. */
const maxExpansion = 200;
/** Small answers may be as repetitive as they like. */
const freeBytes = 1024 * 1024;

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const tooLarge = (maxBytes: number) => new FetchTooLargeError(`The answer has more than ${maxBytes} bytes.`);

const decoderFor = ({ headers }: IncomingMessage) => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === '' || encoding === 'identity') return undefined;
  const decoder = decoders[encoding];
  if (!decoder) throw new Error(`The answer is encoded as ${encoding.slice(0, 40)}.`);
  return decoder();
};

/** Answers to HEAD, and those that say that nothing has changed, have the headers of a body that does not follow. */
const hasBody = ({ statusCode = 0 }: IncomingMessage, method: string) =>
  method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;

/** The body within its limits. Compressed bytes are counted, too: some decompress to nothing. */
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
  // Errors of the pipeline are thrown where it is read.
  const decoded: AsyncIterable<Buffer> = decoder ? pipeline(response, count, decoder, () => {}) : count(response);
  let expanded = 0;
  for await (const chunk of decoded) {
    expanded += chunk.length;
    if (expanded > maxBytes) throw tooLarge(maxBytes);
    if (expanded > freeBytes && expanded > received * maxExpansion)
      throw new FetchTooLargeError(`The answer expands more than ${maxExpansion} times.`);
    yield chunk;
  }
}

/** How long the other server asks to be left alone, if it does. */
export const retryAfterMs = (headers: IncomingHttpHeaders, now: number): number | undefined => {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const time = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
};

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
