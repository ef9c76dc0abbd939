import { hash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ClickKind } from '#contract/values/urls.ts';
import type { Db } from '#db/database.ts';
import { isVisible } from '#domain/visibility.ts';

/** Who sent a request. Kept only in memory, as a hash, for a few hours. */
interface Visitor {
  network: string;
  userAgent: string | undefined;
}

export interface Click {
  kind: ClickKind;
  /** The id of the video, or the URL of the partner. */
  target: string;
  visitor: Visitor;
  /** How long the page had been open. */
  openMs: number;
  /** Whether a shared cache in front of the site may have sent the page, so that the site didn't see the page view. */
  isBehindCache: boolean;
}

interface ClickJudgeOptions {
  /** How many nodes serve the site. With several, page views on other nodes are unknown. */
  liveNodes: () => number;
  now?: () => number;
}

const minuteMs = 60_000;
/** People need longer to find and press a link. */
const minOpenMs = 300;
/** Per network and user agent. Many people with the same phone may share an IP. */
const maxClicksPerMinute = 20;
const sameClickMs = 10 * minuteMs;
/** Clicks on one target per network and `sameClickMs`, for any user agent, because bots can change theirs each time. */
const maxSameOfNetwork = 30;
/** A tab may stay open for hours before its visitor returns to it. */
const pageViewMs = 6 * 60 * minuteMs;
/** A few MB per cache. `maxSize` instead of `max`, for which lru-cache allocates all memory up front. */
const bounds = { maxSize: 50_000, sizeCalculation: () => 1 };

/** Tells people from bots by user agent and behaviour. */
export const createClickJudge = ({ liveNodes, now = Date.now }: ClickJudgeOptions) => {
  // Random and never stored, so that hashes cannot be traced back to visitors.
  const key = randomBytes(16).toString('hex');
  const perf = { now };
  const pageViews = new LRUCache<string, true>({ ...bounds, ttl: pageViewMs, perf, ttlResolution: 0 });
  const lastClicks = new LRUCache<string, true>({ ...bounds, ttl: sameClickMs, perf, ttlResolution: 0 });
  const counters = (ttl: number) =>
    new LRUCache<string, { clicks: number }>({ ...bounds, ttl, perf, ttlResolution: 0 });
  const visitorClicks = counters(minuteMs);
  const networkClicks = counters(sameClickMs);

  const hashed = (text: string) => hash('sha256', `${key} ${text}`, 'base64url');
  const keyOf = ({ network, userAgent = '' }: Visitor) => hashed(`${network} ${userAgent}`);

  const exceeds = (max: number, counts: ReturnType<typeof counters>, key: string) => {
    const counter = counts.get(key) ?? { clicks: 0 };
    if (counter.clicks === 0) counts.set(key, counter);
    counter.clicks++;
    return counter.clicks > max;
  };

  return {
    /** Remembers that a visitor received a page. */
    sawPage: (visitor: Visitor) => void pageViews.set(keyOf(visitor), true),
    /** Whether a click is by a person and not a repetition. */
    counts: ({ kind, target, visitor, openMs, isBehindCache }: Click): boolean => {
      const { userAgent = '' } = visitor;
      if (userAgent === '' || isbot(userAgent) || openMs < minOpenMs) return false;
      const id = keyOf(visitor);
      if (exceeds(maxClicksPerMinute, visitorClicks, id)) return false;
      if (!isBehindCache && liveNodes() === 1 && !pageViews.has(id)) return false;
      const clicked = `${kind === 'visit' ? 'partner' : 'video'} ${target}`;
      const same = `${id} ${clicked}`;
      if (lastClicks.has(same)) return false;
      lastClicks.set(same, true);
      return !exceeds(maxSameOfNetwork, networkClicks, hashed(`${visitor.network} ${clicked}`));
    },
  };
};

interface CountedClicks {
  kind: ClickKind;
  /** The id of the video, or the URL of the partner. */
  target: string;
  clicks: number;
}

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

/** The partner and import source of clicked posts, 0 for none. Leaves out posts that visitors can't see. */
const subjectsOf = (clicks: readonly CountedClicks[]) => sql`
  clicked (kind, video_id, n) as (
    select * from unnest(${clicks.map(({ kind }) => kind)}::text[], ${clicks.map(({ target }) => target)}::bigint[],
                         ${clicks.map((each) => each.clicks)}::integer[])),
  found as (
    select c.kind, c.n, v.id, coalesce(v.partner_id, 0) as partner_id,
      coalesce((select i.source_id from import_items i where i.video_id = v.id limit 1), 0) as source_id
    from clicked c join videos v on v.id = c.video_id where ${isVisible('v')})`;

const writeVideoClicks = async (tx: Db, clicks: readonly CountedClicks[], timeZone: string) => {
  await sql`
    with ${subjectsOf(clicks)}
    insert into video_clicks (video_id, clicks)
    select id, sum(n) from found group by id order by id
    on conflict (video_id) do update set clicks = video_clicks.clicks + excluded.clicks`.execute(tx);
  await sql`
    with ${subjectsOf(clicks)},
    subjects (kind, subject_id, click, n) as (
      select 'partner', partner_id, kind, n from found union all select 'source', source_id, kind, n from found)
    insert into daily_results (day, kind, subject_id, plays, other_links, embeds)
    select ${today(timeZone)}, kind, subject_id,
      coalesce(sum(n) filter (where click = 'play'), 0), coalesce(sum(n) filter (where click = 'link'), 0),
      coalesce(sum(n) filter (where click = 'embed'), 0)
    from subjects group by kind, subject_id order by kind, subject_id
    on conflict (day, kind, subject_id) do update set plays = daily_results.plays + excluded.plays,
      other_links = daily_results.other_links + excluded.other_links,
      embeds = daily_results.embeds + excluded.embeds`.execute(tx);
};

const writeVisits = (tx: Db, clicks: readonly CountedClicks[], timeZone: string) =>
  sql`
    insert into daily_results (day, kind, subject_id, visits)
    select ${today(timeZone)}, 'partner', p.id, sum(c.n)
    from unnest(${clicks.map(({ target }) => target)}::text[], ${clicks.map((each) => each.clicks)}::integer[]) as c (url, n)
    join partners p on p.url = c.url and p.active and p.deleted_at is null
    group by p.id order by p.id
    on conflict (day, kind, subject_id) do update set visits = daily_results.visits + excluded.visits`.execute(tx);

/**
 * Adds clicks to the totals of posts and to today's results of their partners and sources. Upserts in sorted order, so
 * that nodes cannot deadlock.
 */
const writeClicks = (db: Db, clicks: readonly CountedClicks[], timeZone: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const visits = clicks.filter(({ kind }) => kind === 'visit');
    const ofVideos = clicks.filter(({ kind }) => kind !== 'visit');
    if (ofVideos.length > 0) await writeVideoClicks(tx, ofVideos, timeZone);
    if (visits.length > 0) await writeVisits(tx, visits, timeZone);
  });

interface ClickCounterOptions extends ClickJudgeOptions {
  db: Db;
  readTimeZone: () => Promise<string>;
  onError: (error: unknown) => void;
  /** How long clicks are collected before they are written. */
  writeAfterMs?: number;
}

export interface ClickCounter {
  sawPage: (visitor: Visitor) => void;
  /** Counts a click if it is by a person. Never throws or blocks. */
  count: (click: Click) => void;
  /** Writes what is queued. */
  flush: () => Promise<void>;
}

/** Bounds memory while the database is slow. */
const maxPending = 10_000;

/** Writes clicks in batches, so that visitors don't wait for the database. */
export const createClickCounter = (options: ClickCounterOptions): ClickCounter => {
  const { db, readTimeZone, onError, writeAfterMs = 5_000 } = options;
  const judge = createClickJudge(options);
  let pending = new Map<string, CountedClicks>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const collected = [...pending.values()];
    pending = new Map();
    if (collected.length === 0) return;
    // Lost counts don't matter, so don't retry.
    await readTimeZone()
      .then((timeZone) => writeClicks(db, collected, timeZone))
      .catch(onError);
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    sawPage: judge.sawPage,
    count: (click) => {
      const { kind, target } = click;
      const key = `${kind} ${target}`;
      const counted = pending.get(key);
      if ((!counted && pending.size >= maxPending) || !judge.counts(click)) return;
      pending.set(key, { kind, target, clicks: (counted?.clicks ?? 0) + 1 });
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    flush,
  };
};
