import type { LinkReason } from '#contract/values/checks.ts';
import { FetchRefusedError } from '#domain/fetching/fetch-errors.ts';
import { type FetchedStream, type FetchStream, retryAfterMs } from '#domain/fetching/fetcher.ts';
import { bareHost } from '#domain/stay-down/kept-links.ts';

/** What one probe found. */
export interface Outcome {
  kind: 'living' | 'gone' | 'unknown';
  /** Null without an answer. */
  status: number | null;
  reason: LinkReason;
  /** How long the host asks to be left alone. */
  retryAfterMs?: number | undefined;
}

const charsetOf = (bytes: Buffer, contentType: string): string => {
  const named = /charset\s*=\s*["']?([\w-]+)/i;
  // Browsers look that far for it as well.
  return (named.exec(contentType) ?? named.exec(bytes.toString('latin1', 0, 1024)))?.[1] ?? 'utf-8';
};

/** A page in the encoding that its server, or the page itself, says it has. */
export const decodePage = (bytes: Buffer, contentType: string): string => {
  try {
    return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
  } catch {
    // Nobody knows this encoding.
    return bytes.toString();
  }
};

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", nbsp: ' ', lt: '<', gt: '>', '#39': "'" };

/** Where the text goes on behind the tag that begins at `tag`; undefined if it does not. */
const afterTag = (html: string, tag: number): number | undefined => {
  const end = html.indexOf('>', tag);
  if (end === -1) return undefined;
  if (!/^<(?:script|style)\b/i.test(html.slice(tag, tag + 8))) return end + 1;
  const closing = /<\/(?:script|style)\b/gi;
  closing.lastIndex = end;
  return closing.exec(html)?.index;
};

/** The text of a page as people read it, near enough to find a sentence in. Each character is looked at once, whatever the page holds. */
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

/** How a host says that it has removed a video, although it answers as if all were well. */
interface RemovalSign {
  /** Sentences of its page. */
  texts: string[];
  /** It leads to its home page instead. */
  leadsHome: boolean;
}

export type RemovalSigns = ReadonlyMap<string, RemovalSign>;

const readable = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** As an operator wrote them: a host and a sentence on each line, or a host and "/" if it leads home. */
export const parseRemovedTexts = (text: string): RemovalSigns => {
  const signs = new Map<string, RemovalSign>();
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^\s*(\S+)\s+(\S.*)$/.exec(line) ?? [];
    const host = bareHost(name.replace(/:$/, ''));
    if (host === '') continue;
    const sign = signs.get(host) ?? { texts: [], leadsHome: false };
    if (rest.trim() === '/') sign.leadsHome = true;
    else sign.texts.push(readable(rest));
    signs.set(host, sign);
  }
  return signs;
};

const saysRemoved = ({ texts }: RemovalSign, html: string): boolean => {
  if (texts.length === 0) return false;
  const page = readable(textOf(html));
  return texts.some((text) => page.includes(text));
};

export interface ProbeOptions {
  fetchStream: FetchStream;
  sign: RemovalSign | undefined;
  now: number;
  signal: AbortSignal;
  /** Called between two requests to the host: waits as long as it wants, and counts the second. */
  beforeRequest: () => Promise<void>;
  /** Called for every redirect: counts it, and says whether it may be followed. */
  mayFollow: (to: URL) => Promise<boolean>;
  /** Leaves out HEAD, for hosts between whose requests there have to be minutes. */
  asksOnce: boolean;
}

class NotFollowedError extends Error {
  override name = 'NotFollowedError';
}

/** As much of a page as is read for a sentence. */
const maxBytes = 256 * 1024;
const limits = { timeoutMs: 20_000, maxRedirects: 5, purpose: 'link check' };

const gone = [404, 410];
const busy = [429, 503];
/** Some servers answer HEAD as if there were nothing, or hang up. */
const isFinalForHead = (status: number) => (status >= 200 && status < 300) || busy.includes(status);

const isHome = (asked: string, answered: string) => {
  const [from, to] = [new URL(asked), new URL(answered)];
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
    // What arrived has to do: a page that is cut off is a page.
  } finally {
    close();
  }
  return decodePage(Buffer.concat(chunks), headers['content-type'] ?? '');
};

const outcomeOf = (url: string, answer: FetchedStream, options: ProbeOptions): Outcome => {
  const { status } = answer;
  if (gone.includes(status)) return { kind: 'gone', status, reason: 'notFound' };
  if (busy.includes(status)) {
    const wait = retryAfterMs(answer.headers, options.now);
    return { kind: 'unknown', status, reason: 'busy', retryAfterMs: wait };
  }
  if (status >= 500) return { kind: 'unknown', status, reason: 'failed' };
  // A range that lies behind the end of what is there.
  if (status !== 416 && (status < 200 || status >= 300)) return { kind: 'unknown', status, reason: 'refused' };
  if (isHome(url, answer.url))
    return options.sign?.leadsHome
      ? { kind: 'gone', status, reason: 'home' }
      : { kind: 'unknown', status, reason: 'home' };
  return { kind: 'living', status, reason: 'answered' };
};

const ask = ({ fetchStream, signal, mayFollow }: ProbeOptions, url: string, method: 'HEAD' | 'GET') =>
  fetchStream(url, {
    ...limits,
    signal,
    method,
    beforeRedirect: async (to) => {
      if (!(await mayFollow(to))) throw new NotFollowedError();
    },
    // A host that ignores the range is cut off after as much.
    maxBytes: Number.POSITIVE_INFINITY,
    ...(method === 'GET' && { headers: { range: `bytes=0-${maxBytes - 1}` } }),
  });

/** Undefined if the host hangs up. */
const askHead = async (url: string, options: ProbeOptions): Promise<FetchedStream | undefined> => {
  try {
    const head = await ask(options, url, 'HEAD');
    head.close();
    return head;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return undefined;
    throw error;
  }
};

const askPage = async (url: string, options: ProbeOptions): Promise<Outcome> => {
  const { sign } = options;
  const page = await ask(options, url, 'GET');
  const text = sign && sign.texts.length > 0 ? await readText(page) : '';
  page.close();
  const found = outcomeOf(url, page, options);
  const isRemoved = found.kind === 'living' && sign && saysRemoved(sign, text);
  return isRemoved ? { ...found, kind: 'gone', reason: 'removedText' } : found;
};

const probe = async (url: string, options: ProbeOptions): Promise<Outcome> => {
  if (options.asksOnce) return askPage(url, options);
  const head = await askHead(url, options);
  const outcome = head && outcomeOf(url, head, options);
  const readsPage = (options.sign?.texts.length ?? 0) > 0;
  if (outcome && isFinalForHead(head.status) && !(readsPage && outcome.kind === 'living')) return outcome;
  await options.beforeRequest();
  return askPage(url, options);
};

/** Asks whether a link still leads somewhere, as politely as can be: without its body, unless that is needed. */
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
