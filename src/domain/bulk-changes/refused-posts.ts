import type { Tx } from '#db/database.ts';
import { recordChanges } from '#domain/audit/record-change.ts';
import { refusalsOf } from '#domain/safety/may-be-listed.ts';
import { videoListings } from '#domain/safety/read-listings.ts';
import { refusedChange } from '#domain/safety/record-refusal.ts';
import type { Change } from './change.ts';

/** Whether visitors may see posts because of the change that they did not see before. */
export const showsPosts = (change: Change) =>
  change.kind === 'restore' || (change.kind === 'setState' && change.state !== 'draft');

/** The same of undoing it. */
export const undoShowsPosts = (change: Change) =>
  change.kind === 'delete' || (change.kind === 'setState' && change.state !== 'published');

/** Of these posts, those that may not be listed; each has an entry in the audit log that says why. */
export const findRefused = async (tx: Tx, bulkChangeId: number, ids: readonly number[]): Promise<number[]> => {
  const listings = await videoListings(tx, ids);
  const refusals = await refusalsOf(tx, listings);
  const refused = listings.flatMap((listing, at) => {
    const refusal = refusals[at];
    return refusal ? [refusedChange(listing, refusal)] : [];
  });
  if (refused.length === 0) return [];
  const { admin, adminId } = await tx
    .selectFrom('bulk_changes')
    .select(['admin', 'admin_id as adminId'])
    .where('id', '=', bulkChangeId)
    .executeTakeFirstOrThrow();
  await recordChanges(tx, { admin, adminId, ip: null }, refused);
  return refused.map(({ entityId }) => entityId);
};
