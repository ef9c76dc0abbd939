import type { BulkChangeRequest, bulkChangeRoutes } from '#contract/bulk-changes.ts';
import { anyState, postStates } from '#contract/values/post-filter.ts';
import {
  readBulkChange,
  readBulkChanges,
  type Selection,
  startBulkChange,
  stopBulkChange,
  undoBulkChange,
} from '#domain/bulk-changes/bulk-changes.ts';
import { previewChange } from '#domain/bulk-changes/preview-change.ts';
import { readSkipped } from '#domain/bulk-changes/read-skipped.ts';
import { createNames, resolveChange } from '#domain/bulk-changes/resolve-change.ts';
import { ValidationError } from '#domain/errors.ts';
import { findPostIds } from '#domain/posts/find-posts.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { fromBulkChangeBody, toBulkChangeRecord, toSkippedPostRecord } from './records/bulk-change.ts';
import { fromPostFilter } from './records/post-filter.ts';

const selectionOf = async (
  { db, index }: ApiContext,
  { ids, filter, change }: BulkChangeRequest,
): Promise<Selection> => {
  if ((ids === undefined) === (filter === undefined))
    throw new ValidationError('Send either the ids of posts or a filter.');
  if (ids) return { videoIds: ids.map(Number) };
  if (change.kind === 'restore') throw new ValidationError('Send the ids of the posts to restore.');
  const { state, ...rest } = filter ?? { state: 'published' };
  const chosen = (state === anyState ? postStates : [state]).map((each) => fromPostFilter({ ...rest, state: each }));
  const found = await Promise.all(chosen.map((each) => findPostIds({ db, index }, each)));
  const videoIds = found.flat();
  if (videoIds.length === 0) throw new ValidationError('No posts match.');
  return { videoIds, filter: { ...chosen[0], state } };
};

export const bulkChangeHandlers = (context: ApiContext): HandlersOf<keyof typeof bulkChangeRoutes> => {
  const { db, index, bulkChanges: runner } = context;
  return {
    previewBulkChange: async ({ body }) => {
      const change = await resolveChange(db, fromBulkChangeBody(body.change));
      const { videoIds } = await selectionOf(context, body);
      return { success: true, preview: await previewChange(db, change, videoIds) };
    },
    startBulkChange: async (call) => {
      const requested = fromBulkChangeBody(call.body.change);
      const selection = await selectionOf(context, call.body);
      const bulkChange = await db.transaction().execute(async (tx) => {
        await createNames(tx, requested);
        return startBulkChange(tx, actorOf(call), { selection, change: await resolveChange(tx, requested) });
      });
      await runner.runDue();
      return { success: true, bulkChange: toBulkChangeRecord(bulkChange) };
    },
    getBulkChanges: async ({ query }) => {
      const { total, bulkChanges } = await readBulkChanges(db, query);
      return {
        success: true,
        bulkChanges: bulkChanges.map(toBulkChangeRecord),
        pagination: paginationOf(total, query),
      };
    },
    getBulkChange: async ({ params: { id } }) => {
      const bulkChange = await readBulkChange(db, Number(id));
      // Lists that an admin opens because it is done have to show what it did.
      if (bulkChange.state === 'finished' || bulkChange.state === 'undone') await waitUntilVisible(index);
      return { success: true, bulkChange: toBulkChangeRecord(bulkChange) };
    },
    getSkippedPosts: async ({ params: { id }, query }) => {
      await readBulkChange(db, Number(id));
      const { total, posts } = await readSkipped(db, Number(id), query);
      return { success: true, posts: posts.map(toSkippedPostRecord), pagination: paginationOf(total, query) };
    },
    stopBulkChange: async (call) => ({
      success: true,
      bulkChange: toBulkChangeRecord(await stopBulkChange(db, actorOf(call), Number(call.params.id))),
    }),
    undoBulkChange: async (call) => {
      const bulkChange = await undoBulkChange(db, actorOf(call), Number(call.params.id));
      await runner.runDue();
      return { success: true, bulkChange: toBulkChangeRecord(bulkChange) };
    },
  };
};
