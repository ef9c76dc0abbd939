import type { Category } from '#contract/values/categories.ts';
import type { PostRecords } from '#contract/values/record-parts.ts';

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
