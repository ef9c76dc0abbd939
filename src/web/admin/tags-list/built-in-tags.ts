import type { Tag } from '../kit/records/tag.ts';

const slugs =
  'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen mature amateur';

/** Shown when the tags cannot be loaded (spec, section 8). */
export const builtInTags: Tag[] = slugs
  .split(' ')
  .map((slug) => ({ slug, count: 0, firstUsed: null, lastUpdated: null }));
