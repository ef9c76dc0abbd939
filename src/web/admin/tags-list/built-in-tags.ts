import type { TagSummary } from '#contract/tags.ts';

const slugs =
  'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen mature amateur';

/** What stands in for the tags when they cannot be fetched. */
export const builtInTags: TagSummary[] = slugs
  .split(' ')
  .map((slug) => ({ _id: slug, count: 0, firstUsed: null, lastUpdated: null }));
