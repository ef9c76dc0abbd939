import type { Db, Tx } from '#db/database.ts';
import { assertReadable } from '../assert-readable.ts';
import { importCatalogueRows } from '../catalogue/import-catalogue-rows.ts';
import { readFeedBytes } from '../feed-chunks.ts';
import { createPartnerFinder } from '../posts/find-partner.ts';
import { defaultFeedLimits } from '../reading/feed-limits.ts';
import { readFeed } from '../reading/read-feed.ts';
import { endCheck, endRun, mayTakeDown } from './end-pass.ts';
import { findItems } from './find-items.ts';
import type { Lease } from './lease.ts';
import { type Pass, startPass } from './pass.ts';
import { type PreparedBatch, prepareRows } from './prepare-rows.ts';
import { readAhead } from './read-ahead.ts';
import { runBatch } from './run-batch.ts';
import { takeDownBatch } from './take-down.ts';
import { readUnchangedRows } from './unchanged-rows.ts';

/** Runs a batch in a transaction of its own; retried if others were in its way. */
export type InTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

export interface PassOptions {
  db: Db;
  inTransaction: InTransaction;
  signal: AbortSignal;
  batchRows: number;
  /** Called after each batch, with the time that it took. */
  rest: (ms: number) => Promise<void>;
}

async function* preparedBatches(db: Db, lease: Lease, pass: Pass, doneRows: number, batchRows: number) {
  const unchangedRows = await readUnchangedRows(db, lease);
  const limits = { ...defaultFeedLimits, batchRows };
  for await (const rows of readFeed(readFeedBytes(db, pass.importId), pass.settings.format, limits))
    yield prepareRows(db, pass, rows, { doneRows, unchangedRows });
}

/** What a run has done before it was interrupted: which of the source's posts the feed has. */
const rememberDone = async (db: Db, pass: Pass, { done }: PreparedBatch) => {
  for (const videoId of done.videoIds) pass.seenPosts.add(videoId);
  if (done.rows.length === 0) return;
  for (const { item } of await findItems(db, pass.sourceId, done.rows)) if (item) pass.seenPosts.add(item.videoId);
};

const takeDown = async (lease: Lease, pass: Pass, { db, inTransaction, signal, rest }: PassOptions) => {
  if (!(await mayTakeDown(db, lease, pass))) return true;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const result = await inTransaction((tx) => takeDownBatch(tx, lease, pass));
    if (!result) return false;
    if (result.isLast) return true;
    await rest(performance.now() - startedAt);
  }
  return false;
};

/** Goes through a feed, for a dry run or for the run itself, from where it was left. */
export const runPass = async (lease: Lease, doneRows: number, options: PassOptions): Promise<void> => {
  const { db, inTransaction, signal, batchRows, rest } = options;
  const pass = startPass(lease.id, lease.sourceId, lease.settings);
  // Not of feeds that arrive otherwise: a partner's must not bring networks and texts along that nobody looks at.
  if (lease.state === 'running' && lease.origin === 'command' && doneRows === 0)
    await importCatalogueRows({ db, importId: lease.id, inTransaction });
  const partnerOf = await createPartnerFinder(db);
  let totalRows = 0;
  for await (const batch of readAhead(preparedBatches(db, lease, pass, doneRows, batchRows))) {
    if (signal.aborted) return;
    totalRows = batch.lastRow;
    pass.lostRows += batch.lostRows;
    await rememberDone(db, pass, batch);
    if (batch.lastRow <= doneRows) continue;
    const startedAt = performance.now();
    const result = await inTransaction((tx) => runBatch(tx, lease, pass, batch, { partnerOf, now: new Date() }));
    if (!result) return;
    const { seenPosts, seenHashes, unread } = result.classified;
    for (const row of unread) pass.unchangedRows.add(row);
    for (const id of [...seenPosts, ...result.added]) pass.seenPosts.add(id);
    for (const hash of seenHashes) pass.seenHashes.add(hash);
    await rest(performance.now() - startedAt);
  }
  if (signal.aborted) return;
  if (lease.state === 'checking') {
    if (pass.lostRows === totalRows) await assertReadable(db, lease.id, lease.settings.format, totalRows);
    return endCheck(db, lease, pass, totalRows);
  }
  if (lease.takesDown && !(await takeDown(lease, pass, options))) return;
  await endRun(db, lease);
};
