import { type Static, Type } from 'typebox';
import { EditOf } from './directory-routes.ts';
import { OptionalText, OptionalWebUrl, RequiredText, UrlOrPath, VersionBody, WebUrl } from './fields.ts';
import { DecimalId, IdParams } from './query.ts';
import { Id, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { canBeRestored } from './values/retention.ts';
import { numeral } from './values/sentences.ts';
import { Category, VideoRecord } from './videos.ts';

const max = limits.video;

const Names = (label: string, one: string, maxItems: number) =>
  Type.Array(RequiredText(one, max.tagName), { maxItems, label });

/** 0 to the limit, which is a power of ten; an empty text is none. */
const minutesPattern = `^(${max.minutes}|[0-9]{0,${String(max.minutes).length - 1}})$`;

const fields = {
  imageUrl: UrlOrPath('image URL'),
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
  link: WebUrl('link'),
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
};

const closed = { additionalProperties: false };

export const PostBody = Type.Object(fields, closed);
export type PostBody = Static<typeof PostBody>;

/** Omitted fields keep their values. */
export const PostEdit = EditOf(fields);
export type PostEdit = Static<typeof PostEdit>;

const Saved = Success({ post: VideoRecord });
const Deleted = Success({ _id: Id });
const area = 'posts';

const deletion = (path: string, summary: string) =>
  ({
    method: 'DELETE',
    path,
    access: 'admin',
    area,
    summary,
    params: IdParams,
    body: VersionBody,
    response: Deleted,
  }) as const;

export const postRoutes = defineRoutes({
  addPost: {
    method: 'POST',
    path: '/postdata',
    access: 'admin',
    area,
    summary: 'Adds a video. Creates new tags and stars as needed.',
    body: PostBody,
    response: Saved,
  },
  updatePost: {
    method: 'PUT',
    path: '/updatepost/:id',
    access: 'admin',
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
    area,
    summary: 'Lists videos with the same link or with all the words of a title',
    query: Type.Object({
      link: Type.Optional(OptionalWebUrl('link')),
      titel: Type.Optional(OptionalText('title', max.title)),
      exclude: Type.Optional(DecimalId('exclude', 'Id of the video being edited')),
    }),
    response: Success({
      sameLink: Type.Array(VideoRecord),
      similarTitle: Type.Array(VideoRecord),
    }),
  },
});
