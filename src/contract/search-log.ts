import { type Static, Type } from 'typebox';
import { NameLimit, Page, SearchText } from './query.ts';
import { Pagination, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { SearchRedirectRecord } from './search-redirects.ts';
import { SynonymRecord } from './synonyms.ts';
import { searchLogOutcomes } from './values/search-log.ts';

export const LoggedSearchRecord = Type.Object({
  text: Type.String({ description: 'Folded' }),
  count: Type.Integer({ description: 'Visitors who searched for it, each once a day' }),
  found: Type.Boolean({ description: 'Whether it found anything when it was last searched for' }),
  findsNow: Type.Boolean({ description: 'Whether it would find something now, or leads to a page' }),
  perDay: Type.Array(Type.Integer(), { description: 'The count of each day, oldest first' }),
  redirect: Type.Union([SearchRedirectRecord, Type.Null()]),
  synonyms: Type.Array(SynonymRecord, { description: 'The groups that it is a member of' }),
});
export type LoggedSearchRecord = Static<typeof LoggedSearchRecord>;

export const searchLogRoutes = defineRoutes({
  getSearches: {
    method: 'GET',
    path: '/searches',
    access: 'admin',
    area: 'searches',
    summary: 'Lists what visitors searched for, most frequent first. Only what at least 3 of them typed on one day.',
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
