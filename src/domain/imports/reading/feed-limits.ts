/** What a feed may make us read. */
export interface FeedLimits {
  rows: number;
  /** Of one row, in bytes of UTF-8. */
  rowBytes: number;
  /** Of one row. */
  columns: number;
  /** Of the feed once it is decompressed. */
  bytes: number;
  /** How many times larger than its compressed form a feed may be. */
  expansion: number;
  /** Rows in a batch. */
  batchRows: number;
}

export const defaultFeedLimits: FeedLimits = {
  rows: 10_000_000,
  rowBytes: 256 * 1024,
  columns: 500,
  bytes: 64 * 1024 ** 3,
  expansion: 200,
  batchRows: 1000,
};
