import { type Static, Type } from 'typebox';
import { directoryRoutes } from './directory-routes.ts';
import { NameLimit, Page, SearchText } from './query.ts';
import { Id, Pagination, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { nonBlankLinePattern } from './values/text.ts';

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

const fields = {
  text: Line('search text', limits.searchRedirects.text),
  path: Line('path', limits.searchRedirects.path),
};
const area = 'searches';

const { add, update, remove } = directoryRoutes({
  path: '/search-redirects',
  area,
  fields,
  saved: Success({ redirect: SearchRedirectRecord }),
  summaries: {
    add: 'Leads a search to a page of the site, at once in every process',
    update: 'Updates a redirect. Omitted fields keep their values.',
    remove: 'Deletes a redirect',
  },
});

export const searchRedirectRoutes = defineRoutes({
  findSearchRedirect: {
    method: 'GET',
    path: '/search-redirect',
    access: 'anyone',
    area: 'search',
    summary: 'Returns the page that a search leads to instead of its results; null for none',
    query: Type.Object({ q: SearchText }),
    response: Success({ path: Type.Union([Type.String(), Type.Null()]) }),
  },
  getSearchRedirects: {
    method: 'GET',
    path: '/search-redirects',
    access: 'admin',
    area,
    summary: 'Lists the searches that lead to a page, newest first',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ redirects: Type.Array(SearchRedirectRecord), pagination: Pagination }),
  },
  addSearchRedirect: add,
  updateSearchRedirect: update,
  deleteSearchRedirect: remove,
});
