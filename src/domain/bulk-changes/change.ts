import type { Category } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import type { PostRecords } from '#contract/values/posts.ts';
import type { Tx } from '#db/database.ts';
import { type Change as AuditedChange, recordChanges } from '#domain/audit-log.ts';
import { videoListings } from '#domain/listing/listing.ts';
import { refusalsOf, refusedChange } from '#domain/listing-rules/may-be-listed.ts';

/** A tag, performer or partner, with its name when the bulk change started. */
export interface NameRef {
  id: number;
  name: string;
}

/** Records without the blank ones. */
export type GivenRecords = { [Part in keyof PostRecords]?: string };

/** The change of each post. Stored as JSON, so renaming anything here needs a migration. */
export type Change =
  | { kind: 'addTags' | 'removeTags'; tags: NameRef[] }
  | { kind: 'addPerformers' | 'removePerformers'; performers: NameRef[] }
  /** Replaces any of `from` by `to`. The posts `keptOn` keep `from` and get `to` besides. */
  | { kind: 'replaceTags' | 'replacePerformers'; from: NameRef[]; to: NameRef | null; keptOn?: number[] }
  | { kind: 'setCategory'; category: Category }
  | { kind: 'setPartner'; partner: NameRef | null }
  | { kind: 'setRecords'; records: GivenRecords; onlyMissing: boolean }
  /** `needsRecords` is the setting when the bulk change started. */
  | { kind: 'setState'; state: 'draft' | 'published'; needsRecords?: boolean }
  /** `publishAt` is an ISO time. */
  | { kind: 'setState'; state: 'scheduled'; publishAt: string; needsRecords?: boolean }
  /** Rewrites links of the form `from` to the form `to`. */
  | { kind: 'replaceLinks'; from: string; to: string }
  | { kind: 'delete' | 'restore' };

/** Which posts are changed. Names are also replaced in deleted posts, as these may be restored later. */
export const affects = ({ kind }: Change): 'live' | 'deleted' | 'both' => {
  if (kind === 'restore') return 'deleted';
  return kind === 'replaceTags' || kind === 'replacePerformers' ? 'both' : 'live';
};

/** Whether visitors may see a difference. */
export const changesPages = ({ kind }: Change) => kind !== 'setRecords';

/** A change of the tags or performers of posts. */
export interface LinkChange {
  of: 'tag' | 'performer';
  remove: number[];
  add: number[];
  /** Only adds names in place of removed ones. */
  inPlace: boolean;
  /** Posts that keep the removed names, and get the added ones besides. */
  keptOn: readonly number[];
  /** Maximum per post. Undefined if the change can't exceed it. */
  max: number | undefined;
}

const idsOf = (names: readonly NameRef[]) => names.map(({ id }) => id);

export const linkChangeOf = (change: Change): LinkChange | undefined => {
  const { tags: maxTags, performers: maxPerformers } = limits.video;
  const none = { remove: [], add: [], inPlace: false, keptOn: [], max: undefined };
  switch (change.kind) {
    case 'addTags':
      return { ...none, of: 'tag', add: idsOf(change.tags), max: maxTags };
    case 'removeTags':
      return { ...none, of: 'tag', remove: idsOf(change.tags) };
    case 'addPerformers':
      return { ...none, of: 'performer', add: idsOf(change.performers), max: maxPerformers };
    case 'removePerformers':
      return { ...none, of: 'performer', remove: idsOf(change.performers) };
    case 'replaceTags':
    case 'replacePerformers': {
      const add = change.to ? [change.to.id] : [];
      const remove = idsOf(change.from).filter((id) => !add.includes(id));
      const of = change.kind === 'replaceTags' ? 'tag' : 'performer';
      return { of, remove, add, inPlace: true, keptOn: change.keptOn ?? [], max: undefined };
    }
    default:
      return undefined;
  }
};

/** Whether the change may publish posts. */
export const showsPosts = (change: Change) =>
  change.kind === 'restore' || (change.kind === 'setState' && change.state !== 'draft');

/** Whether undoing may publish posts, or restore names, links or partners that may be blocked or prohibited by now. */
export const mayUndoBeRefused = (change: Change) =>
  change.kind === 'delete' ||
  change.kind === 'setPartner' ||
  change.kind === 'replaceLinks' ||
  (change.kind === 'setState' && change.state !== 'published') ||
  (linkChangeOf(change)?.remove.length ?? 0) > 0;

/** Audit log entries for those of the posts that may not be listed in their current version. */
export const refusalsOfPosts = async (tx: Tx, ids: readonly number[]): Promise<AuditedChange[]> => {
  const listings = await videoListings(tx, ids);
  const refusals = await refusalsOf(tx, listings);
  return listings.flatMap((listing, at) => {
    const refusal = refusals[at];
    return refusal ? [refusedChange(listing, refusal)] : [];
  });
};

/** Records refusals in the audit log. Returns the ids of the posts. */
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

/** Finds posts that may not be listed, and records the reasons in the audit log. */
export const findRefused = async (tx: Tx, bulkChangeId: number, ids: readonly number[]): Promise<number[]> =>
  recordRefused(tx, bulkChangeId, await refusalsOfPosts(tx, ids));
