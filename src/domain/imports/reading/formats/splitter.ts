/** A row as it stands in the feed, in UTF-8; or what could not be read as one, and why. */
export interface RawRow {
  bytes: Buffer;
  problem?: string;
}

/** Cuts rows out of what has arrived. */
export interface Splitter {
  /**
   * Emits the rows that are complete and returns where the first incomplete one begins: it is given again, with more behind it.
   * With `isLast`, everything is complete.
   */
  split(bytes: Buffer, isLast: boolean, emit: (row: RawRow) => void): number;
}
