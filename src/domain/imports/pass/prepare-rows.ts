import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ImportedPost } from '../mapping/imported-post.ts';
import type { FeedRow } from '../reading/feed-row.ts';
import { storedRowHash } from '../row-hashes.ts';
import { RowProblem } from '../row-problem.ts';
import type { KeyedRow } from './find-items.ts';
import type { Pass } from './pass.ts';
import type { RowSet } from './unchanged-rows.ts';

/** A row that differs from what the source had before. */
export interface ParsedRow {
  number: number;
  rowHash: string;
  excerpt: string;
  post: ImportedPost | RowProblem;
  /** Also of a row that cannot become a post; blank if it is not to be found. */
  itemId: string;
}

export interface PreparedBatch {
  lastRow: number;
  /** How many rows the dry run has found unchanged. */
  unchanged: number;
  /** Rows that are as they were, which need not be parsed. */
  same: { number: number; videoId: number }[];
  parsed: ParsedRow[];
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

interface PrepareOptions {
  /** Rows up to this one are done. */
  doneRows: number;
  /** Rows that need not be looked at. */
  unchangedRows: RowSet | undefined;
}

/** Parses the rows of a batch that have changed since they were read last. */
export const prepareRows = async (
  db: Db,
  pass: Pass,
  allRows: readonly FeedRow[],
  { doneRows, unchangedRows }: PrepareOptions,
): Promise<PreparedBatch> => {
  const rows = unchangedRows ? allRows.filter(({ number }) => !unchangedRows.has(number)) : allRows;
  const hashes = rows.map((row) => storedRowHash(row.hash, pass.settingsHash));
  const known = await knownRows(db, pass.sourceId, hashes);
  const batch: PreparedBatch = {
    lastRow: allRows.at(-1)?.number ?? 0,
    unchanged: allRows.filter(({ number }) => number > doneRows && unchangedRows?.has(number)).length,
    same: [],
    parsed: [],
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
    const itemId = post instanceof RowProblem ? pass.itemIdOf(columns) : post.itemId;
    if (post instanceof RowProblem && itemId === '') batch.lostRows++;
    if (!isDone) batch.parsed.push({ number, rowHash, excerpt: row.excerpt, post, itemId });
    else batch.done.rows.push({ itemId, link: post instanceof RowProblem ? '' : post.link });
  }
  return batch;
};
