import { useSyncExternalStore } from 'react';
import type { BulkChangeRecord, BulkChangeRequest, BulkPreview, SkippedPostRecord } from '#contract/bulk-changes.ts';
import { type WithId, withId } from '../records/record.ts';
import { adminClient, plainClient } from '../session/admin-client.ts';

export type BulkChange = WithId<BulkChangeRecord>;
export type SkippedPost = WithId<SkippedPostRecord>;
export type BulkFilter = NonNullable<BulkChangeRequest['filter']>;
/** The posts to change: by id, or all that match a filter. */
export type BulkSelection = { ids: string[] } | { filter: BulkFilter };
export type BulkChangeDraft = BulkChangeRequest['change'];
export type Preview = BulkPreview;

export const previewBulkChange = async (selection: BulkSelection, change: BulkChangeDraft): Promise<Preview> =>
  (await adminClient.previewBulkChange({ body: { ...selection, change } })).preview;

export const startBulkChange = async (selection: BulkSelection, change: BulkChangeDraft): Promise<BulkChange> =>
  withId((await adminClient.startBulkChange({ body: { ...selection, change } })).bulkChange);

export const loadBulkChange = async (id: string): Promise<BulkChange> =>
  withId((await adminClient.getBulkChange({ params: { id } })).bulkChange);

/** For polling: if the session has ended, a sign-in must not open while somebody is typing. */
export const pollBulkChange = async (id: string): Promise<BulkChange> =>
  withId((await plainClient.getBulkChange({ params: { id } })).bulkChange);

export const loadBulkChanges = async (query: { page: number; limit: number }) => {
  const { bulkChanges, pagination } = await adminClient.getBulkChanges({ query });
  return { bulkChanges: bulkChanges.map(withId), pagination };
};

export const loadSkippedPosts = async (id: string, query: { page: number; limit: number }) => {
  const { posts, pagination } = await adminClient.getSkippedPosts({ params: { id }, query });
  return { posts: posts.map(withId), pagination };
};

export const stopBulkChange = async (id: string): Promise<BulkChange> =>
  withId((await adminClient.stopBulkChange({ params: { id } })).bulkChange);

export const undoBulkChange = async (id: string): Promise<BulkChange> =>
  withId((await adminClient.undoBulkChange({ params: { id } })).bulkChange);

/** The bulk changes whose progress is shown on every screen until they are closed. */
let followed: readonly BulkChange[] = [];
const listeners = new Set<() => void>();
const storageKey = 'marquee.followedBulkChanges';

const setFollowed = (changes: readonly BulkChange[]) => {
  followed = changes;
  // The ids survive a reload.
  sessionStorage.setItem(storageKey, JSON.stringify(changes.map(({ id }) => id)));
  for (const listener of listeners) listener();
};

/** Shows the progress of a bulk change, or updates it. */
export const follow = (bulkChange: BulkChange) => {
  const isKnown = followed.some(({ id }) => id === bulkChange.id);
  const replaced = followed.map((each) => (each.id === bulkChange.id ? bulkChange : each));
  setFollowed(isKnown ? replaced : [...followed, bulkChange]);
};

export const unfollow = ({ id }: Pick<BulkChange, 'id'>) => setFollowed(followed.filter((each) => each.id !== id));

/** The ids that were followed before the page was reloaded. */
export const rememberedIds = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[];
  } catch {
    return [];
  }
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFollowedChanges = () =>
  useSyncExternalStore(
    subscribe,
    () => followed,
    () => followed,
  );
