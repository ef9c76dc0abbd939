import type { Db } from '#db/database.ts';
import type { InTransaction } from '#db/retried-transaction.ts';
import { assertReadable } from '../assert-readable.ts';
import { importCatalogueRows } from '../catalogue/import-catalogue-rows.ts';
import { isOwnExport } from '../mapping/guessing/own-export.ts';
import { createPartnerFinder } from '../posts/find-partner.ts';
import { endCheck, endRun, mayTakeDown } from './end-pass.ts';
import { findItems } from './find-items.ts';
import { noKnownRows, readKnownRows } from './known-rows.ts';
import type { Lease } from './lease.ts';
import { type Pass, startPass } from './pass.ts';
import { type PreparedBatch, preparedBatches } from './prepared-batches.ts';
import { readAhead } from './read-ahead.ts';
import { runBatch } from './run-batch.ts';
import { takeDownBatch } from './take-down.ts';
import { readUnchangedRows } from './unchanged-rows.ts';

export interface PassOptions {
  db: Db;
  inTransaction: InTransaction;
  signal: AbortSignal;
  batchRows: number;
  /** Called after each batch, with the time that it took. */
  rest: (ms: number) => Promise<void>;
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
  const { db, inTransaction, signal, rest } = options;
  const { id: importId, sourceId, settings } = lease;
  // Feeds that arrive otherwise are partners': they must not bring along networks and texts that nobody looks at, nor a link twice.
  const isOfOperator = lease.origin === 'command';
  if (lease.state === 'running' && isOfOperator && doneRows === 0)
    await importCatalogueRows({ db, importId, inTransaction });
  const pass = startPass({
    importId,
    sourceId,
    settings,
    isOwnCatalogue: isOfOperator && isOwnExport(settings.mapping),
    partnerOf: await createPartnerFinder(db),
  });
  let totalRows = 0;
  const unchangedRows = await readUnchangedRows(db, lease);
  const knownRows = unchangedRows ? noKnownRows : await readKnownRows(db, sourceId);
  for await (const batch of readAhead(preparedBatches(pass, { ...options, doneRows, knownRows, unchangedRows }))) {
    if (signal.aborted) return;
    totalRows = batch.lastRow;
    pass.lostRows += batch.lostRows;
    await rememberDone(db, pass, batch);
    if (batch.lastRow <= doneRows) continue;
    const startedAt = performance.now();
    const result = await inTransaction((tx) => runBatch(tx, lease, pass, batch));
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
