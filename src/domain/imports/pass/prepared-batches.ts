import type { Db } from '#db/database.ts';
import type { InTransaction } from '#db/retried-transaction.ts';
import { readFeedBytes } from '../feed-chunks.ts';
import { defaultFeedLimits } from '../reading/feed-limits.ts';
import { readFeed } from '../reading/read-feed.ts';
import { type FoundRow, findRows } from './find-rows.ts';
import { joinBatches, type ParsedBatch, type ParseOptions, parseRows } from './parse-rows.ts';
import type { Pass } from './pass.ts';
import { readAhead } from './read-ahead.ts';

/** Rows that only have to be decided about and written. */
export interface PreparedBatch extends ParsedBatch {
  found: FoundRow[];
}

/** A batch in which little has changed grows up to so many times its size: what a transaction costs is paid less often. */
const maxJoined = 10;

const isFull = (batches: readonly ParsedBatch[], batchRows: number) =>
  batches.length >= maxJoined ||
  2 * batches.reduce((sum, { readable, bad, done }) => sum + readable.length + bad.length + done.rows.length, 0) >=
    batchRows;

export interface PrepareOptions extends ParseOptions {
  db: Db;
  inTransaction: InTransaction;
  batchRows: number;
}

/** Reads a feed, and looks up what its rows are about. */
export async function* preparedBatches(pass: Pass, options: PrepareOptions): AsyncGenerator<PreparedBatch> {
  const { db, inTransaction, batchRows } = options;
  let parsed: ParsedBatch[] = [];
  const prepare = () => {
    const batch = joinBatches(parsed);
    parsed = [];
    return inTransaction(async (tx) => ({ ...batch, found: await findRows(tx, pass, batch.readable) }));
  };
  const limits = { ...defaultFeedLimits, batchRows };
  for await (const rows of readFeed(readAhead(readFeedBytes(db, pass.importId)), pass.settings.format, limits)) {
    parsed.push(parseRows(pass, rows, options));
    if (isFull(parsed, batchRows)) yield prepare();
  }
  if (parsed.length > 0) yield prepare();
}
