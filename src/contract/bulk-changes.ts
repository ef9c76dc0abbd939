import { type Static, Type } from 'typebox';
import {
  DecimalId,
  defineRoutes,
  Id,
  IdParams,
  NameLimit,
  Nullable,
  OptionalTime,
  Page,
  Pagination,
  RequiredText,
  StrictObject,
  Success,
  Time,
} from './calls/route.ts';
import { postFilterFields, recordFields } from './posts.ts';
import { limits } from './values/fields.ts';
import { byWireName, recordParts } from './values/post-fields.ts';
import {
  anyState,
  bulkChangeKinds,
  bulkChangeStates,
  editableStates,
  maxChangedNames,
  maxSelectedPosts,
  postParts,
  postStates,
  skipReasons,
} from './values/posts.ts';
import { Category } from './videos.ts';

const Names = (one: string) =>
  Type.Optional(Type.Array(RequiredText(one, limits.video.tagName), { maxItems: maxChangedNames, label: `${one}s` }));

/** Replaces links of one form by another. `*` matches anything, which is kept. */
export const addressForm = {
  from: Type.Optional(RequiredText('old form', limits.links.pattern)),
  to: Type.Optional(RequiredText('new form', limits.links.pattern)),
};

/** What to change in each post. `kind` determines which other fields are needed. */
const BulkChangeBody = StrictObject({
  kind: Type.Enum(bulkChangeKinds),
  tags: Names('tag'),
  stars: Names('star'),
  Category: Type.Optional(Category),
  partner: Type.Optional(Nullable(DecimalId('partner'), { description: 'Null for none' })),
  ...recordFields,
  onlyMissing: Type.Optional(
    Type.Boolean({ description: 'Sets records only where a post has none', label: 'onlyMissing' }),
  ),
  ...addressForm,
  state: Type.Optional(Type.Enum(editableStates)),
  publishAt: Type.Optional(
    Type.String({ format: 'iso-date-time', description: 'Publication time of scheduled posts', label: 'time' }),
  ),
});
export type BulkChangeBody = Static<typeof BulkChangeBody>;

const FilterState = Type.Enum([...postStates, anyState], {
  default: 'published',
  description: `\`${anyState}\` for posts of every state`,
});

const Request = StrictObject(
  {
    ids: Type.Optional(
      Type.Array(DecimalId('ids'), {
        minItems: 1,
        maxItems: maxSelectedPosts,
        description: 'Ids of selected posts',
        label: 'posts',
      }),
    ),
    filter: Type.Optional(StrictObject({ ...postFilterFields, state: FilterState })),
    change: BulkChangeBody,
  },
  { description: 'Select posts with either `ids` or `filter`' },
);
export type BulkChangeRequest = Static<typeof Request>;

export const BulkChangeRecord = Type.Object({
  _id: Id,
  admin: Type.String(),
  change: Type.Object({
    kind: Type.String(),
    tags: Type.Optional(Type.Array(Type.String())),
    stars: Type.Optional(Type.Array(Type.String())),
    to: Type.Optional(Nullable(Type.String(), { description: 'What replaces the tags or stars' })),
    Category: Type.Optional(Type.String()),
    partner: Type.Optional(Nullable(Type.String())),
    ...byWireName(recordParts, () => Type.Optional(Type.String())),
    onlyMissing: Type.Optional(Type.Boolean()),
    from: Type.Optional(Type.String({ description: 'The old form of links; `to` is the new one' })),
    state: Type.Optional(Type.String()),
    publishAt: Type.Optional(Time),
  }),
  byFilter: Type.Boolean({ description: 'Whether posts were selected by a filter' }),
  state: Type.Enum(bulkChangeStates),
  total: Type.Integer(),
  done: Type.Integer({ description: 'Posts processed so far' }),
  changed: Type.Integer(),
  skipped: Type.Integer(),
  undone: Type.Integer(),
  notUndone: Type.Integer({ description: 'Posts that undoing skipped because someone has changed them since' }),
  error: Nullable(Type.String()),
  startedAt: Time,
  endedAt: OptionalTime,
  undoneBy: Nullable(Type.String()),
  undoEndedAt: OptionalTime,
  isUndoable: Type.Boolean(),
});
export type BulkChangeRecord = Static<typeof BulkChangeRecord>;

export const SkippedPostRecord = Type.Object({
  _id: Id,
  titel: Nullable(Type.String(), { description: 'Null once the post is permanently deleted' }),
  isDeleted: Type.Boolean(),
  reason: Type.Enum(skipReasons),
  missing: Type.Array(Type.Enum(postParts), { description: 'What an incomplete post lacks' }),
});
export type SkippedPostRecord = Static<typeof SkippedPostRecord>;

export const BulkPreview = Type.Object({
  total: Type.Integer(),
  changes: Type.Integer({ description: 'Posts that will change' }),
  unchanged: Type.Integer({ description: 'Posts that already match' }),
  full: Type.Integer({ description: 'Posts that will be skipped because they would have too many tags or stars' }),
  incomplete: Type.Integer({ description: 'Posts that will be skipped because they have no image' }),
  unrecorded: Type.Integer({ description: 'Posts that will be skipped because their records are not complete' }),
  drafts: Type.Integer({ description: 'Posts that will be restored as drafts because their records are not complete' }),
  gone: Type.Integer({ description: 'Posts that have been deleted since; for restoring, posts that are not deleted' }),
});
export type BulkPreview = Static<typeof BulkPreview>;

const area = 'bulk changes';
const One = Success({ bulkChange: BulkChangeRecord });

export const bulkChangeRoutes = defineRoutes({
  previewBulkChange: {
    method: 'POST',
    path: '/bulk-changes/preview',
    access: 'catalogue',
    area,
    summary: 'Counts the posts that a bulk change would change',
    body: Request,
    response: Success({ preview: BulkPreview }),
  },
  startBulkChange: {
    method: 'POST',
    path: '/bulk-changes',
    access: 'catalogue',
    area,
    summary: 'Starts changing many posts in the background',
    body: Request,
    response: One,
  },
  getBulkChanges: {
    method: 'GET',
    path: '/bulk-changes',
    access: 'catalogue',
    area,
    summary: 'Lists bulk changes, newest first',
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Success({ bulkChanges: Type.Array(BulkChangeRecord), pagination: Pagination }),
  },
  getBulkChange: {
    method: 'GET',
    path: '/bulk-changes/:id',
    access: 'catalogue',
    area,
    summary: 'Returns a bulk change and its progress',
    params: IdParams,
    response: One,
  },
  getSkippedPosts: {
    method: 'GET',
    path: '/bulk-changes/:id/skipped',
    access: 'catalogue',
    area,
    summary: 'Lists the posts that a bulk change, or undoing it, skipped',
    params: IdParams,
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Success({ posts: Type.Array(SkippedPostRecord), pagination: Pagination }),
  },
  stopBulkChange: {
    method: 'POST',
    path: '/bulk-changes/:id/stop',
    access: 'catalogue',
    area,
    summary: 'Stops a bulk change, or undoing it. What it has done so far stays.',
    params: IdParams,
    response: One,
  },
  undoBulkChange: {
    method: 'POST',
    path: '/bulk-changes/:id/undo',
    access: 'catalogue',
    area,
    summary: 'Undoes a whole bulk change in the background. Posts that someone has changed since are skipped.',
    params: IdParams,
    response: One,
  },
});
