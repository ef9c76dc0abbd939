import type { LinkReason } from '#contract/values/checks.ts';
import { FetchRefusedError } from '#domain/fetching/fetch-errors.ts';
import { type FetchedStream, type FetchStream, retryAfterMs } from '#domain/fetching/fetcher.ts';
import { bareHost } from '#domain/stay-down/kept-links.ts';

/** The result of a probe. */
export interface Outcome {
  kind: 'living' | 'gone' | 'unknown';
  /** Null without a response. */
  status: number | null;
  reason: LinkReason;
  /** From the Retry-After header. */
  retryAfterMs?: number | undefined;
}

const charsetOf = (bytes: Buffer, contentType: string): string => {
  const named = /charset\s*=\s*["']?([\w-]+)/i;
  // Browsers search the same number of bytes.
  return (named.exec(contentType) ?? named.exec(bytes.toString('latin1', 0, 1024)))?.[1] ?? 'utf-8';
};

/** Decodes a page by the charset in its Content-Type or meta element. */
export const decodePage = (bytes: Buffer, contentType: string): string => {
  try {
    return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
  } catch {
    // Unknown encoding.
    return bytes.toString();
  }
};

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", nbsp: ' ', lt: '<', gt: '>', '#39': "'" };

/** The offset at which text continues after the tag at `tag`. Skips scripts and styles. Undefined at the end. */
const afterTag = (html: string, tag: number): number | undefined => {
  const end = html.indexOf('>', tag);
  if (end === -1) return undefined;
  if (!/^<(?:script|style)\b/i.test(html.slice(tag, tag + 8))) return end + 1;
  const closing = /<\/(?:script|style)\b/gi;
  closing.lastIndex = end;
  return closing.exec(html)?.index;
};

/** The visible text of a page, approximately, in linear time for any input. */
export const textOf = (html: string): string => {
  const parts: string[] = [];
  let at: number | undefined = 0;
  while (at !== undefined) {
    const tag = html.indexOf('<', at);
    parts.push(html.slice(at, tag === -1 ? undefined : tag));
    at = tag === -1 ? undefined : afterTag(html, tag);
  }
  return parts.join(' ').replace(/&(#39|\w{2,4});/g, (whole, name: string) => entities[name] ?? whole);
};

/** How a host shows that it has removed a video, although it responds with 200. */
interface RemovalSign {
  /** Sentences on its page. */
  texts: string[];
  /** True if it redirects to its home page. */
  leadsHome: boolean;
}

export type RemovalSigns = ReadonlyMap<string, RemovalSign>;

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Parses the operator's setting: on each line a host and a sentence, or a host and "/" if it redirects to its home
 * page.
 */
export const parseRemovedTexts = (text: string): RemovalSigns => {
  const signs = new Map<string, RemovalSign>();
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^\s*(\S+)\s+(\S.*)$/.exec(line) ?? [];
    const host = bareHost(name.replace(/:$/, ''));
    if (host === '') continue;
    const sign = signs.get(host) ?? { texts: [], leadsHome: false };
    if (rest.trim() === '/') sign.leadsHome = true;
    else sign.texts.push(normalize(rest));
    signs.set(host, sign);
  }
  return signs;
};

const saysRemoved = ({ texts }: RemovalSign, html: string): boolean => {
  if (texts.length === 0) return false;
  const page = normalize(textOf(html));
  return texts.some((text) => page.includes(text));
};

export interface ProbeOptions {
  fetchStream: FetchStream;
  sign: RemovalSign | undefined;
  now: number;
  signal: AbortSignal;
  /** Called before a second request, to wait and count it. */
  beforeRequest: () => Promise<void>;
  /** Called before following a redirect, to count and check it. */
  mayFollow: (to: URL) => Promise<boolean>;
  /** Skips HEAD, for hosts that require minutes between requests. */
  asksOnce: boolean;
}

class NotFollowedError extends Error {
  override name = 'NotFollowedError';
}

/** How much of a page is searched for sentences. */
const maxBytes = 256 * 1024;
const limits = { timeoutMs: 20_000, maxRedirects: 5, purpose: 'link check' };

const gone = [404, 410];
const busy = [429, 503];
/** Other responses to HEAD aren't trusted: some servers respond with 404, or close the connection. */
const isFinalForHead = (status: number) => (status >= 200 && status < 300) || busy.includes(status);

const isHome = (requestedUrl: string, finalUrl: string) => {
  const [from, to] = [new URL(requestedUrl), new URL(finalUrl)];
  return from.pathname + from.search !== '/' && to.pathname === '/' && to.search === '';
};

const readText = async ({ headers, body, close }: FetchedStream): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // A truncated page is good enough.
  } finally {
    close();
  }
  return decodePage(Buffer.concat(chunks), headers['content-type'] ?? '');
};

const outcomeOf = (url: string, response: FetchedStream, options: ProbeOptions): Outcome => {
  const { status } = response;
  if (gone.includes(status)) return { kind: 'gone', status, reason: 'notFound' };
  if (busy.includes(status)) {
    const wait = retryAfterMs(response.headers, options.now);
    return { kind: 'unknown', status, reason: 'busy', retryAfterMs: wait };
  }
  if (status >= 500) return { kind: 'unknown', status, reason: 'failed' };
  // 416 means that the video exists, but is shorter than the requested range.
  if (status !== 416 && (status < 200 || status >= 300)) return { kind: 'unknown', status, reason: 'refused' };
  if (isHome(url, response.url))
    return options.sign?.leadsHome
      ? { kind: 'gone', status, reason: 'home' }
      : { kind: 'unknown', status, reason: 'home' };
  return { kind: 'living', status, reason: 'answered' };
};

const request = ({ fetchStream, signal, mayFollow }: ProbeOptions, url: string, method: 'HEAD' | 'GET') =>
  fetchStream(url, {
    ...limits,
    signal,
    method,
    beforeRedirect: async (to) => {
      if (!(await mayFollow(to))) throw new NotFollowedError();
    },
    // readText() stops reading if a host ignores the range.
    maxBytes: Number.POSITIVE_INFINITY,
    ...(method === 'GET' && { headers: { range: `bytes=0-${maxBytes - 1}` } }),
  });

/** Returns undefined if the host closes the connection. */
const requestHead = async (url: string, options: ProbeOptions): Promise<FetchedStream | undefined> => {
  try {
    const head = await request(options, url, 'HEAD');
    head.close();
    return head;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return undefined;
    throw error;
  }
};

const requestPage = async (url: string, options: ProbeOptions): Promise<Outcome> => {
  const { sign } = options;
  const page = await request(options, url, 'GET');
  const text = sign && sign.texts.length > 0 ? await readText(page) : '';
  page.close();
  const outcome = outcomeOf(url, page, options);
  const isRemoved = outcome.kind === 'living' && sign && saysRemoved(sign, text);
  return isRemoved ? { ...outcome, kind: 'gone', reason: 'removedText' } : outcome;
};

const probe = async (url: string, options: ProbeOptions): Promise<Outcome> => {
  if (options.asksOnce) return requestPage(url, options);
  const head = await requestHead(url, options);
  const outcome = head && outcomeOf(url, head, options);
  const readsPage = (options.sign?.texts.length ?? 0) > 0;
  if (outcome && isFinalForHead(head.status) && !(readsPage && outcome.kind === 'living')) return outcome;
  await options.beforeRequest();
  return requestPage(url, options);
};

/** Checks whether a link still works, by HEAD if possible, and else by GET. */
export const probeLink = async (url: string, options: ProbeOptions): Promise<Outcome> => {
  try {
    return await probe(url, options);
  } catch (error) {
    options.signal.throwIfAborted();
    const unknown = { kind: 'unknown', status: null } as const;
    if (error instanceof NotFollowedError) return { ...unknown, reason: 'robots' };
    return { ...unknown, reason: error instanceof FetchRefusedError ? 'blocked' : 'unreachable' };
  }
};
