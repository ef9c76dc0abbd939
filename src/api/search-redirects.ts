import type { searchRedirectRoutes } from '#contract/search-redirects.ts';
import { foldSearch } from '#domain/searches/fold-search.ts';
import { ownPath } from '#domain/searches/redirect-path.ts';
import { allRedirects, redirects } from '#domain/searches/redirects.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { directoryHandlers } from './http/directory-handlers.ts';
import { pageOf, paginationOf } from './http/pagination.ts';
import { isProhibitedSearch } from './prohibited-search.ts';
import { toSearchRedirectRecord } from './records/search-redirect.ts';

export const searchRedirectHandlers = (context: ApiContext): HandlersOf<keyof typeof searchRedirectRoutes> => {
  const { db, siteUrl } = context;
  const { add, update, remove } = directoryHandlers(db, redirects, toSearchRedirectRecord);
  return {
    findSearchRedirect: async ({ query }) => {
      if (await isProhibitedSearch(context, query.q)) return { success: true, path: null };
      const paths = await context.searchRedirects();
      return { success: true, path: paths.get(foldSearch(query.q)) ?? null };
    },
    getSearchRedirects: async ({ query }) => {
      const search = foldSearch(query.search);
      const found = (await allRedirects(db)).filter(({ text, path }) => text.includes(search) || path.includes(search));
      return {
        success: true,
        redirects: pageOf(found, query).map(toSearchRedirectRecord),
        pagination: paginationOf(found.length, query),
      };
    },
    addSearchRedirect: async (call) => {
      const { text, path } = call.body;
      return { success: true, redirect: await add(call, { text, path: ownPath(path, siteUrl) }) };
    },
    updateSearchRedirect: async (call) => {
      const { text, path } = call.body;
      const changes = { text, path: path === undefined ? undefined : ownPath(path, siteUrl) };
      return { success: true, redirect: await update(call, changes) };
    },
    deleteSearchRedirect: remove,
  };
};
