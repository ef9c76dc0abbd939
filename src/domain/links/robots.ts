import type { Db } from '#db/database.ts';
import { dayMs } from '#domain/day.ts';
import { type FetchStream, retryAfterMs } from '#domain/fetching/fetcher.ts';
import { readRobotsRules } from '#domain/fetching/robots-rules.ts';

interface LinkRules {
  isAllowed: boolean;
  /** From Crawl-delay. */
  delayMs: number | undefined;
}

const name = 'Marquee';
/** RFC 9309 requires at least 500 KiB. */
const maxBytes = 512 * 1024;
const unreadableMs = 60 * 60_000;
/** Longer delays are capped, as they are likely mistakes. */
const maxDelayMs = 60_000;

export const originOf = (url: string) => new URL(url).origin;

/**
 * Returns undefined if robots.txt must be read first. Null rules mean that it's unreadable, so nothing may be fetched.
 */
export const storedRobots = async (
  db: Db,
  origin: string,
  now: Date,
): Promise<{ rules: string | null } | undefined> => {
  const stored = await db
    .selectFrom('link_robots')
    .select(['rules', 'read_at'])
    .where('origin', '=', origin)
    .executeTakeFirst();
  if (!stored) return undefined;
  const lastsMs = stored.rules === null ? unreadableMs : dayMs;
  return now.getTime() - stored.read_at.getTime() < lastsMs ? stored : undefined;
};

interface ReadRobots {
  /** Null if it's unreadable. */
  rules: string | null;
  /** From the Retry-After header. */
  retryAfterMs?: number | undefined;
}

const fetchRules = async (
  fetchStream: FetchStream,
  origin: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<ReadRobots> => {
  const options = {
    signal,
    timeoutMs: 20_000,
    maxRedirects: 5,
    maxBytes: Number.POSITIVE_INFINITY,
    purpose: 'link check',
  };
  try {
    const { status, headers, body, close } = await fetchStream(`${origin}/robots.txt`, options);
    const chunks: Buffer[] = [];
    let bytes = 0;
    if (status >= 200 && status < 300)
      for await (const chunk of body) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= maxBytes) break;
      }
    close();
    if (status === 429 || status >= 500) return { rules: null, retryAfterMs: retryAfterMs(headers, now.getTime()) };
    // PostgreSQL can't store NUL.
    return { rules: Buffer.concat(chunks).toString('utf8').slice(0, maxBytes).replaceAll('\0', '') };
  } catch {
    signal.throwIfAborted();
    return { rules: null };
  }
};

/** Reads and stores robots.txt for a day. A host without one allows everything. */
export const readRobots = async (
  db: Db,
  fetchStream: FetchStream,
  origin: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<ReadRobots> => {
  const read = await fetchRules(fetchStream, origin, { now, signal });
  const { rules } = read;
  await db
    .insertInto('link_robots')
    .values({ origin, rules, read_at: now })
    .onConflict((conflict) => conflict.column('origin').doUpdateSet({ rules, read_at: now }))
    .execute();
  return read;
};

export const rulesFor = (url: string, text: string): LinkRules => {
  const { isAllowed, delaySeconds } = readRobotsRules(text, name);
  return {
    isAllowed: isAllowed(url),
    delayMs: delaySeconds === undefined ? undefined : Math.min(delaySeconds * 1000, maxDelayMs),
  };
};
