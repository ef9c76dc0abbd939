import type { Category } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import type { PostRecords } from '#contract/values/posts.ts';
import type { Tx } from '#db/database.ts';
import { type Change as AuditedChange, recordChanges } from '#domain/audit-log.ts';
import { videoListings } from '#domain/listing/listing.ts';
import { refusalsOf, refusedChange } from '#domain/listing-rules/may-be-listed.ts';

/** A tag, performer or partner, with its name as it was when the bulk change started. */
export interface NameRef {
  id: number;
  name: string;
}

/** Those that are not blank. */
export type GivenRecords = { [Part in keyof PostRecords]?: string };

/** What a bulk change does to each of its posts. Stored rows hold these words: rename one only with a migration. */
export type Change =
  | { kind: 'addTags' | 'removeTags'; tags: NameRef[] }
  | { kind: 'addPerformers' | 'removePerformers'; performers: NameRef[] }
  /** Posts that have one of `from` get `to` in its place. */
  | { kind: 'replaceTags' | 'replacePerformers'; from: NameRef[]; to: NameRef | null }
  | { kind: 'setCategory'; category: Category }
  | { kind: 'setPartner'; partner: NameRef | null }
  | { kind: 'setRecords'; records: GivenRecords; onlyMissing: boolean }
  /** `needsRecords`: as the settings were when it started. */
  | { kind: 'setState'; state: 'draft' | 'published'; needsRecords?: boolean }
  /** `publishAt` is an ISO time. */
  | { kind: 'setState'; state: 'scheduled'; publishAt: string; needsRecords?: boolean }
  /** Links of the form `from` get the form `to`. */
  | { kind: 'replaceLinks'; from: string; to: string }
  | { kind: 'delete' | 'restore' };

/** Deleted posts are changed only where it must not matter whether they are restored before or afterwards. */
export const affects = ({ kind }: Change): 'live' | 'deleted' | 'both' => {
  if (kind === 'restore') return 'deleted';
  return kind === 'replaceTags' || kind === 'replacePerformers' ? 'both' : 'live';
};

/** Whether visitors and other services may see a difference. */
export const isVisible = ({ kind }: Change) => kind !== 'setRecords';

/** A change of the tags or performers of posts. */
export interface LinkChange {
  of: 'tag' | 'performer';
  remove: number[];
  add: number[];
  /** Adds only to posts that lose a name, in its place. */
  inPlace: boolean;
  /** How many a post may have; undefined if the change cannot exceed it. */
  max: number | undefined;
}

const idsOf = (names: readonly NameRef[]) => names.map(({ id }) => id);

export const linkChangeOf = (change: Change): LinkChange | undefined => {
  const { tags: maxTags, performers: maxPerformers } = limits.video;
  const none = { remove: [], add: [], inPlace: false, max: undefined };
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
      return { of: change.kind === 'replaceTags' ? 'tag' : 'performer', remove, add, inPlace: true, max: undefined };
    }
    default:
      return undefined;
  }
};

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
