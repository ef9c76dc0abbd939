import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { FeedRow } from '../reading/feed-row.ts';
import { storedRowHash } from '../row-hashes.ts';
import { RowProblem } from '../row-problem.ts';
import type { KeyedRow } from './find-items.ts';
import type { ReadableRow } from './find-rows.ts';
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

const knownRows = async (db: Db, sourceId: number, hashes: readonly string[]): Promise<Map<string, number>> => {
  if (hashes.length === 0) return new Map();
  const { rows } = await sql<{ hash: string; videoId: number }>`
    select replace(row_hash::text, '-', '') as hash, video_id as "videoId" from import_items
    where source_id = ${sourceId}::bigint and row_hash = any(${sql.val(hashes)}::uuid[])`.execute(db);
  return new Map(rows.map(({ hash, videoId }) => [hash, videoId]));
};

export interface ParseOptions {
  /** Rows up to this one are done. */
  doneRows: number;
  /** Rows that need not be looked at. */
  unchangedRows: RowSet | undefined;
}

/** Parses the rows that have changed since they were read last. */
export const parseRows = async (
  db: Db,
  pass: Pass,
  allRows: readonly FeedRow[],
  { doneRows, unchangedRows }: ParseOptions,
): Promise<ParsedBatch> => {
  const rows = unchangedRows ? allRows.filter(({ number }) => !unchangedRows.has(number)) : allRows;
  const hashes = rows.map((row) => storedRowHash(row.hash, pass.settingsHash));
  const known = await knownRows(db, pass.sourceId, hashes);
  const batch: ParsedBatch = {
    lastRow: allRows.at(-1)?.number ?? 0,
    unchanged: allRows.filter(({ number }) => number > doneRows && unchangedRows?.has(number)).length,
    same: [],
    readable: [],
    bad: [],
    lostRows: 0,
    done: { videoIds: [], rows: [] },
  };
  for (const [at, row] of rows.entries()) {
    const rowHash = hashes[at] as string;
    const videoId = known.get(rowHash);
    const { number } = row;
    const isDone = number <= doneRows;
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
    else batch.readable.push({ number, rowHash, post });
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
