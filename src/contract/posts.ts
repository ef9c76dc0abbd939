import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import {
  DecimalId,
  Done,
  defineRoutes,
  Id,
  IdParams,
  Nullable,
  OptionalText,
  OptionalTime,
  OptionalUrlOrPath,
  OptionalWebUrl,
  Page,
  PostLimit,
  RequiredText,
  SearchText,
  StrictObject,
  Success,
  Time,
  UrlOrPath,
  Version,
  VersionBody,
  WebUrl,
} from './calls/route.ts';
import { EditOf } from './directory.ts';
import { categories } from './values/categories.ts';
import { invalidTime, limits, numeral, uploadedImageMegabytes } from './values/fields.ts';
import {
  byWireName,
  type EditedOnWire,
  optionalTexts,
  type PostFieldName,
  postFields,
  type RecordPart,
  requiredTexts,
  type WireName,
} from './values/post-fields.ts';
import {
  editableStates,
  invalidRecordDate,
  postParts,
  postSorts,
  postStates,
  recordDatePattern,
  sortDirections,
} from './values/posts.ts';
import { canBeRestored } from './values/record-kinds.ts';
import { Category, VideoRecord } from './videos.ts';

const max = limits.video;

const Names = (label: string, one: string, maxItems: number) =>
  Type.Array(RequiredText(one, max.tagName), { maxItems, label });

/** Matches 0 to the limit, which is a power of ten, and the empty text. */
const minutesPattern = `^(${max.minutes}|[0-9]{0,${String(max.minutes).length - 1}})$`;

/** The fields that are more than a text. */
const ownFields = {
  /** May be blank in drafts. */
  imageUrl: OptionalUrlOrPath('image URL'),
  minutes: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 0, maximum: max.minutes }),
        Type.String({ pattern: minutesPattern, description: 'A number as text, as HTML forms send it' }),
        Type.Null(),
      ],
      { label: 'length', invalid: `The length must be a whole number of minutes from 0 to ${numeral(max.minutes)}.` },
    ),
  ),
  link: Type.Optional(OptionalWebUrl('link')),
  otherLinks: Type.Optional(
    Type.Array(WebUrl('other link'), {
      maxItems: max.otherLinks,
      label: 'other links',
      description:
        'Alternatives in order of preference, for when the link is dead. Links to the same place as an earlier one are left out.',
    }),
  ),
  iframeUrl: Type.Optional(OptionalText('embed code', max.embedCode)),
  previewUrls: Type.Optional(
    Type.Array(UrlOrPath('preview URL'), {
      maxItems: max.previews,
      label: 'previews',
      description: 'Up to 8 pictures, or one clip (MP4 or WebM)',
    }),
  ),
  Category,
  name: Type.Optional(
    Type.Union([Names('stars', 'star', max.performers), OptionalText('star', max.tagName)], {
      label: 'stars',
      invalid: `Enter at most ${max.performers} names of stars, each with at most ${max.tagName} characters.`,
    }),
  ),
  tags: Type.Optional(Names('tags', 'tag', max.tags)),
  state: Type.Optional(
    Type.Enum(editableStates, { label: 'state', description: 'New posts are published by default' }),
  ),
  publishAt: Type.Optional(
    Nullable(Type.String({ format: 'iso-date-time', maxLength: 40 }), {
      label: 'publishAt',
      invalid: invalidTime('publishAt'),
      description: 'Publication time of a scheduled post',
    }),
  ),
  partner: Type.Optional(
    Nullable(DecimalId('partner'), {
      label: 'partner',
      invalid: 'partner must be a decimal number.',
      description: 'Id of the network that the post comes from',
    }),
  ),
} satisfies Record<EditedOnWire<'own'>, TSchema>;

const textFields = {
  ...byWireName(requiredTexts, (name) => RequiredText(postFields[name].noun, postFields[name].maxLength)),
  ...byWireName(optionalTexts, (name) =>
    Type.Optional(OptionalText(postFields[name].noun, postFields[name].maxLength)),
  ),
};

/** Visible to admins only. */
export const recordFields = {
  source: Type.Optional(OptionalText('source', max.source)),
  rightsHolder: Type.Optional(OptionalText('rights holder or records custodian', max.rightsHolder)),
  consent: Type.Optional(OptionalText('consent statement', max.consent)),
  recordDate: Type.Optional(
    Nullable(Type.String({ format: 'date', pattern: recordDatePattern, maxLength: 10 }), {
      label: 'date of the records',
      invalid: invalidRecordDate,
    }),
  ),
} satisfies Record<RecordPart, TSchema>;

const savedFields = { ...ownFields, ...textFields, ...recordFields };

export const PostBody = StrictObject(savedFields);
export type PostBody = Static<typeof PostBody>;

/** Omitted fields keep their values. */
export const PostEdit = EditOf(savedFields);
export type PostEdit = Static<typeof PostEdit>;

/** Videos call the time of publication `createdAt`. */
type FieldOfRecord = Exclude<WireName<PostFieldName>, 'publishedAt'>;

/** A video as admins see it, whatever its state. */
export const PostRecord = Type.Object({
  ...VideoRecord.properties,
  link: Type.String({ description: 'The preferred link, even if it is dead' }),
  otherLinks: Type.Array(Type.String(), { description: 'Other links in order of preference, including dead ones' }),
  deadLinks: Type.Array(Type.String(), { description: 'Links that were found dead' }),
  state: Type.Enum(postStates),
  publishAt: OptionalTime,
  partner: Nullable(Id, { description: 'Id of the network that it comes from' }),
  createdBy: Nullable(Type.String(), { description: 'Username of the admin who added it' }),
  withheldBy: Type.Array(Type.String(), { description: 'The cases and blocks that withhold it from visitors' }),
  hiddenBecause: Type.Array(Type.String(), { description: 'Why visitors don’t see it; empty if they do' }),
  source: Type.String(),
  rightsHolder: Type.String({ description: 'Rights holder or records custodian' }),
  consent: Type.String({ description: 'Consent statement' }),
  recordDate: Nullable(Type.String(), { description: 'Date of the records, such as 2026-01-31' }),
} satisfies Record<FieldOfRecord, TSchema> & TProperties);
export type PostRecord = Static<typeof PostRecord>;

const Saved = Success({ post: PostRecord });
const Deleted = Success({ _id: Id });
const area = 'posts';

const deletion = (path: string, summary: string) =>
  ({
    method: 'DELETE',
    path,
    access: 'catalogue',
    area,
    summary,
    tokenScopes: ['posts'],
    params: IdParams,
    body: VersionBody,
    response: Deleted,
  }) as const;

export const postRoutes = defineRoutes({
  addPost: {
    method: 'POST',
    path: '/postdata',
    access: 'catalogue',
    tokenScopes: ['posts'],
    area,
    summary:
      'Adds a video, which is published unless it is a draft or scheduled. Creates new tags and stars as needed.',
    body: PostBody,
    response: Saved,
  },
  getPost: {
    method: 'GET',
    path: '/posts/:id',
    access: 'posts',
    tokenScopes: ['read', 'posts'],
    area,
    summary: 'Returns a video in any state',
    params: IdParams,
    response: Success({ post: PostRecord }),
  },
  updatePost: {
    method: 'PUT',
    path: '/updatepost/:id',
    access: 'catalogue',
    tokenScopes: ['posts'],
    area,
    summary: 'Updates a video. Omitted fields keep their values.',
    params: IdParams,
    body: PostEdit,
    response: Saved,
  },
  deletePost: deletion('/deletepost/:id', `Deletes a video. ${canBeRestored}`),
  deleteVideo: deletion('/deletedata/:id', 'Deletes a video: an alias of /deletepost for the tag and star screens'),
  findSimilarPosts: {
    method: 'GET',
    path: '/similarposts',
    access: 'posts',
    tokenScopes: ['read'],
    area,
    summary: 'Lists videos in any state with the same link, however it is written, or with all the words of a title',
    query: Type.Object({
      link: Type.Optional(OptionalWebUrl('link')),
      titel: Type.Optional(OptionalText('title', max.title)),
      exclude: Type.Optional(DecimalId('exclude', 'Id of the video being edited')),
    }),
    response: Success({
      sameLink: Type.Array(PostRecord),
      deletedLink: Type.Array(Type.Object({ _id: Id, titel: Type.String(), version: Version, deletedAt: Time }), {
        description: 'Deleted videos with the same link, which can be restored',
      }),
      similarTitle: Type.Array(PostRecord),
    }),
  },
});

const FilterSlug = (description: string) => Type.Optional(Type.String({ maxLength: limits.name, description }));

const FilterDay = (name: string) =>
  Type.Optional(
    Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      description: 'In UTC',
      invalid: `${name} must be a day such as 2026-11-16.`,
    }),
  );

const FilterCount = (name: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1e15, invalid: `${name} must be a whole number that is not negative.` }),
  );

/** Filters of posts, in queries and in bodies. A post has to match all of them. */
export const postFilterFields = {
  search: Type.Optional({
    ...SearchText,
    description: 'Words of titles, tags and stars; or a post’s number, its link in any form, or its image’s URL',
  }),
  state: Type.Enum(postStates, { default: 'published' }),
  Category: Type.Optional(Type.Enum(categories)),
  tag: FilterSlug('Slug of a tag'),
  star: FilterSlug('Slug of a star'),
  partner: Type.Optional(DecimalId('partner')),
  host: Type.Optional(Type.String({ maxLength: 253, description: 'Host of the link, like example.com' })),
  addedFrom: FilterDay('addedFrom'),
  addedTo: FilterDay('addedTo'),
  viewsFrom: FilterCount('viewsFrom'),
  viewsTo: FilterCount('viewsTo'),
  minutesFrom: FilterCount('minutesFrom'),
  minutesTo: FilterCount('minutesTo'),
  without: Type.Optional(Type.Enum(postParts)),
  by: Type.Optional(DecimalId('by', 'Id of the admin who added it')),
  import: Type.Optional(DecimalId('import', 'Id of the import that added it')),
};

const PostFilterFields = Type.Object(postFilterFields);
export type PostFilterFields = Static<typeof PostFilterFields>;

const Name = Type.Object({ _id: Id, name: Type.String() });

const PostRow = Type.Object({
  ...PostRecord.properties,
  updatedAt: Time,
  partnerName: Nullable(Type.String()),
  clicks: Type.Integer({ description: 'Clicks on its links, and starts of its embedded player' }),
});
export type PostRow = Static<typeof PostRow>;

const FoundElsewhere = Type.Object({
  _id: Id,
  titel: Type.String(),
  state: Type.Enum(postStates),
  deletedAt: OptionalTime,
  version: Version,
});
export type FoundElsewhere = Static<typeof FoundElsewhere>;

const PostView = Type.Object({
  _id: Id,
  name: Type.String(),
  query: Type.String({ description: 'Filter and sort, as in the URL of the list' }),
});
export type PostView = Static<typeof PostView>;

export const postListRoutes = defineRoutes({
  getPostList: {
    method: 'GET',
    path: '/posts',
    access: 'posts',
    tokenScopes: ['read'],
    area,
    summary: 'Lists posts of one state that match a filter. A page number past the end returns the last page.',
    query: Type.Object({
      ...postFilterFields,
      page: Page,
      limit: PostLimit,
      sort: Type.Optional(Type.Enum(postSorts, { description: 'By default, best match first, or newest first' })),
      direction: Type.Enum(sortDirections, { default: 'desc' }),
    }),
    response: Success({
      records: Type.Array(PostRow),
      totalPages: Type.Integer(),
      currentPage: Type.Integer(),
      totalRecords: Type.Integer(),
      counts: Type.Object({
        published: Type.Integer(),
        draft: Type.Integer(),
        scheduled: Type.Integer(),
        withheld: Type.Integer(),
      }),
      elsewhere: Type.Array(FoundElsewhere, {
        description: 'Posts with the number, link or image that was searched for, but deleted or in another state',
      }),
    }),
  },
  getPostOptions: {
    method: 'GET',
    path: '/postoptions',
    access: 'posts',
    tokenScopes: ['read'],
    area,
    summary: 'Lists the partners, hosts and admins that posts can be filtered by',
    response: Success({ partners: Type.Array(Name), hosts: Type.Array(Type.String()), admins: Type.Array(Name) }),
  },
  getPostViews: {
    method: 'GET',
    path: '/postviews',
    access: 'catalogue',
    area,
    summary: 'Lists the views of posts that admins have saved, by name',
    response: Success({ views: Type.Array(PostView) }),
  },
  addPostView: {
    method: 'POST',
    path: '/postviews',
    access: 'catalogue',
    area,
    summary: 'Saves a view of posts under a name, for all admins',
    body: StrictObject({
      name: RequiredText('name', limits.postViews.name),
      query: Type.String({
        maxLength: limits.postViews.query,
        pattern: '^[!-~]*$',
        label: 'query',
        invalid: 'query must be the encoded part of a URL after the question mark.',
      }),
    }),
    response: Success({ view: PostView }),
  },
  deletePostView: {
    method: 'DELETE',
    path: '/postviews/:id',
    access: 'catalogue',
    area,
    summary: 'Deletes a saved view',
    params: IdParams,
    response: Done,
  },
});

const Moment = (name: string) =>
  Type.String({ format: 'iso-date-time', maxLength: 40, invalid: invalidTime(name), description: 'ISO 8601' });

export const calendarRoutes = defineRoutes({
  getCalendar: {
    method: 'GET',
    path: '/calendar',
    access: 'catalogue',
    area: 'posts',
    summary: 'Lists up to 1000 posts that are scheduled within a period, and counts unpublished posts',
    query: Type.Object({ from: Moment('from'), to: Moment('to') }),
    response: Success({
      posts: Type.Array(Type.Object({ _id: Id, titel: Type.String(), imageUrl: Type.String(), publishAt: Time })),
      drafts: Type.Integer({ description: 'All drafts, whatever the period' }),
      scheduled: Type.Integer({ description: 'All scheduled posts, whatever the period' }),
    }),
  },
});

export const uploadRoutes = defineRoutes({
  uploadImage: {
    method: 'POST',
    path: '/uploads',
    access: 'catalogue',
    tokenScopes: ['posts'],
    area: 'uploads',
    summary: 'Stores an image for a post or a star, and returns the path to save with it',
    form: Type.Object({
      image: Type.String({
        format: 'binary',
        description: `An image of at most ${uploadedImageMegabytes} MB, up to ${limits.uploadedImage.side} pixels wide and high`,
      }),
    }),
    response: Success({ url: Type.String({ description: 'A path on this site' }) }),
  },
});
