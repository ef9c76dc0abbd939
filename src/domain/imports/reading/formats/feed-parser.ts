import type { FeedFormat } from '#contract/values/imports.ts';
import type { FeedLimits } from '../feed-limits.ts';
import type { FeedColumns, RowProblem } from '../feed-row.ts';

/** The unparsed bytes of a row, in UTF-8. */
export interface RawRow {
  bytes: Buffer;
  /** Why the bytes aren't a valid row. */
  problem?: string;
}

export interface Splitter {
  /**
   * Emits complete rows, and returns the offset of the first incomplete one. The next call gets the rest from there,
   * followed by more bytes. With `isLast`, the last row counts as complete.
   */
  split(bytes: Buffer, isLast: boolean, emit: (row: RawRow) => void): number;
}

/** Reads a format in two steps: splitting a feed into rows is cheap, and only new or changed rows are parsed. */
export interface FeedParser {
  splitter: Splitter;
  parse(bytes: Buffer): FeedColumns | RowProblem;
  /** Tells rows from headings and the like. */
  isRow?(bytes: Buffer): boolean;
  /** 16 bytes. Set if a heading determines what the rows mean. */
  headingHash?: Buffer;
}

/** @param head The first block of the feed, in UTF-8. */
export type CreateParser = (format: FeedFormat, head: Buffer, limits: FeedLimits) => FeedParser;
