import type { Tx } from '#db/database.ts';
import { addCounts, countsOf, type ImportCounts, noCounts } from '../import-counts.ts';
import { insertPosts } from '../posts/insert-posts.ts';
import { refreshRowHashes, updatePosts } from '../posts/update-posts.ts';
import { silenceChangeLog } from '../tell-catalogue.ts';
import { type ClassifiedBatch, classifyBatch } from './classify-batch.ts';
import { chargeCap, readCapLeft } from './daily-cap.ts';
import { findRows } from './find-rows.ts';
import { type Lease, renewLease } from './lease.ts';
import type { ChangedRow, ClassifiedRow, NewRow, SameRow } from './outcomes.ts';
import type { Pass } from './pass.ts';
import type { PreparedBatch } from './prepared-batches.ts';
import { linkAddedRows, storeRows } from './store-rows.ts';

const countRows = ({ rows, unread }: ClassifiedBatch, { unchanged }: PreparedBatch): ImportCounts => {
  const counts = noCounts();
  for (const { outcome } of rows) counts[outcome]++;
  counts.same += unread.length + unchanged;
  return counts;
};

const ofOutcome = <Row extends ClassifiedRow>(rows: readonly ClassifiedRow[], outcome: Row['outcome']) =>
  rows.filter((row): row is Row => row.outcome === outcome);

export interface BatchResult {
  classified: ClassifiedBatch;
  /** Posts that were added. */
  added: number[];
}

/** A name may lead to one that is itself being merged: what is found again and again is taken. */
const maxLookups = 3;

/** The batch, of which names are looked up again if one has been merged or deleted since. In a run they are locked. */
const withCurrentNames = async (tx: Tx, pass: Pass, batch: PreparedBatch, isRun: boolean): Promise<PreparedBatch> => {
  let { found } = batch;
  for (
    let lookups = 1;
    !(await pass.nameIds.areCurrent(tx, found, { lock: isRun })) && lookups < maxLookups;
    lookups++
  ) {
    pass.nameIds.forget();
    found = await findRows(tx, pass, batch.readable);
  }
  return { ...batch, found };
};

/** Says what becomes of a batch of rows, and does it unless this is a dry run. Undefined if the lease is lost. */
export const runBatch = async (
  tx: Tx,
  lease: Lease,
  pass: Pass,
  batch: PreparedBatch,
): Promise<BatchResult | undefined> => {
  const left = await renewLease(tx, lease);
  if (!left) return undefined;
  const isRun = lease.state === 'running';
  if (isRun && lease.isBulk) await silenceChangeLog(tx);
  const before = countsOf((isRun ? left.counts : left.checkedCounts) as object);
  // In a dry run nothing is added: what the batches before it would add counts.
  const capLeft = (await readCapLeft(tx, pass.sourceId)) - (isRun ? 0 : before.new);
  const classified = await classifyBatch(tx, pass, await withCurrentNames(tx, pass, batch, isRun), { capLeft, isRun });
  const { rows } = classified;
  const found = countRows(classified, batch);
  let added: number[] = [];
  if (isRun) {
    const fresh = ofOutcome<NewRow>(rows, 'new');
    added = await insertPosts(tx, pass, fresh, { adminId: lease.adminId, now: new Date() });
    await linkAddedRows(tx, lease, fresh, added, before);
    if (Number.isFinite(capLeft)) await chargeCap(tx, pass.sourceId, added.length);
    await updatePosts(tx, pass, ofOutcome<ChangedRow>(rows, 'changed'));
    await refreshRowHashes(tx, pass, ofOutcome<SameRow>(rows, 'same'));
  } else await storeRows(tx, lease.id, rows, before);
  // The rows of an earlier way through the feed are counted already, apart from those that were held back.
  const counted = lease.passes === 0 ? found : { ...noCounts(), new: found.new, heldBack: found.heldBack };
  const counts = JSON.stringify(addCounts(before, counted));
  await tx
    .updateTable('imports')
    .set({ done_rows: batch.lastRow, ...(isRun ? { counts } : { checked_counts: counts }) })
    .where('id', '=', lease.id)
    .execute();
  return { classified, added };
};
