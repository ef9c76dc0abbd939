import { type Static, Type } from 'typebox';
import { RequiredText } from './fields.ts';
import { postFilterFields } from './post-filter.ts';
import { PostRecord } from './posts.ts';
import { IdParams, Page, PostLimit } from './query.ts';
import { Done, Id, OptionalTime, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { postSorts, postStates, sortDirections } from './values/post-filter.ts';

const Name = Type.Object({ _id: Id, name: Type.String() });

const PostRow = Type.Object({
  ...PostRecord.properties,
  updatedAt: Time,
  partnerName: Type.Union([Type.String(), Type.Null()]),
  clicks: Type.Integer({ description: 'How often people have left the site by its links or its embedded player' }),
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

const area = 'posts';

export const postListRoutes = defineRoutes({
  getPostList: {
    method: 'GET',
    path: '/posts',
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary: 'Lists posts of one state that match a filter. A page after the last one is the last one.',
    query: Type.Object({
      ...postFilterFields,
      page: Page,
      limit: PostLimit,
      sort: Type.Optional(
        Type.Enum(postSorts, { description: 'Without it, the best match first, or the newest post' }),
      ),
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
        description:
          'Posts with the number, link or image that was searched for, which are deleted or of another state',
      }),
    }),
  },
  getPostOptions: {
    method: 'GET',
    path: '/postoptions',
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary: 'Lists the partners, hosts and admins that posts can be filtered by',
    response: Success({ partners: Type.Array(Name), hosts: Type.Array(Type.String()), admins: Type.Array(Name) }),
  },
  getPostViews: {
    method: 'GET',
    path: '/postviews',
    access: 'admin',
    area,
    summary: 'Lists the views of posts that admins have saved, by name',
    response: Success({ views: Type.Array(PostView) }),
  },
  addPostView: {
    method: 'POST',
    path: '/postviews',
    access: 'admin',
    area,
    summary: 'Saves a view of posts under a name, for all admins',
    body: Type.Object(
      {
        name: RequiredText('name', limits.postViews.name),
        query: Type.String({
          maxLength: limits.postViews.query,
          pattern: '^[!-~]*$',
          label: 'query',
          invalid: 'query must be the encoded part of a URL after the question mark.',
        }),
      },
      { additionalProperties: false },
    ),
    response: Success({ view: PostView }),
  },
  deletePostView: {
    method: 'DELETE',
    path: '/postviews/:id',
    access: 'admin',
    area,
    summary: 'Deletes a saved view',
    params: IdParams,
    response: Done,
  },
});
