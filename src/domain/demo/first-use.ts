import type { VideoSource } from './catalogue-loads.ts';

/** Dates each item by the first video that uses it. */
export const withFirstUse = <Item>(
  items: readonly Item[],
  source: VideoSource,
  positionsOf: (n: number) => readonly number[],
): (Item & { createdAt: Date })[] => {
  const first = new Map<number, Date>();
  for (let n = 0; n < source.videos; n++) {
    const { publishedAt } = source.videoOf(n);
    for (const position of positionsOf(n)) {
      const known = first.get(position);
      if (!known || publishedAt < known) first.set(position, publishedAt);
    }
  }
  return items.map((item, position) => {
    const createdAt = first.get(position);
    if (!createdAt) throw new Error(`no video uses item ${position}`);
    return { ...item, createdAt };
  });
};
