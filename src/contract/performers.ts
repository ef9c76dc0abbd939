import { type Static, Type } from 'typebox';
import {
  defineRoutes,
  Id,
  Letter,
  NameLimit,
  NameUse,
  Nullable,
  OptionalText,
  OptionalUrlOrPath,
  Page,
  Pagination,
  ProxiedPicture,
  RequiredText,
  SearchText,
  Seed,
  Success,
  Time,
  Version,
  VideoLimit,
} from './calls/route.ts';
import { directoryRoutes } from './directory.ts';
import { limits } from './values/fields.ts';
import { canBeRestored } from './values/record-kinds.ts';
import { Category, NamedBySlug, narrowingQuery, StarNames, TagNames, VideoList } from './videos.ts';

export const StarSummary = Type.Object({
  name: Type.String({ description: 'The slug' }),
  count: Type.Optional(Type.Integer({ description: 'Only for admins' })),
  firstAppearance: Type.Optional(Nullable(Type.String())),
  lastUpdated: Type.Optional(Nullable(Type.String())),
});
export type StarSummary = Static<typeof StarSummary>;

const NameParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: limits.name }) });

export const performerRoutes = defineRoutes({
  getPornstars: {
    method: 'GET',
    path: '/pornstars',
    access: 'anyone',
    cacheTags: ['any performer'],
    area: 'performers',
    summary: 'Lists performers by name or number of videos, optionally by first letter or search text',
    query: Type.Object({
      page: Page,
      limit: NameLimit(30),
      letter: Letter,
      search: SearchText,
      sort: Type.Union([Type.Literal('name'), Type.Literal('count')], { default: 'name' }),
      use: NameUse('used'),
    }),
    response: Success({
      pornstars: Type.Array(StarSummary),
      starNames: StarNames,
      pagination: Pagination,
      notice: VideoList.properties.notice,
    }),
  },
  getPornstar: {
    method: 'GET',
    path: '/pornstar/:name',
    access: 'anyone',
    cacheTags: 'by response',
    area: 'performers',
    summary: 'Lists the videos of a performer, newest first',
    params: NameParams,
    query: Type.Object({ page: Page, limit: VideoLimit, ...narrowingQuery }),
    response: Type.Object({ ...VideoList.properties, star: Type.Optional(NamedBySlug) }),
  },
  getPornstarMetadata: {
    method: 'GET',
    path: '/pornstar/:name/metadata',
    access: 'anyone',
    cacheTags: 'by response',
    area: 'performers',
    summary: 'Describes a performer, and lists the tags and performers that appear most often with them',
    params: NameParams,
    response: Success({
      uniqueTags: Type.Array(Type.String()),
      tagNames: TagNames,
      uniquePornstars: Type.Array(Type.String()),
      starNames: StarNames,
      description: Type.String({ description: 'What admins have written; may be empty' }),
    }),
  },
  getPornstarImages: {
    method: 'POST',
    path: '/pornstars/images',
    access: 'anyone',
    cacheTags: 'by response',
    rateLimit: 'general',
    area: 'performers',
    summary: 'Returns the images of the given performers. Performers without an image are omitted.',
    body: Type.Object({
      names: Type.Array(OptionalText('name', limits.name), { maxItems: 1000 }),
    }),
    response: Success({
      images: Type.Record(Type.String(), Type.Object({ image: Type.String(), picture: Type.Optional(ProxiedPicture) })),
    }),
  },
  getFooterPornstars: {
    method: 'GET',
    path: '/footer/pornstars',
    access: 'anyone',
    cacheTags: 'by response',
    area: 'performers',
    summary: 'Lists performers for the footer: featured ones, then those of the tag or random ones',
    query: Type.Object({
      count: NameLimit(32),
      seed: Seed,
      tagPornstars: Type.String({ maxLength: 20_000, default: '', description: 'Comma-separated' }),
    }),
    response: Success({
      pornstars: Type.Array(Type.String()),
      starNames: StarNames,
      source: Type.Union([Type.Literal('random'), Type.Literal('tagSpecific')]),
    }),
  },
});

export const StarRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
  image: Type.String(),
  description: Type.String(),
  category: Category,
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type StarRecord = Static<typeof StarRecord>;

const starFields = {
  name: RequiredText('name', limits.performer.name),
  image: Type.Optional(OptionalUrlOrPath('image')),
  description: Type.Optional(OptionalText('description', limits.performer.description)),
  category: Type.Optional(Category),
};
const SavedStar = Success({ star: StarRecord });
const starArea = 'stars';

const {
  add: addStar,
  update: updateStar,
  remove: deleteStar,
} = directoryRoutes({
  path: '/stars',
  access: 'catalogue',
  area: starArea,
  fields: starFields,
  saved: SavedStar,
  summaries: {
    add: 'Adds a star',
    update: 'Updates a star. Omitted fields keep their values.',
    remove: `Deletes a star, but not its videos. ${canBeRestored}`,
  },
});

export const starRoutes = defineRoutes({
  getStars: {
    method: 'GET',
    path: '/stars',
    access: 'catalogue',
    tokenScopes: ['read'],
    area: starArea,
    summary: 'Lists stars by name, optionally by first letter or search text',
    query: Type.Object({
      page: Page,
      limit: NameLimit(20),
      letter: Letter,
      search: SearchText,
    }),
    response: Success({
      stars: Type.Array(StarRecord),
      pagination: Pagination,
    }),
  },
  addStar,
  updateStar,
  deleteStar,
});
