import type { Listing } from '#domain/listing/listing.ts';
import type { PostField } from '../posts/post-values.ts';
import type { ResolvedPost } from '../posts/resolve-posts.ts';
import type { FoundItem } from './find-items.ts';

interface OfRow {
  number: number;
  title: string;
  link: string;
}

/** A row that becomes a post. */
export interface NewRow extends OfRow, ResolvedPost {
  outcome: 'new';
  /** What of the row is left out; blank if nothing is. */
  reason: string;
  rowHash: string;
  key: string;
  /** Whether the post that it was before has been removed for good by an import. */
  isReplacing: boolean;
  listing: Listing;
}

/** A row that changes its post. */
export interface ChangedRow extends OfRow, ResolvedPost {
  outcome: 'changed';
  reason: string;
  rowHash: string;
  key: string;
  item: FoundItem;
  fields: PostField[];
  /** Whether an import had taken the post down because the feed lacked it. */
  comesBack: boolean;
}

/** A row that was read again for nothing. */
export interface SameRow {
  outcome: 'same';
  number: number;
  rowHash: string;
  key: string;
  videoId: number;
}

/** A row that nothing becomes of. */
export interface SkippedRow extends OfRow {
  outcome: 'duplicate' | 'refused' | 'bad' | 'heldBack';
  reason: string;
  videoId?: number | undefined;
}

export type ClassifiedRow = NewRow | ChangedRow | SameRow | SkippedRow;
