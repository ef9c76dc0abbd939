import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import type { Db } from '#db/database.ts';
import type { FetchStream } from '#domain/fetching/fetcher.ts';
import { readSettings } from '#domain/settings.ts';
import {
  type ClaimedLink,
  claimLink,
  countRequest,
  isDueBefore,
  releaseHost,
  returnRequest,
  takeRequest,
} from './claim-link.ts';
import { readUse } from './posts-of-link.ts';
import { type Outcome, parseRemovedTexts, probeLink, type RemovalSigns } from './probe-link.ts';
import { queueLinks } from './queue-links.ts';
import { originOf, readRobots, rulesFor, storedRobots } from './robots.ts';
import { storeOutcome } from './store-outcome.ts';

export interface LinkSettings {
  isOn: boolean;
  requestsPerHour: number;
  /** Minimum time between requests to a host. */
  pauseMs: number;
  /** Hides posts when all their links are dead. */
  hidesDeadPosts: boolean;
  removalSigns: RemovalSigns;
}

export const readLinkSettings = async (db: Db): Promise<LinkSettings> => {
  const settings = { ...defaultSettings, ...(await readSettings(db)) };
  return {
    isOn: settings.checkLinks,
    requestsPerHour: settings.linkRequestsPerHour,
    pauseMs: settings.linkPauseSeconds * 1000,
    hidesDeadPosts: settings.hideDeadPosts,
    removalSigns: parseRemovedTexts(settings.removedTexts),
  };
};

export interface LinkProberOptions {
  db: Db;
  fetchStream: FetchStream;
  now?: () => Date;
  pause?: (ms: number) => Promise<unknown>;
}

export interface LinkProber {
  /** Probes the next due link. Returns 'none' if no link may be probed now, and 'spent' if the budget is used up. */
  probeNext: (settings: LinkSettings) => Promise<'probed' | 'none' | 'spent'>;
  /** Queues new links, and probes due ones for most of a minute. */
  probeDue: () => Promise<void>;
  /** Ends a run. Interrupted probes are repeated. */
  stop: () => void;
}

const runMs = 50_000;
/** Number of hosts probed concurrently, with one link at a time each. */
const workers = 6;
/** Time to wait while all hosts with due links are pausing. */
const idleMs = 1000;
/**
 * With a longer pause, only one request per link is made, because the claim of the host must outlast two requests and
 * the pause.
 */
const maxPauseMs = 60_000;
/** Interval for links that only deleted or withheld posts use. */
const restDays = 7;

/** Deletes the check of an unused link, and postpones one whose posts visitors can't see. */
const putAside = async (db: Db, { id, host }: ClaimedLink, use: 'resting' | 'unused', now: Date) => {
  if (use === 'unused') await db.deleteFrom('link_checks').where('id', '=', id).execute();
  else
    await sql`
      update link_checks set priority = 0, next_check_at = ${now}::timestamptz + ${restDays} * interval '1 day'
      where id = ${id}::bigint and state <> 'ignored'`.execute(db);
  await releaseHost(db, host, now);
};

/** Probes the links of posts, within a budget, and respecting robots.txt and pauses. */
export const createLinkProber = (options: LinkProberOptions): LinkProber => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const { db, fetchStream, now = () => new Date(), pause = (ms) => sleep(ms, undefined, { signal }) } = options;

  const later = (ms: number) => new Date(now().getTime() + ms);

  const store = (link: ClaimedLink, outcome: Outcome, settings: LinkSettings, pauseMs = settings.pauseMs) =>
    storeOutcome(db, link, { outcome, pauseMs, hidesDeadPosts: settings.hidesDeadPosts, now: now() });

  /** Reading robots.txt counts as a request. The link is probed after the host's pause. */
  const fetchRobots = async (link: ClaimedLink, settings: LinkSettings) => {
    const { rules, retryAfterMs } = await readRobots(db, fetchStream, originOf(link.url), { now: now(), signal });
    const reason = retryAfterMs === undefined ? 'unreachable' : 'busy';
    if (rules === null) await store(link, { kind: 'unknown', status: null, reason, retryAfterMs }, settings);
    else await releaseHost(db, link.host, later(settings.pauseMs), now());
  };

  /** Checks the robots.txt of other origins. */
  const mayFollow = async (link: ClaimedLink, to: URL): Promise<boolean> => {
    await countRequest(db);
    if (to.origin === originOf(link.url) || !/^https?:$/.test(to.protocol)) return true;
    const read = async () => {
      await countRequest(db);
      return readRobots(db, fetchStream, to.origin, { now: now(), signal });
    };
    const { rules } = (await storedRobots(db, to.origin, now())) ?? (await read());
    return rules !== null && rulesFor(to.href, rules).isAllowed;
  };

  const probe = async (link: ClaimedLink, settings: LinkSettings) => {
    if (!URL.canParse(link.url)) {
      await returnRequest(db);
      return store(link, { kind: 'unknown', status: null, reason: 'blocked' }, settings, 0);
    }
    const robots = await storedRobots(db, originOf(link.url), now());
    if (!robots) return fetchRobots(link, settings);
    if (robots.rules === null) {
      await returnRequest(db);
      return store(link, { kind: 'unknown', status: null, reason: 'unreachable' }, settings, 0);
    }
    const { isAllowed, delayMs = 0 } = rulesFor(link.url, robots.rules);
    if (!isAllowed) {
      await returnRequest(db);
      return store(link, { kind: 'unknown', status: null, reason: 'robots' }, settings, 0);
    }
    const pauseMs = Math.max(settings.pauseMs, delayMs);
    const outcome = await probeLink(link.url, {
      fetchStream,
      sign: settings.removalSigns.get(link.host),
      now: now().getTime(),
      signal,
      beforeRequest: async () => {
        await countRequest(db);
        await pause(pauseMs);
      },
      mayFollow: (to) => mayFollow(link, to),
      asksOnce: pauseMs > maxPauseMs,
    });
    await store(link, outcome, settings, pauseMs);
  };

  const probeNext: LinkProber['probeNext'] = async (settings) => {
    if (!(await takeRequest(db, settings.requestsPerHour, now()))) return 'spent';
    const link = await claimLink(db, now());
    if (!link) {
      await returnRequest(db);
      return 'none';
    }
    try {
      const use = await readUse(db, link.url);
      if (use === 'used') await probe(link, settings);
      else {
        await returnRequest(db);
        await putAside(db, link, use, now());
      }
    } catch (error) {
      // Don't retry at once what may fail again.
      await releaseHost(db, link.host, signal.aborted ? now() : later(60_000));
      if (!signal.aborted) throw error;
    }
    return 'probed';
  };

  /** Only the first worker waits for hosts that may be probed again within the run. */
  const work = async (settings: LinkSettings, until: number, isFirst: boolean) => {
    while (!signal.aborted && Date.now() < until) {
      const done = await probeNext(settings);
      if (done === 'probed') continue;
      if (done === 'spent' || !isFirst || !(await isDueBefore(db, new Date(until)))) return;
      await pause(idleMs).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  };

  return {
    probeNext,
    probeDue: async () => {
      const settings = await readLinkSettings(db);
      if (!settings.isOn) return;
      await queueLinks(db, { requestsPerHour: settings.requestsPerHour, now: now() });
      const until = Date.now() + runMs;
      await Promise.all(Array.from({ length: workers }, (_, at) => work(settings, until, at === 0)));
    },
    stop: () => stopped.abort(),
  };
};
