import type { ResultDay } from '#contract/results.ts';

/** What the chart can show per day. */
export const measures = ['clicks', 'dead', 'removed'] as const;
export type Measure = (typeof measures)[number];

export const measureNames: Record<Measure, string> = {
  clicks: 'Clicks out',
  dead: 'Dead share',
  removed: 'Removed share',
};

export interface DayShare {
  day: string;
  /** From 0 to 1; null for a day on which posts were not counted. */
  count: number | null;
}

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** Of the posts of each day, how many were dead; or of those that ever were, how many had been removed. */
export const sharesOf = (days: readonly ResultDay[], measure: 'dead' | 'removed'): DayShare[] =>
  days.map(({ day, posts, deadPosts, removedSoFar }) => {
    if (posts === null) return { day, count: null };
    return {
      day,
      count: measure === 'dead' ? shareOf(deadPosts ?? 0, posts) : shareOf(removedSoFar, posts + removedSoFar),
    };
  });
