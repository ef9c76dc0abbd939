import type { BulkChangeRecord, BulkChangeRequest, BulkPreview, SkippedPostRecord } from '#contract/bulk-changes.ts';
import { adminClient, plainClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type BulkChange = WithId<BulkChangeRecord>;
export type SkippedPost = WithId<SkippedPostRecord>;
export type BulkFilter = NonNullable<BulkChangeRequest['filter']>;
/** Which posts are meant: some, one by one, or all that match a filter. */
export type BulkSelection = { ids: string[] } | { filter: BulkFilter };
export type BulkChangeDraft = BulkChangeRequest['change'];
export type Preview = BulkPreview;

export const previewBulkChange = async (selection: BulkSelection, change: BulkChangeDraft): Promise<Preview> =>
  (await adminClient.previewBulkChange({ body: { ...selection, change } })).preview;

export const startBulkChange = async (selection: BulkSelection, change: BulkChangeDraft): Promise<BulkChange> =>
  withId((await adminClient.startBulkChange({ body: { ...selection, change } })).bulkChange);

export const loadBulkChange = async (id: string): Promise<BulkChange> =>
  withId((await adminClient.getBulkChange({ params: { id } })).bulkChange);

/** By a clock: if the session has ended, it must not open a sign-in over what somebody is typing. */
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
