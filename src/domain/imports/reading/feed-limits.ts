export interface FeedLimits {
  rows: number;
  /** Size of a row in UTF-8. */
  rowBytes: number;
  /** Columns per row. */
  columns: number;
  /** Size of the decompressed feed. */
  bytes: number;
  /** Maximum compression ratio. */
  expansion: number;
  /** Rows per batch. */
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
