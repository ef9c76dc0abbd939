import { FetchRefusedError } from '#domain/fetching/fetch-errors.ts';
import { type FetchedStream, type FetchStream, retryAfterMs } from '#domain/fetching/fetcher.ts';
import type { Outcome } from './outcome.ts';
import { decodePage } from './page-text.ts';
import { type RemovalSign, saysRemoved } from './removal-signs.ts';

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
