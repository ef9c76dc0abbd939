import { browserStore } from '../../components/browser-store.ts';
import { recordIn } from '../favourites/stored-values.ts';
import { historyEnabled } from '../favourites/stores.ts';

export interface Visit {
  at: number;
  /** Id of the newest video at that time. */
  newest: number;
}

interface Visits {
  current?: Visit;
  previous?: Visit;
}

const visitIn = (stored: unknown): Visit | undefined => {
  const { at, newest } = recordIn(stored);
  return typeof at === 'number' && typeof newest === 'number' ? { at, newest } : undefined;
};

const visitsIn = (stored: unknown): Visits => {
  const { current, previous } = recordIn(stored);
  const [last, before] = [visitIn(current), visitIn(previous)];
  return { ...(last ? { current: last } : {}), ...(before ? { previous: before } : {}) };
};

/** The first-paint script reads it, too, to make room for what it leads to. */
const visits = browserStore('visits', visitsIn);

/** Coming back sooner is the same visit. The first-paint script has the same number. */
const pauseMs = 3 * 60 * 60 * 1000;

/** Remembers that the home page is open, unless the visitor keeps no history. Returns the visit before this one. */
export const beginVisit = (newest: number, now = Date.now()): Visit | undefined => {
  if (!historyEnabled.read()) return undefined;
  const { current, previous } = visits.read();
  if (current && now - current.at < pauseMs) return previous;
  visits.write({ current: { at: now, newest }, ...(current ? { previous: current } : {}) });
  return current;
};

/** Ids ascend, so this also holds if the newest video of that time was removed. */
export const newSince = (ids: number[], { newest }: Visit): number => {
  const place = ids.indexOf(newest);
  return place >= 0 ? place : ids.filter((id) => id > newest).length;
};

const dayMs = 86_400_000;

const dayOf = (time: number) => new Date(time).setHours(0, 0, 0, 0);

/** 'earlier today', 'yesterday', 'on Tuesday' or 'on November 3'. */
export const whenInWords = (at: number, now = Date.now()): string => {
  const days = Math.round((dayOf(now) - dayOf(at)) / dayMs);
  if (days <= 0) return 'earlier today';
  if (days === 1) return 'yesterday';
  const format: Intl.DateTimeFormatOptions = days < 7 ? { weekday: 'long' } : { month: 'long', day: 'numeric' };
  return `on ${new Date(at).toLocaleDateString('en', format)}`;
};
