import { hash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { ClickKind } from '#contract/values/clicks.ts';

/** Who a request comes from, as far as the site knows. Kept in memory only, as a hash, and for hours. */
export interface Visitor {
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

export interface ClickJudgeOptions {
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
