import type { VideoSource } from './catalogue-loads.ts';

/** The items, each as old as the first of the videos that use it. */
export const sinceFirstUse = <Item>(
  items: readonly Item[],
  source: VideoSource,
  placesOf: (n: number) => readonly number[],
): (Item & { createdAt: Date })[] => {
  const first = new Map<number, Date>();
  for (let n = 0; n < source.videos; n++) {
    const { publishedAt } = source.videoOf(n);
    for (const place of placesOf(n)) {
      const known = first.get(place);
      if (!known || publishedAt < known) first.set(place, publishedAt);
    }
  }
  return items.map((item, place) => {
    const createdAt = first.get(place);
    if (!createdAt) throw new Error(`no video uses item ${place}`);
    return { ...item, createdAt };
  });
};
