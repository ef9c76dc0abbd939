import type { RowProblem } from '../row-problem.ts';

/** The cells of a row by the names of their columns. Lists are those that the format itself knows. */
export type FeedColumns = Record<string, string | string[]>;

export interface FeedRow {
  /** From 1; the heading of a CSV file does not count. */
  number: number;
  /** 32 hexadecimal digits that tell whether the row has changed; cheap, as the row is not parsed for it. */
  hash: string;
  /** What the row means depends on it, too. */
  headingHash: Buffer | undefined;
  /** How the row begins, for people. */
  excerpt: string;
  /** Parses the row. */
  columns(): FeedColumns | RowProblem;
}
