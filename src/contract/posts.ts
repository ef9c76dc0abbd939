import { type Static, Type } from 'typebox';
import { IdParams } from './common.ts';
import {
  ExpectedVersion,
  Id,
  ImageAddress,
  OptionalText,
  OptionalWebAddress,
  RequiredText,
  VersionBody,
  WebAddress,
} from './fields.ts';
import { defineRoutes } from './route.ts';
import { Category, VideoRecord } from './videos.ts';

const Names = (maxItems: number) => Type.Array(RequiredText(100), { maxItems });

const fields = {
  imageUrl: ImageAddress,
  altKeywords: Type.Optional(OptionalText(1000)),
  titel: RequiredText(300),
  desc: Type.Optional(OptionalText(10_000)),
  minutes: Type.Optional(
    Type.Union([
      Type.Integer({ minimum: 0, maximum: 100_000 }),
      Type.String({ pattern: '^(100000|[0-9]{0,5})$', description: 'As a form sends it' }),
      Type.Null(),
    ]),
  ),
  link: WebAddress,
  iframeUrl: Type.Optional(OptionalText(5000)),
  Category,
  name: Type.Optional(Type.Union([Names(50), OptionalText(100)])),
  tags: Type.Optional(Names(100)),
};

const closed = { additionalProperties: false };

export const PostBody = Type.Object(fields, closed);
export type PostBody = Static<typeof PostBody>;

/** What an edit leaves out stays as it is. */
export const PostEdit = Type.Object(
  { ...Type.Partial(Type.Object(fields)).properties, version: ExpectedVersion },
  { ...closed, minProperties: 1 },
);
export type PostEdit = Static<typeof PostEdit>;

const Saved = Type.Object({ success: Type.Literal(true), post: VideoRecord });
const Deleted = Type.Object({ success: Type.Literal(true), _id: Id });
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
    summary: 'Adds a video; tags and stars that are new are made on the way',
    body: PostBody,
    response: Saved,
  },
  updatePost: {
    method: 'PUT',
    path: '/updatepost/:id',
    access: 'admin',
    area,
    summary: 'Changes a video; what is left out stays as it is',
    params: IdParams,
    body: PostEdit,
    response: Saved,
  },
  deletePost: deletion('/deletepost/:id', 'Deletes a video; it can be restored for 30 days'),
  deleteVideo: deletion('/deletedata/:id', 'The same, as the tag and star screens call it'),
  findSimilarPosts: {
    method: 'GET',
    path: '/similarposts',
    access: 'admin',
    area,
    summary: 'Videos with the same link, or with all words of a title',
    query: Type.Object({
      link: Type.Optional(OptionalWebAddress),
      titel: Type.Optional(OptionalText(300)),
      exclude: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$', description: 'Id of the video being edited' })),
    }),
    response: Type.Object({
      success: Type.Literal(true),
      sameLink: Type.Array(VideoRecord),
      similarTitle: Type.Array(VideoRecord),
    }),
  },
});
