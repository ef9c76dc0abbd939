/** Why a row can't become a post. The reason is a sentence for people. */
export class RowProblem {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The cells of a row by column name. Arrays are lists of the format itself, not of separated values. */
export type FeedColumns = Record<string, string | string[]>;

export interface FeedRow {
  /** Starts at 1, not counting the heading of CSV. */
  number: number;
  /** 32 hexadecimal digits that change with the row. Cheap, because the row isn't parsed. */
  hash: string;
  /** Hash of the heading, which also determines what the row means. */
  headingHash: Buffer | undefined;
  /** The start of the row, for people. */
  excerpt: string;
  /** Parses the row. */
  columns(): FeedColumns | RowProblem;
}
