import { type Static, Type } from 'typebox';
import {
  DecimalId,
  defineRoutes,
  Id,
  IdParams,
  Nullable,
  Page,
  ProxiedPicture,
  SearchText,
  Success,
  VideoLimit,
} from './calls/route.ts';
import { categories } from './values/categories.ts';
import { ages, durations, maxHidden, maxHideLength, maxNarrowingNames, sorts } from './values/lists.ts';
import { byWireName, postTexts } from './values/post-fields.ts';

const Spellings = (description: string) => Type.Optional(Type.Record(Type.String(), Type.String(), { description }));

export const TagNames = Spellings(
  'Names of tags by slug, where the name is not the slug with spaces for hyphens. Missing if there are none.',
);
export const StarNames = Spellings(
  'Names of performers by slug, where the name is not the slug in capitalized words. Missing if there are none.',
);

/** The tag or performer that a URL names, possibly with another slug than the one in the URL. */
export const NamedBySlug = Type.Object({
  slug: Type.String(),
  name: Type.String({ description: 'As it was entered' }),
});
export type NamedBySlug = Static<typeof NamedBySlug>;

/** Forms send an empty text if nothing is chosen. */
const OptionalChoice = <Choices extends string[]>(choices: readonly [...Choices], description: string) =>
  Type.Union([Type.Enum(choices), Type.Literal('')], { default: '', description });

const Names = (which: string) =>
  Type.String({
    maxLength: 1_000,
    default: '',
    description:
      `Only videos ${which} these tags and performers: comma-separated slugs, those of performers with the prefix ` +
      `\`performer:\`. At most ${maxNarrowingNames} in with and without together.`,
  });

/** What a browser has hidden. It travels with the call, so that pages are full and totals true; nothing stores it. */
const Hide = Type.String({
  maxLength: maxHideLength,
  default: '',
  description:
    `Tags, performers and videos to leave out, as visitors hide them: comma-separated slugs, performers as ` +
    `\`performer:slug\`, videos as \`video:id\`. At most ${maxHidden}.`,
});

export const narrowingQuery = {
  sort: OptionalChoice(sorts, 'By default, the list’s own order'),
  category: OptionalChoice(categories, 'Only videos of this category'),
  duration: OptionalChoice(durations, 'Only videos of under 10 minutes (short), of 10 to 30, or of over 30 (long)'),
  age: OptionalChoice(ages, 'Only videos published within the last day, 7 days, 30 days or 365 days'),
  with: Names('with all of'),
  without: Names('without any of'),
  hide: Hide,
  facets: Type.Boolean({ default: false, description: 'Count the videos of each narrower list' }),
};

const Count = Type.Integer();
const NameCounts = Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), count: Count }));

export const Facets = Type.Object(
  {
    durations: Type.Object({ short: Count, medium: Count, long: Count }),
    ages: Type.Object({ day: Count, week: Count, month: Count, year: Count }),
    categories: Type.Optional(Type.Object({ english: Count, indian: Count, hijabi: Count, viral: Count })),
    tags: NameCounts,
    performers: NameCounts,
    names: Type.Record(Type.String(), Type.String(), { description: 'Names of what with and without list' }),
    resolvedNames: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'What with and without list as a tag, but is only a performer’s name here, each with the prefix ' +
          '`performer:`. Missing if there are none.',
      }),
    ),
    unknownNames: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.Object({ ref: Type.String(), name: Type.String() })), {
        description:
          'What with and without list that is no tag or performer here, each with up to 3 similar names and how to ' +
          'write them. Missing if there are none.',
      }),
    ),
  },
  {
    description:
      'Number of videos in each narrower list. Lengths, ages and categories are counted as if none of the group was ' +
      'chosen; tags and performers are up to 12 further ones each. Lists of one category have no category counts.',
  },
);
export type Facets = Static<typeof Facets>;

export const Category = Type.Enum(categories, { label: 'category' });
export type Category = Static<typeof Category>;

export const VideoRecord = Type.Object({
  _id: Type.String(),
  videoNo: Type.Integer(),
  ...byWireName(postTexts, () => Type.String()),
  imageUrl: Type.String(),
  picture: Type.Optional(ProxiedPicture),
  placeholder: Type.Optional(Type.String({ description: 'A tiny WebP of the picture in Base64, once it is known' })),
  views: Type.Integer(),
  minutes: Nullable(Type.Integer()),
  link: Type.String({ description: 'Where it can be watched: the first of its links that works' }),
  otherLinks: Type.Array(Type.String(), { description: 'Where else it can be watched' }),
  iframeUrl: Type.String(),
  previewUrls: Type.Array(Type.String(), { description: 'Up to 8 pictures, or one clip' }),
  previews: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The previews that pages load automatically while the image proxy is on: its pictures, but no clip of another site',
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
  droppedWords: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Words that were left out of the search, because no video has all of its words',
    }),
  ),
  ignoredQuotes: Type.Optional(
    Type.Boolean({ description: 'Nothing has a quoted phrase of the search. These are matches of its words.' }),
  ),
  facets: Type.Optional(Facets),
  notice: Type.Optional(
    Type.Literal('help', {
      description:
        'The search is for something that may never be listed. Nothing is found; point to /get-help instead.',
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
  ({
    method: 'GET',
    path,
    access: 'anyone',
    cacheTags: 'by response',
    area: 'videos',
    summary,
    query: ListQuery,
    response: VideoList,
  }) as const;

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
    cacheTags: 'by response',
    area: 'videos',
    summary: 'Lists videos that share tags, performers or title words with a text. Rare matches rank first.',
    query: Type.Object({
      search: SearchText,
      page: Page,
      limit: VideoLimit,
      exclude: Type.Optional(DecimalId('exclude', 'Id of a video to exclude')),
      hide: Hide,
    }),
    response: VideoList,
  },
  getRemovedVideos: {
    method: 'GET',
    path: '/removedvideos',
    access: 'anyone',
    cacheTags: 'not cached',
    area: 'videos',
    summary:
      'Lists the ids of videos that a case has removed, the latest first, so that visitors’ own lists can forget them',
    response: Success({ ids: Type.Array(Id) }),
  },
  getVideo: {
    method: 'POST',
    path: '/getVideo/:id',
    access: 'anyone',
    cacheTags: 'by response',
    rateLimit: 'general',
    area: 'videos',
    summary: 'Returns a video',
    params: IdParams,
    response: VideoRecord,
  },
  updateViews: {
    method: 'POST',
    path: '/updateviews/:id',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 120, timeWindow: '1 minute' },
    area: 'videos',
    summary: 'Counts one view. Any number in the body is ignored.',
    params: IdParams,
    body: Type.Object({ views: Type.Optional(Type.Unknown({ description: 'Accepted and ignored' })) }),
    response: Success({ views: Type.Integer() }),
  },
});

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', invalid: 'month must look like 2026-11.' });
const Day = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  invalid: 'day must look like 2026-11-16.',
});

const Periods = Type.Array(
  Type.Object({
    period: Type.String({ description: 'Like 2026-11 or 2026-11-16, in UTC' }),
    count: Type.Integer({ description: 'Videos published in the period' }),
  }),
  { description: 'Newest first' },
);

export const archiveRoutes = defineRoutes({
  getArchiveMonths: {
    method: 'GET',
    path: '/archive',
    access: 'anyone',
    cacheTags: ['list all'],
    area: 'videos',
    summary: 'Lists the months in which videos were published',
    response: Success({ months: Periods }),
  },
  getArchiveDays: {
    method: 'GET',
    path: '/archive/:month',
    access: 'anyone',
    cacheTags: ['list all'],
    area: 'videos',
    summary: 'Lists the days of a month on which videos were published',
    params: Type.Object({ month: Month }),
    response: Success({ days: Periods }),
  },
  getArchivePosts: {
    method: 'GET',
    path: '/archive/days/:day/posts',
    access: 'anyone',
    cacheTags: 'by response',
    area: 'videos',
    summary: 'Lists the videos that were published on a day, newest first',
    params: Type.Object({ day: Day }),
    query: Type.Object({ page: Page, limit: VideoLimit }),
    response: VideoList,
  },
});
