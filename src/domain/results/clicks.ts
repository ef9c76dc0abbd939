import { hash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ClickKind } from '#contract/values/urls.ts';
import type { Db } from '#db/database.ts';

/** Who a request comes from, as far as the site knows. Kept in memory only, as a hash, and for hours. */
interface Visitor {
  network: string;
  userAgent: string | undefined;
}

export interface Click {
  kind: ClickKind;
  /** The id of the video, or the URL of the partner. */
  target: string;
  visitor: Visitor;
  /** How long the page has been open. */
  openMs: number;
  /** Whether a cache of others may have sent the page, so that the site has not seen who read it. */
  isBehindCache: boolean;
}

export interface ClickJudge {
  /** Remembers that a visitor has got a page. */
  sawPage: (visitor: Visitor) => void;
  /** Whether a click is a person's, and not the same again. */
  counts: (click: Click) => boolean;
}

interface ClickJudgeOptions {
  /** Several nodes don't know each other's visitors. */
  liveNodes: () => number;
  now?: () => number;
}

const minuteMs = 60_000;
/** Nobody finds and presses a link faster. */
const minOpenMs = 300;
/** Behind one IP there may be many people with the same phone. */
const maxClicksPerMinute = 20;
const sameClickMs = 10 * minuteMs;
/** Of one video, whatever the visitors of a network call themselves: a program can claim to be another browser each time. */
const maxSameOfNetwork = 30;
/** A tab may stay open for a while before somebody returns to it. */
const pageViewMs = 6 * 60 * minuteMs;
/** A few MB each. As a size, because lru-cache reserves the memory for `max` entries at once. */
const bounds = { maxSize: 50_000, sizeCalculation: () => 1 };

/** Tells people from programs by what they say and by what they do. */
export const createClickJudge = ({ liveNodes, now = Date.now }: ClickJudgeOptions): ClickJudge => {
  // Nobody can find out afterwards who a hash was of.
  const key = randomBytes(16).toString('hex');
  const perf = { now };
  const pageViews = new LRUCache<string, true>({ ...bounds, ttl: pageViewMs, perf, ttlResolution: 0 });
  const lastClicks = new LRUCache<string, true>({ ...bounds, ttl: sameClickMs, perf, ttlResolution: 0 });
  const counters = (ttl: number) =>
    new LRUCache<string, { clicks: number }>({ ...bounds, ttl, perf, ttlResolution: 0 });
  const [rates, ofNetworks] = [counters(minuteMs), counters(sameClickMs)];

  const hashed = (text: string) => hash('sha256', `${key} ${text}`, 'base64url');
  const keyOf = ({ network, userAgent = '' }: Visitor) => hashed(`${network} ${userAgent}`);

  const isBeyond = (max: number, counted: ReturnType<typeof counters>, id: string) => {
    const counter = counted.get(id) ?? { clicks: 0 };
    if (counter.clicks === 0) counted.set(id, counter);
    counter.clicks++;
    return counter.clicks > max;
  };

  return {
    sawPage: (visitor) => void pageViews.set(keyOf(visitor), true),
    counts: ({ kind, target, visitor, openMs, isBehindCache }) => {
      const { userAgent = '' } = visitor;
      if (userAgent === '' || isbot(userAgent) || openMs < minOpenMs) return false;
      const id = keyOf(visitor);
      if (isBeyond(maxClicksPerMinute, rates, id)) return false;
      if (!isBehindCache && liveNodes() === 1 && !pageViews.has(id)) return false;
      const clicked = `${kind === 'visit' ? 'partner' : 'video'} ${target}`;
      const same = `${id} ${clicked}`;
      if (lastClicks.has(same)) return false;
      lastClicks.set(same, true);
      return !isBeyond(maxSameOfNetwork, ofNetworks, hashed(`${visitor.network} ${clicked}`));
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

/** Which partner and which source posts come from; 0 for those without. Posts that visitors don't see are left out. */
const subjectsOf = (clicks: readonly CountedClicks[]) => sql`
  clicked (kind, video_id, n) as (
    select * from unnest(${clicks.map(({ kind }) => kind)}::text[], ${clicks.map(({ target }) => target)}::bigint[],
                         ${clicks.map((each) => each.clicks)}::integer[])),
  found as (
    select c.kind, c.n, v.id, coalesce(v.partner_id, 0) as partner_id,
      coalesce((select i.source_id from import_items i where i.video_id = v.id limit 1), 0) as source_id
    from clicked c join videos v on v.id = c.video_id where v.deleted_at is null and v.state = 'published')`;

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

/** Adds clicks to the totals of posts, and to today of their partners and sources. Upserts in sorted order, so that nodes cannot deadlock. */
const writeClicks = (db: Db, clicks: readonly CountedClicks[], timeZone: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const visits = clicks.filter(({ kind }) => kind === 'visit');
    const ofVideos = clicks.filter(({ kind }) => kind !== 'visit');
    if (ofVideos.length > 0) await writeVideoClicks(tx, ofVideos, timeZone);
    if (visits.length > 0) await writeVisits(tx, visits, timeZone);
  });

export interface ClickCounterOptions extends ClickJudgeOptions {
  db: Db;
  readTimeZone: () => Promise<string>;
  onError: (error: unknown) => void;
  /** How long clicks are collected before they are written. */
  writeAfterMs?: number;
}

export interface ClickCounter {
  sawPage: (visitor: Visitor) => void;
  /** Counts a click if it is a person's. It never fails, and waits for nothing. */
  count: (click: Click) => void;
  /** Writes what has been collected. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Bounds memory while the database is slow. */
const maxPending = 10_000;

/** Collects clicks and writes them together, so that nobody waits for the database when they leave. */
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
    // A lost count is of no consequence: it is not retried.
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
    stop: flush,
  };
};
