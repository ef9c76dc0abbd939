import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ImportedPost } from '../mapping/imported-post.ts';
import type { FeedRow } from '../reading/feed-row.ts';
import { storedRowHash } from '../row-hashes.ts';
import type { RowProblem } from '../row-problem.ts';
import type { Pass } from './pass.ts';

/** A row that differs from what the source had before. */
export interface ParsedRow {
  number: number;
  rowHash: string;
  excerpt: string;
  post: ImportedPost | RowProblem;
}

export interface PreparedBatch {
  lastRow: number;
  /** Rows that are as they were, which need not be parsed. */
  same: { number: number; videoId: number }[];
  parsed: ParsedRow[];
  /** Of rows that were done before the import was interrupted. */
  done: {
    /** Posts of rows that are known. */
    videoIds: number[];
    /** Others are read only if what the feed lacks is taken down. */
    posts: (ImportedPost | RowProblem)[];
  };
}

const knownRows = async (db: Db, sourceId: number, hashes: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ hash: string; videoId: number }>`
    select replace(row_hash::text, '-', '') as hash, video_id as "videoId" from import_items
    where source_id = ${sourceId}::bigint and row_hash = any(${sql.val(hashes)}::uuid[])`.execute(db);
  return new Map(rows.map(({ hash, videoId }) => [hash, videoId]));
};

/** Parses the rows of a batch that have changed since they were read last. Those up to `doneRows` are done. */
export const prepareRows = async (
  db: Db,
  pass: Pass,
  rows: readonly FeedRow[],
  doneRows: number,
): Promise<PreparedBatch> => {
  const hashes = rows.map((row) => storedRowHash(row.hash, pass.settingsHash));
  const known = await knownRows(db, pass.sourceId, hashes);
  const batch: PreparedBatch = {
    lastRow: rows.at(-1)?.number ?? 0,
    same: [],
    parsed: [],
    done: { videoIds: [], posts: [] },
  };
  for (const [at, row] of rows.entries()) {
    const rowHash = hashes[at] as string;
    const videoId = known.get(rowHash);
    const { number, excerpt } = row;
    const isDone = number <= doneRows;
    if (videoId !== undefined) {
      if (isDone) batch.done.videoIds.push(videoId);
      else batch.same.push({ number, videoId });
    } else if (!isDone) batch.parsed.push({ number, rowHash, excerpt, post: pass.map(row.columns()) });
    else if (pass.settings.policies.takeDownMissing) batch.done.posts.push(pass.map(row.columns()));
  }
  return batch;
};
