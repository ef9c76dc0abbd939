import type { FeedMapping } from '#contract/values/imports.ts';
import type { FeedColumns } from '../reading/feed-row.ts';

/** Guesses what the columns of a feed are, from their names and from what the first rows have in them. */
export const guessMapping = (_rows: readonly FeedColumns[]): FeedMapping => ({});
