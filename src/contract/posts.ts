import { type Static, Type } from 'typebox';
import { EditOf } from './directory-routes.ts';
import {
  OptionalText,
  OptionalUrlOrPath,
  OptionalWebUrl,
  RequiredText,
  UrlOrPath,
  VersionBody,
  WebUrl,
} from './fields.ts';
import { DecimalId, IdParams } from './query.ts';
import { Id, OptionalTime, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { editableStates, postStates } from './values/post-filter.ts';
import { invalidRecordDate, recordDatePattern } from './values/record-parts.ts';
import { canBeRestored } from './values/retention.ts';
import { invalidTime, numeral } from './values/sentences.ts';
import { Category, VideoRecord } from './videos.ts';

const max = limits.video;

const Names = (label: string, one: string, maxItems: number) =>
  Type.Array(RequiredText(one, max.tagName), { maxItems, label });

/** 0 to the limit, which is a power of ten; an empty text is none. */
const minutesPattern = `^(${max.minutes}|[0-9]{0,${String(max.minutes).length - 1}})$`;

const fields = {
  /** A draft may have a blank one. */
  imageUrl: OptionalUrlOrPath('image URL'),
  altKeywords: Type.Optional(OptionalText('alt keywords', max.altKeywords)),
  titel: RequiredText('title', max.title),
  desc: Type.Optional(OptionalText('description', max.description)),
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
        'Where else it can be watched, in this order, when the link is dead; what leads to the same place as one before it is left out',
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
    Type.Enum(editableStates, { label: 'state', description: 'A new post is published unless this says otherwise' }),
  ),
  publishAt: Type.Optional(
    Type.Union([Type.String({ format: 'iso-date-time', maxLength: 40 }), Type.Null()], {
      label: 'publishAt',
      invalid: invalidTime('publishAt'),
      description: 'When a scheduled post is to be published',
    }),
  ),
  partner: Type.Optional(
    Type.Union([DecimalId('partner'), Type.Null()], {
      label: 'partner',
      invalid: 'partner must be a decimal number.',
      description: 'Id of the network that the post comes from',
    }),
  ),
};

/** Only admins ever see them. */
export const recordFields = {
  source: Type.Optional(OptionalText('source', max.source)),
  rightsHolder: Type.Optional(OptionalText('rights holder or records custodian', max.rightsHolder)),
  consent: Type.Optional(OptionalText('consent statement', max.consent)),
  recordDate: Type.Optional(
    Type.Union([Type.String({ format: 'date', pattern: recordDatePattern, maxLength: 10 }), Type.Null()], {
      label: 'date of the records',
      invalid: invalidRecordDate,
    }),
  ),
};

const closed = { additionalProperties: false };

const savedFields = { ...fields, ...recordFields };

export const PostBody = Type.Object(savedFields, closed);
export type PostBody = Static<typeof PostBody>;

/** Omitted fields keep their values. */
export const PostEdit = EditOf(savedFields);
export type PostEdit = Static<typeof PostEdit>;

/** A video as admins see it, whatever its state. */
export const PostRecord = Type.Object({
  ...VideoRecord.properties,
  link: Type.String({ description: 'The preferred link, also when it is dead' }),
  otherLinks: Type.Array(Type.String(), { description: 'Its other links in the order of preference, also dead ones' }),
  deadLinks: Type.Array(Type.String(), { description: 'Those of its links that were found dead' }),
  state: Type.Enum(postStates),
  publishAt: OptionalTime,
  partner: Type.Union([Id, Type.Null()], { description: 'Id of the network that it comes from' }),
  createdBy: Type.Union([Type.String(), Type.Null()], { description: 'Username of the admin who added it' }),
  withheldBy: Type.Array(Type.String(), { description: 'The cases and blocks that withhold it from visitors' }),
  source: Type.String(),
  rightsHolder: Type.String({ description: 'Rights holder or records custodian' }),
  consent: Type.String({ description: 'Consent statement' }),
  recordDate: Type.Union([Type.String(), Type.Null()], { description: 'Date of the records, such as 2026-01-31' }),
});
export type PostRecord = Static<typeof PostRecord>;

const Saved = Success({ post: PostRecord });
const Deleted = Success({ _id: Id });
const area = 'posts';

const deletion = (path: string, summary: string) =>
  ({
    method: 'DELETE',
    path,
    access: 'admin',
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
    access: 'admin',
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
    access: 'admin',
    tokenScopes: ['read', 'posts'],
    area,
    summary: 'Returns a video in any state',
    params: IdParams,
    response: Success({ post: PostRecord }),
  },
  updatePost: {
    method: 'PUT',
    path: '/updatepost/:id',
    access: 'admin',
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
    access: 'admin',
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
