import { windowMs } from '#contract/values/ten-minutes.ts';

/** When cache tags were invalidated last. */
export interface RecentChanges {
  /** Notes that what has these tags has just changed; without tags, everything. */
  add: (tags?: ReadonlySet<string>) => void;
  /** When a page with these tags that was rendered at this time had changed last, in whole seconds. */
  latestOf: (tags: ReadonlySet<string>, renderedAt: number) => number;
}

/** After more than these, as after an import, everything counts as changed. */
const maxTags = 20_000;

const windowStart = (time: number) => Math.floor(time / windowMs) * windowMs;

/**
 * Knows changes of the last ten minutes only: random sets change every page when a window of ten minutes starts, so that
 * no earlier change matters. Views are not counted as changes; an ETag tells them apart.
 */
export const createRecentChanges = (): RecentChanges => {
  const changedAt = new Map<string, number>();
  // What changed while the site was not running is unknown.
  let allChangedAt = Date.now();

  const forgetBefore = (start: number) => {
    // In order of time, because add() moves a tag to the end.
    for (const [tag, time] of changedAt) {
      if (time >= start) return;
      changedAt.delete(tag);
    }
  };

  return {
    add: (tags) => {
      const now = Date.now();
      forgetBefore(windowStart(now));
      if (tags === undefined || changedAt.size + tags.size > maxTags) {
        changedAt.clear();
        allChangedAt = now;
        return;
      }
      for (const tag of tags) {
        changedAt.delete(tag);
        changedAt.set(tag, now);
      }
    },
    latestOf: (tags, renderedAt) => {
      let latest = windowStart(renderedAt);
      const consider = (time: number) => {
        // A change during the render may be missing from the page.
        if (time <= renderedAt && time > latest) latest = time;
      };
      consider(allChangedAt);
      for (const tag of tags) consider(changedAt.get(tag) ?? 0);
      return Math.floor(latest / 1000) * 1000;
    },
  };
};
