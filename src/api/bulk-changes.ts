import type {
  BulkChangeBody,
  BulkChangeRecord,
  BulkChangeRequest,
  bulkChangeRoutes,
  SkippedPostRecord,
} from '#contract/bulk-changes.ts';
import { anyState, postStates } from '#contract/values/posts.ts';
import {
  type BulkChange,
  readBulkChange,
  readBulkChanges,
  readSkipped,
  type Selection,
  type SkippedPost,
  startBulkChange,
  stopBulkChange,
  undoBulkChange,
} from '#domain/bulk-changes/bulk-changes.ts';
import type { Change, GivenRecords, NameRef } from '#domain/bulk-changes/change.ts';
import {
  createNames,
  previewChange,
  type RequestedChange,
  resolveChange,
} from '#domain/bulk-changes/requested-change.ts';
import { ValidationError } from '#domain/errors.ts';
import { findPostIds } from '#domain/posts/find-posts.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf } from './http/caller.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { fromPostFilter } from './records/video.ts';
import { withIsoTimes } from './records/wire-values.ts';

const requestedState = ({ state, publishAt }: BulkChangeBody): RequestedChange => {
  if (state === undefined) throw new ValidationError('Choose a state.');
  if (state !== 'scheduled') return { kind: 'setState', state };
  if (publishAt === undefined) throw new ValidationError('Choose when to publish the posts.');
  const at = new Date(publishAt);
  if (at.getTime() <= Date.now()) throw new ValidationError('Choose a time in the future.');
  return { kind: 'setState', state, publishAt: at };
};

/** Blank fields keep their values, so that a bulk change can't remove records. */
const givenRecords = ({ source, rightsHolder, consent, recordDate }: BulkChangeBody): GivenRecords => {
  const given = Object.entries({ source, rightsHolder, consent, recordDate: recordDate ?? '' }).flatMap(
    ([part, text]) => (text?.trim() ? [[part, text.trim()]] : []),
  );
  if (given.length === 0) throw new ValidationError('Enter at least one part of the records.');
  return Object.fromEntries(given);
};

const fromBulkChangeBody = (body: BulkChangeBody): RequestedChange => {
  const { kind, tags = [], stars = [], Category: category, partner } = body;
  switch (kind) {
    case 'addTags':
    case 'removeTags':
      return { kind, tags };
    case 'addStars':
      return { kind: 'addPerformers', performers: stars };
    case 'removeStars':
      return { kind: 'removePerformers', performers: stars };
    case 'setCategory':
      if (category === undefined) throw new ValidationError('Choose a category.');
      return { kind, category };
    case 'setPartner':
      if (partner === undefined) throw new ValidationError('Choose a network, or none.');
      return { kind, partnerId: partner === null ? null : Number(partner) };
    case 'setRecords':
      return { kind, records: givenRecords(body), onlyMissing: body.onlyMissing ?? false };
    case 'setState':
      return requestedState(body);
    case 'replaceLinks':
      return { kind, from: body.from ?? '', to: body.to ?? '' };
    default:
      return { kind };
  }
};

const namesOf = (refs: readonly NameRef[]) => refs.map(({ name }) => name);

const toChangeRecord = (change: Change): BulkChangeRecord['change'] => {
  switch (change.kind) {
    case 'addTags':
    case 'removeTags':
      return { kind: change.kind, tags: namesOf(change.tags) };
    case 'addPerformers':
      return { kind: 'addStars', stars: namesOf(change.performers) };
    case 'removePerformers':
      return { kind: 'removeStars', stars: namesOf(change.performers) };
    case 'replaceTags':
      return { kind: 'replaceTags', tags: namesOf(change.from), to: change.to?.name ?? null };
    case 'replacePerformers':
      return { kind: 'replaceStars', stars: namesOf(change.from), to: change.to?.name ?? null };
    case 'setCategory':
      return { kind: 'setCategory', Category: change.category };
    case 'setPartner':
      return { kind: 'setPartner', partner: change.partner?.name ?? null };
    case 'setRecords':
      return { kind: 'setRecords', ...change.records, onlyMissing: change.onlyMissing };
    default:
      return change;
  }
};

const toBulkChangeRecord = ({ id, change, filter, ...bulkChange }: BulkChange): BulkChangeRecord => ({
  ...withIsoTimes(bulkChange),
  _id: String(id),
  change: toChangeRecord(change),
  byFilter: filter !== null,
});

const toSkippedPostRecord = ({ id, title, ...post }: SkippedPost): SkippedPostRecord => ({
  _id: String(id),
  titel: title,
  ...post,
});

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
      // Admins open lists as soon as it is done, so the index must show the changes by then.
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
