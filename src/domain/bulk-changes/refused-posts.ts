import type { Tx } from '#db/database.ts';
import { type Change as AuditedChange, recordChanges } from '#domain/audit-log.ts';
import { videoListings } from '#domain/listing/read-listings.ts';
import { refusalsOf, refusedChange } from '#domain/listing-rules/may-be-listed.ts';
import type { Change } from './change.ts';
import { linkChangeOf } from './link-change.ts';

/** Whether visitors may see posts because of the change that they did not see before. */
export const showsPosts = (change: Change) =>
  change.kind === 'restore' || (change.kind === 'setState' && change.state !== 'draft');

/** Whether undoing it shows posts, or gives them back names or partners that may be blocked or prohibited by now. */
export const mayUndoBeRefused = (change: Change) =>
  change.kind === 'delete' ||
  change.kind === 'setPartner' ||
  change.kind === 'replaceLinks' ||
  (change.kind === 'setState' && change.state !== 'published') ||
  (linkChangeOf(change)?.remove.length ?? 0) > 0;

/** What the audit log says of those of the posts that may not be listed as they are in this transaction. */
export const refusalsOfPosts = async (tx: Tx, ids: readonly number[]): Promise<AuditedChange[]> => {
  const listings = await videoListings(tx, ids);
  const refusals = await refusalsOf(tx, listings);
  return listings.flatMap((listing, at) => {
    const refusal = refusals[at];
    return refusal ? [refusedChange(listing, refusal)] : [];
  });
};

/** Returns the posts. */
export const recordRefused = async (tx: Tx, bulkChangeId: number, refused: AuditedChange[]): Promise<number[]> => {
  if (refused.length === 0) return [];
  const { admin, adminId } = await tx
    .selectFrom('bulk_changes')
    .select(['admin', 'admin_id as adminId'])
    .where('id', '=', bulkChangeId)
    .executeTakeFirstOrThrow();
  await recordChanges(tx, { admin, adminId, ip: null }, refused);
  return refused.map(({ entityId }) => entityId);
};

/** Of these posts, those that may not be listed; each has an entry in the audit log that says why. */
export const findRefused = async (tx: Tx, bulkChangeId: number, ids: readonly number[]): Promise<number[]> =>
  recordRefused(tx, bulkChangeId, await refusalsOfPosts(tx, ids));
