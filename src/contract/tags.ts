import { type Static, Type } from 'typebox';
import { OptionalText } from './fields.ts';
import { NamedBySlug, StarNames, TagNames } from './names.ts';
import { narrowingQuery } from './narrowing.ts';
import { ProxiedPicture } from './pictures.ts';
import { AnyLetter, NameLimit, NameUse, Page, SearchText, Seed, VideoLimit } from './query.ts';
import { Pagination, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { VideoList } from './videos.ts';

const TagParams = Type.Object({ tag: Type.String({ minLength: 1, maxLength: limits.name }) });
export const TagSummary = Type.Object({
  _id: Type.String({ description: 'The slug' }),
  name: Type.String({ description: 'As it was entered' }),
  count: Type.Integer(),
  firstUsed: Type.Union([Type.String(), Type.Null()]),
  lastUpdated: Type.Union([Type.String(), Type.Null()]),
});
export type TagSummary = Static<typeof TagSummary>;

/** What narrows the list, and its order. */
export const nameFilterFields = {
  letter: AnyLetter,
  search: SearchText,
  sort: Type.Union([Type.Literal('count'), Type.Literal('name')], { default: 'count' }),
  use: NameUse,
};

export const tagRoutes = defineRoutes({
  getTags: {
    method: 'GET',
    path: '/tags',
    access: 'anyone',
    tokenScopes: ['read'],
    area: 'tags',
    summary:
      'Lists tags by name or number of videos, optionally by first letter. Admins also get a summary of each tag.',
    query: Type.Object({
      page: Page,
      limit: NameLimit(500),
      ...nameFilterFields,
    }),
    response: Success({
      tags: Type.Array(Type.String()),
      tagNames: TagNames,
      summaries: Type.Optional(Type.Array(TagSummary)),
      pagination: Pagination,
    }),
  },
  getTagLetters: {
    method: 'GET',
    path: '/tags/letters',
    access: 'anyone',
    area: 'tags',
    summary: 'Counts the tags by first letter',
    response: Success({
      letters: Type.Array(Type.Object({ letter: Type.String(), count: Type.Integer() })),
    }),
  },
  getRandomTags: {
    method: 'GET',
    path: '/tags/random',
    access: 'anyone',
    area: 'tags',
    summary: 'Returns random tags',
    query: Type.Object({ count: NameLimit(64), seed: Seed }),
    response: Success({ tags: Type.Array(Type.String()), tagNames: TagNames }),
  },
  getTagImages: {
    method: 'POST',
    path: '/tags/images',
    access: 'anyone',
    area: 'tags',
    summary: 'Returns the picture of each tag, or else the image of its newest video, or null',
    body: Type.Object({ tags: Type.Array(OptionalText('tag', limits.name), { maxItems: 1000 }) }),
    response: Success({
      tagImages: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
      pictures: Type.Record(Type.String(), ProxiedPicture, { description: 'Those that the image proxy serves' }),
    }),
  },
  getRenamedTags: {
    method: 'POST',
    path: '/tags/renamed',
    access: 'anyone',
    area: 'tags',
    summary:
      'Returns the slugs of those of the tags that were renamed or merged, for browsers that have stored the old ones',
    body: Type.Object({ tags: Type.Array(OptionalText('tag', limits.name), { maxItems: 1000 }) }),
    response: Success({ renamed: Type.Record(Type.String(), Type.String()) }),
  },
  getTagMetadata: {
    method: 'GET',
    path: '/tags/:tag/metadata',
    access: 'anyone',
    area: 'tags',
    summary: 'Describes a tag, and lists the tags and performers that appear most often with it',
    params: TagParams,
    response: Success({
      uniqueTags: Type.Array(Type.String()),
      uniquePornstars: Type.Array(Type.String()),
      tagNames: TagNames,
      starNames: StarNames,
      description: Type.String({ description: 'What admins have written; may be empty' }),
    }),
  },
  getTagPosts: {
    method: 'GET',
    path: '/tags/:tag/posts',
    access: 'anyone',
    area: 'tags',
    summary: 'Lists the videos of a tag, newest first, optionally by search text',
    params: TagParams,
    query: Type.Object({ page: Page, limit: VideoLimit, search: SearchText, ...narrowingQuery }),
    response: Success({ ...VideoList.properties, tag: Type.Optional(NamedBySlug) }),
  },
  getFooterTags: {
    method: 'GET',
    path: '/footer/tags',
    access: 'anyone',
    area: 'tags',
    summary: 'Lists tags for the footer: those related to the page’s tags, or random ones',
    query: Type.Object({
      count: NameLimit(30),
      seed: Seed,
      selectedTag: Type.String({ maxLength: limits.name, default: '' }),
      pageTags: Type.String({ maxLength: 20_000, default: '', description: 'Comma-separated' }),
    }),
    response: Success({
      tags: Type.Array(Type.String()),
      tagNames: TagNames,
      source: Type.Union([Type.Literal('random'), Type.Literal('tagSpecific')]),
    }),
  },
});
