import type { FeedRow } from '../reading/feed-row.ts';
import { saltOf, storedRowHash } from '../row-hashes.ts';
import { RowProblem } from '../row-problem.ts';
import type { KeyedRow } from './find-items.ts';
import type { ReadableRow } from './find-rows.ts';
import type { KnownRows } from './known-rows.ts';
import type { Pass } from './pass.ts';
import type { RowSet } from './unchanged-rows.ts';

/** A row that cannot become a post. */
export interface BadRow {
  number: number;
  excerpt: string;
  problem: RowProblem;
  /** Blank if it is not to be found. */
  itemId: string;
}

/** Rows that follow each other, of which only those that differ from what the source had before were parsed. */
export interface ParsedBatch {
  lastRow: number;
  /** How many rows the dry run has found unchanged. */
  unchanged: number;
  /** Rows that are as they were, which need not be parsed. */
  same: { number: number; videoId: number }[];
  readable: ReadableRow[];
  bad: BadRow[];
  /** Rows that could not be read, so that nobody knows whose they are. */
  lostRows: number;
  /** Of rows that were done before the import was interrupted. */
  done: {
    /** Posts of rows that are known. */
    videoIds: number[];
    /** Others are read only if what the feed lacks is taken down. */
    rows: KeyedRow[];
  };
}

export interface ParseOptions {
  /** Rows up to this one are done. */
  doneRows: number;
  knownRows: KnownRows;
  /** Rows that need not be looked at. */
  unchangedRows: RowSet | undefined;
}

/** Parses the rows that have changed since they were read last. */
export const parseRows = (
  pass: Pass,
  rows: readonly FeedRow[],
  { doneRows, knownRows, unchangedRows }: ParseOptions,
): ParsedBatch => {
  const batch: ParsedBatch = {
    lastRow: rows.at(-1)?.number ?? 0,
    unchanged: 0,
    same: [],
    readable: [],
    bad: [],
    lostRows: 0,
    done: { videoIds: [], rows: [] },
  };
  const salt = saltOf(pass.settingsHash, rows[0]?.headingHash);
  for (const row of rows) {
    const { number } = row;
    const isDone = number <= doneRows;
    if (unchangedRows?.has(number)) {
      if (!isDone) batch.unchanged++;
      continue;
    }
    const rowHash = row.hash;
    const videoId = knownRows.postOf(rowHash, salt);
    if (videoId !== undefined) {
      if (isDone) batch.done.videoIds.push(videoId);
      else batch.same.push({ number, videoId });
      continue;
    }
    if (isDone && !pass.settings.policies.takeDownMissing) continue;
    const columns = row.columns();
    const post = pass.map(columns);
    const isBad = post instanceof RowProblem;
    const itemId = isBad ? pass.itemIdOf(columns) : post.itemId;
    if (isBad && itemId === '') batch.lostRows++;
    if (isDone) batch.done.rows.push({ itemId, link: isBad ? '' : post.link });
    else if (isBad) batch.bad.push({ number, excerpt: row.excerpt, problem: post, itemId });
    else batch.readable.push({ number, rowHash: storedRowHash(rowHash, salt), post });
  }
  return batch;
};

/** Several batches that follow each other as one. */
export const joinBatches = (batches: readonly ParsedBatch[]): ParsedBatch => ({
  lastRow: batches.at(-1)?.lastRow ?? 0,
  unchanged: batches.reduce((sum, { unchanged }) => sum + unchanged, 0),
  same: batches.flatMap(({ same }) => same),
  readable: batches.flatMap(({ readable }) => readable),
  bad: batches.flatMap(({ bad }) => bad),
  lostRows: batches.reduce((sum, { lostRows }) => sum + lostRows, 0),
  done: {
    videoIds: batches.flatMap(({ done }) => done.videoIds),
    rows: batches.flatMap(({ done }) => done.rows),
  },
});
