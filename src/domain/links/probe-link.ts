import { FetchRefusedError } from '#domain/fetching/fetch-errors.ts';
import type { FetchedStream, FetchStream } from '#domain/fetching/fetch-stream.ts';
import { retryAfterMs } from '#domain/fetching/retry-after.ts';
import type { Outcome } from './outcome.ts';
import { type RemovalSign, saysRemoved } from './removal-signs.ts';

export interface ProbeOptions {
  fetchStream: FetchStream;
  sign: RemovalSign | undefined;
  now: number;
  signal: AbortSignal;
  /** Called before every request but the first: waits as long as the host wants, and counts it. */
  beforeRequest: () => Promise<void>;
}

/** As much of a page as is read for a sentence. */
const maxBytes = 256 * 1024;
const limits = { timeoutMs: 20_000, maxRedirects: 5, purpose: 'link check' };

const gone = [404, 410];
const busy = [429, 503];
/** Some servers answer HEAD as if there were nothing, or not at all. */
const isFinalForHead = (status: number) => (status >= 200 && status < 300) || busy.includes(status);

const isHome = (asked: string, answered: string) => {
  const [from, to] = [new URL(asked), new URL(answered)];
  return from.pathname + from.search !== '/' && to.pathname === '/' && to.search === '';
};

const readText = async ({ body, close }: FetchedStream): Promise<string> => {
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
  return Buffer.concat(chunks).toString('utf8');
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

const ask = ({ fetchStream, signal }: ProbeOptions, url: string, method: 'HEAD' | 'GET') =>
  fetchStream(url, {
    ...limits,
    signal,
    method,
    // A host that ignores the range is cut off after as much.
    maxBytes: Number.POSITIVE_INFINITY,
    ...(method === 'GET' && { headers: { range: `bytes=0-${maxBytes - 1}` } }),
  });

const probe = async (url: string, options: ProbeOptions): Promise<Outcome> => {
  const { sign } = options;
  const head = await ask(options, url, 'HEAD');
  head.close();
  const outcome = outcomeOf(url, head, options);
  const readsPage = (sign?.texts.length ?? 0) > 0;
  if (isFinalForHead(head.status) && !(readsPage && outcome.kind === 'living')) return outcome;
  await options.beforeRequest();
  const page = await ask(options, url, 'GET');
  const text = readsPage ? await readText(page) : '';
  page.close();
  const found = outcomeOf(url, page, options);
  const isRemoved = found.kind === 'living' && sign && saysRemoved(sign, text);
  return isRemoved ? { ...found, kind: 'gone', reason: 'removedText' } : found;
};

/** Asks whether a link still leads somewhere, as politely as can be: without its body, unless that is needed. */
export const probeLink = async (url: string, options: ProbeOptions): Promise<Outcome> => {
  try {
    return await probe(url, options);
  } catch (error) {
    options.signal.throwIfAborted();
    const reason = error instanceof FetchRefusedError ? 'blocked' : 'unreachable';
    return { kind: 'unknown', status: null, reason };
  }
};
