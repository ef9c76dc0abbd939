import type { FeedFormat } from '#contract/values/imports.ts';
import type { RowProblem } from '../../row-problem.ts';
import type { FeedLimits } from '../feed-limits.ts';
import type { FeedColumns } from '../feed-row.ts';
import type { Splitter } from './splitter.ts';

/** One way to read a feed: how rows are cut out of it and what is in them. Cutting is cheap; parsing happens if a row is new. */
export interface FeedParser {
  splitter: Splitter;
  parse(bytes: Buffer): FeedColumns | RowProblem;
  /** Whether something that was cut out is a row, and not a heading. */
  isRow?(bytes: Buffer): boolean;
  /** Of the heading, if it decides what the rows mean; 16 bytes. */
  headingHash?: Buffer;
}

/** `head` is the first block of the feed, in UTF-8. */
export type CreateParser = (format: FeedFormat, head: Buffer, limits: FeedLimits) => FeedParser;
