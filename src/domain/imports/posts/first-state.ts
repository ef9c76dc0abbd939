import type { ImportRules } from '#contract/values/imports.ts';
import type { PostState } from '#contract/values/post-filter.ts';
import type { ImportedPost } from '../mapping/imported-post.ts';

/** The state of a new post. What its row calls hidden is never published at once, whatever the rules say. */
export const firstState = (
  { state, publishedAt }: Pick<ImportedPost, 'state' | 'publishedAt'>,
  { publish }: Pick<ImportRules, 'publish'>,
  now: Date,
): PostState => {
  const isAhead = publishedAt !== null && publishedAt > now;
  if (publish === 'draft' || state === 'draft' || state === 'withheld') return 'draft';
  if (state === 'scheduled' && !isAhead) return 'draft';
  return isAhead || publish === 'hourly' ? 'scheduled' : 'published';
};
