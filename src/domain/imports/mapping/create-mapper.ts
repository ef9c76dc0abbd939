import type { FeedMapping, ImportRules } from '#contract/values/imports.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { RowProblem } from '../row-problem.ts';
import type { ImportedPost } from './imported-post.ts';

/** Turns the columns of a row into a post; what was wrong with the row before stays so. */
export type Mapper = (columns: FeedColumns | RowProblem) => ImportedPost | RowProblem;

/** Prepares what is the same for all rows of a feed. */
export const createMapper =
  (_mapping: FeedMapping, _rules: ImportRules): Mapper =>
  () =>
    new RowProblem('Enter a title.');
