import { type Static, Type } from 'typebox';
import {
  defineRoutes,
  Id,
  NameLimit,
  Nullable,
  Page,
  Pagination,
  ProxiedPicture,
  SearchText,
  Success,
  Time,
  Version,
} from './calls/route.ts';
import { directoryRoutes } from './directory.ts';
import { limits } from './values/fields.ts';
import { suggestionLimits as max } from './values/lists.ts';
import { searchLogOutcomes } from './values/statistics.ts';
import { nonBlankLinePattern } from './values/text.ts';

export const Suggestion = Type.Object({
  text: Type.String({ description: 'The name of a tag or performer, or the title of a video' }),
  type: Type.Union([Type.Literal('tag'), Type.Literal('star'), Type.Literal('video')]),
  slug: Type.String({ description: 'Ends the URL: /tag/…, /pornstar/… or /video/…' }),
  imageUrl: Type.Optional(Type.String({ description: 'Portrait of a performer. Missing if there is none.' })),
  picture: Type.Optional(ProxiedPicture),
});
export type Suggestion = Static<typeof Suggestion>;

export const searchRoutes = defineRoutes({
  suggest: {
    method: 'GET',
    path: '/suggest',
    access: 'anyone',
    cacheTags: 'not cached',
    area: 'search',
    summary:
      `Suggests up to ${max.perKind} tags, then up to ${max.perKind} performers whose name contains a text, then videos ` +
      `with such a title, ${max.total} in total. Names with a word that begins with the text come first, and of these ` +
      'the most used.',
    query: Type.Object({ q: Type.String({ maxLength: max.text, default: '' }) }),
    response: Success({ suggestions: Type.Array(Suggestion) }),
  },
  getNamesInSearch: {
    method: 'GET',
    path: '/suggest/names',
    access: 'anyone',
    cacheTags: ['any search'],
    area: 'search',
    summary:
      `Returns up to ${max.perKind} performers and up to ${max.perKind} tags that a search names, with its whole text or ` +
      'some of its words',
    query: Type.Object({ search: SearchText }),
    response: Success({ names: Type.Array(Suggestion) }),
  },
});

export const SearchRedirectRecord = Type.Object({
  _id: Id,
  text: Type.String({ description: 'The whole search text, folded' }),
  path: Type.String({ description: 'On this site' }),
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type SearchRedirectRecord = Static<typeof SearchRedirectRecord>;

const Line = (label: string, maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: nonBlankLinePattern,
    label,
    invalid: `The ${label} must be one line of text.`,
  });

const redirectFields = {
  text: Line('search text', limits.searchRedirects.text),
  path: Line('path', limits.searchRedirects.path),
};
const area = 'searches';

const {
  add: addSearchRedirect,
  update: updateSearchRedirect,
  remove: deleteSearchRedirect,
} = directoryRoutes({
  path: '/search-redirects',
  access: 'catalogue',
  area,
  fields: redirectFields,
  saved: Success({ redirect: SearchRedirectRecord }),
  summaries: {
    add: 'Redirects a search to a page of the site. Takes effect immediately.',
    update: 'Updates a redirect. Omitted fields keep their values.',
    remove: 'Deletes a redirect',
  },
});

export const searchRedirectRoutes = defineRoutes({
  findSearchRedirect: {
    method: 'GET',
    path: '/search-redirect',
    access: 'anyone',
    cacheTags: ['search redirects'],
    area: 'search',
    summary: 'Returns the page that a search redirects to, or null',
    query: Type.Object({ q: SearchText }),
    response: Success({ path: Nullable(Type.String()) }),
  },
  getSearchRedirects: {
    method: 'GET',
    path: '/search-redirects',
    access: 'catalogue',
    area,
    summary: 'Lists search redirects, newest first',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ redirects: Type.Array(SearchRedirectRecord), pagination: Pagination }),
  },
  addSearchRedirect,
  updateSearchRedirect,
  deleteSearchRedirect,
});

export const SynonymRecord = Type.Object({
  _id: Id,
  words: Type.Array(Type.String(), { description: 'Words and phrases that find each other' }),
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type SynonymRecord = Static<typeof SynonymRecord>;

const synonymFields = {
  words: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: limits.synonyms.word,
      pattern: nonBlankLinePattern,
      label: 'word or phrase',
      invalid: 'Each word or phrase must be one line of text.',
    }),
    { maxItems: limits.synonyms.words, label: 'synonym', description: 'At least two that differ' },
  ),
};
const {
  add: addSynonym,
  update: updateSynonym,
  remove: deleteSynonym,
} = directoryRoutes({
  path: '/synonyms',
  access: 'catalogue',
  area,
  fields: synonymFields,
  saved: Success({ synonym: SynonymRecord }),
  summaries: {
    add: 'Adds a group of words and phrases that find each other. Takes effect immediately.',
    update: 'Replaces the words of a group',
    remove: 'Deletes a group',
  },
});

export const synonymRoutes = defineRoutes({
  getSynonyms: {
    method: 'GET',
    path: '/synonyms',
    access: 'catalogue',
    area,
    summary: 'Lists the groups of words that find each other, newest first',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ synonyms: Type.Array(SynonymRecord), pagination: Pagination }),
  },
  addSynonym,
  updateSynonym,
  deleteSynonym,
});

export const LoggedSearchRecord = Type.Object({
  text: Type.String({ description: 'Folded' }),
  count: Type.Integer({ description: 'Visitors who searched for it, each counted once a day' }),
  found: Type.Boolean({ description: 'Whether the last search for it found anything' }),
  findsNow: Type.Boolean({ description: 'Whether it would find something now, or redirects to a page' }),
  isMonthly: Type.Boolean({
    description: 'Whether it found nothing and is counted over months, because too few visitors typed it on any day',
  }),
  perDay: Type.Array(Type.Integer(), { description: 'The count of each day, oldest first; empty if `isMonthly`' }),
  redirect: Nullable(SearchRedirectRecord),
  synonyms: Type.Array(SynonymRecord, { description: 'The synonym groups that contain it' }),
});
export type LoggedSearchRecord = Static<typeof LoggedSearchRecord>;

export const searchLogRoutes = defineRoutes({
  getSearches: {
    method: 'GET',
    path: '/searches',
    access: 'catalogue',
    area: 'searches',
    summary:
      'Lists what visitors searched for, most frequent first: searches that visitors in at least 3 wide networks, or 10 visitors, made on one day and, if they found nothing, within one month.',
    query: Type.Object({
      days: Type.Integer({ minimum: 1, maximum: 90, default: 30 }),
      outcome: Type.Enum(searchLogOutcomes, { default: 'any' }),
      page: Page,
      limit: NameLimit(20),
      search: SearchText,
    }),
    response: Success({ searches: Type.Array(LoggedSearchRecord), pagination: Pagination }),
  },
});
