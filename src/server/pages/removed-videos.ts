import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

/** Which videos have left the catalogue lately. */
export interface RemovedVideos {
  /** Whether one that the file lists has, since a time. */
  since: (time: number, lists: (videoId: number) => boolean) => boolean;
}

/** After more than these, every file counts as listing one of them. */
const maxVideos = 10_000;

/** Times are those of performance.now(). */
export const followRemovedVideos = (index: Pick<CatalogueIndex, 'onChange'>): RemovedVideos => {
  /** In order of time. */
  const removedAt = new Map<number, number>();
  let allRemovedAt = -1;
  index.onChange((change) => {
    const now = performance.now();
    if (change === 'everything' || removedAt.size + change.removed.size > maxVideos) {
      removedAt.clear();
      allRemovedAt = now;
      return;
    }
    for (const id of change.removed) {
      removedAt.delete(id);
      removedAt.set(id, now);
    }
  });
  return {
    since: (time, lists) => allRemovedAt >= time || Array.from(removedAt).some(([id, at]) => at >= time && lists(id)),
  };
};
