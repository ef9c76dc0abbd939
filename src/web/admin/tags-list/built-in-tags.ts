import { builtInTags as slugs } from '#contract/values/built-in-names.ts';
import type { Tag } from '../kit/records/tag.ts';

/** Shown when the tags cannot be loaded (spec, section 8). */
export const builtInTags: Tag[] = slugs.map((slug) => ({
  slug,
  name: slug,
  count: 0,
  firstUsed: null,
  lastUpdated: null,
}));
