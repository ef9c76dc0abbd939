import { type Static, Type } from 'typebox';
import { StarNames, TagNames } from './names.ts';
import { Facets, narrowingQuery } from './narrowing.ts';
import { ProxiedPicture } from './pictures.ts';
import { DecimalId, IdParams, Page, SearchText, VideoLimit } from './query.ts';
import { Id, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { categories } from './values/categories.ts';

export const Category = Type.Enum(categories, { label: 'category' });
export type Category = Static<typeof Category>;

export const VideoRecord = Type.Object({
  _id: Type.String(),
  videoNo: Type.Integer(),
  titel: Type.String(),
  desc: Type.String(),
  imageUrl: Type.String(),
  picture: Type.Optional(ProxiedPicture),
  placeholder: Type.Optional(Type.String({ description: 'A tiny WebP of the picture in Base64, once it is known' })),
  altKeywords: Type.String(),
  views: Type.Integer(),
  minutes: Type.Union([Type.Integer(), Type.Null()]),
  link: Type.String({ description: 'Where it can be watched: the first of its links that works' }),
  otherLinks: Type.Array(Type.String(), { description: 'Where else it can be watched' }),
  iframeUrl: Type.String(),
  previewUrls: Type.Array(Type.String(), { description: 'Up to 8 pictures, or one clip' }),
  previews: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'What a page may load of them by itself while the image proxy is on: its pictures, and no clip of another site',
    }),
  ),
  Category,
  tags: Type.Array(Type.String(), { description: 'Slugs' }),
  tagNames: TagNames,
  name: Type.Array(Type.String(), { description: 'Slugs' }),
  starNames: StarNames,
  createdAt: Type.String({ description: 'Publication time, ISO 8601' }),
  version: Type.Integer({ description: 'Increases with every change' }),
});
export type VideoRecord = Static<typeof VideoRecord>;

export const VideoList = Type.Object({
  records: Type.Array(VideoRecord),
  totalPages: Type.Integer(),
  currentPage: Type.Integer(),
  totalRecords: Type.Integer(),
  correctedSearch: Type.Optional(
    Type.String({ description: 'The corrected search text, if the original text had no match' }),
  ),
  didYouMean: Type.Optional(
    Type.String({ description: 'A similar search that finds more, if the original text has few matches' }),
  ),
  searchedEverywhere: Type.Optional(
    Type.Boolean({ description: 'No title matches a title: search. These are matches of tags and performers too.' }),
  ),
  facets: Type.Optional(Facets),
  notice: Type.Optional(
    Type.Literal('help', {
      description: 'The text is about what may never be listed. Nothing is found; /get-help says who helps.',
    }),
  ),
});
export type VideoList = Static<typeof VideoList>;

const ListQuery = Type.Object({
  page: Page,
  limit: VideoLimit,
  ...narrowingQuery,
  search: SearchText,
  exact: Type.Boolean({ default: false, description: 'Search for the text as it is, without corrections' }),
});

const list = (path: string, summary: string) =>
  ({ method: 'GET', path, access: 'anyone', area: 'videos', summary, query: ListQuery, response: VideoList }) as const;

export const videoRoutes = defineRoutes({
  getPosts: list(
    '/getpostdata',
    'Lists videos, optionally by category or search text: the best matches of a search first, otherwise the newest',
  ),
  getNewVideos: list('/getnewVideos', 'Lists the newest videos'),
  getPopularVideos: list('/getpopularVideos', 'Lists the most viewed videos'),
  getTopRated: list('/getTopRate', 'Lists the top-rated videos'),
  getIndians: list('/getindians', 'Lists videos in the category indian'),
  getHijabi: list('/getHijabi', 'Lists videos in the category hijabi'),
  getRelated: {
    method: 'GET',
    path: '/relatedpostData',
    access: 'anyone',
    area: 'videos',
    summary: 'Lists videos that share tags, performers or title words with a text. Rare matches rank first.',
    query: Type.Object({
      search: SearchText,
      page: Page,
      limit: VideoLimit,
      exclude: Type.Optional(DecimalId('exclude', 'Id of a video to exclude')),
    }),
    response: VideoList,
  },
  getRemovedVideos: {
    method: 'GET',
    path: '/removedvideos',
    access: 'anyone',
    area: 'videos',
    summary:
      'Lists the ids of videos that a case has removed, the latest first, so that visitors’ own lists can forget them',
    response: Success({ ids: Type.Array(Id) }),
  },
  getVideo: {
    method: 'POST',
    path: '/getVideo/:id',
    access: 'anyone',
    area: 'videos',
    summary: 'Returns a video',
    params: IdParams,
    response: VideoRecord,
  },
  updateViews: {
    method: 'POST',
    path: '/updateviews/:id',
    access: 'anyone',
    area: 'videos',
    summary: 'Counts one view. Any number in the body is ignored.',
    params: IdParams,
    body: Type.Object({ views: Type.Optional(Type.Unknown({ description: 'Accepted and ignored' })) }),
    response: Success({ views: Type.Integer() }),
  },
});
