import type { searchLogRoutes } from '#contract/search-log.ts';
import { matcherOf } from '#domain/listing-rules/stored-matcher.ts';
import { hasResults } from '#domain/searches/has-results.ts';
import { readSearches } from '#domain/searches/read-searches.ts';
import { allRedirects } from '#domain/searches/redirects.ts';
import { allSynonyms, synonymKey } from '#domain/searches/synonyms.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { paginationOf } from './http/pagination.ts';
import { toSearchRedirectRecord } from './records/search-redirect.ts';
import { toSynonymRecord } from './records/synonym.ts';

export const searchLogHandlers = ({
  db,
  index,
  storedSettings,
}: ApiContext): HandlersOf<keyof typeof searchLogRoutes> => ({
  getSearches: async ({ query }) => {
    const [{ searches, total }, redirects, groups] = await Promise.all([
      readSearches(db, query),
      allRedirects(db),
      allSynonyms(db),
    ]);
    const matcher = matcherOf(await storedSettings());
    const redirectOf = new Map(redirects.map((redirect) => [redirect.text, toSearchRedirectRecord(redirect)]));
    const groupsOf = Map.groupBy(
      groups.flatMap((group) => group.words.map((word) => ({ key: synonymKey(word), group }))),
      ({ key }) => key,
    );
    return {
      success: true,
      // Some were logged before a term was prohibited.
      searches: searches
        .filter(({ text }) => !matcher.find(text))
        .map((search) => {
          const redirect = redirectOf.get(search.text) ?? null;
          const synonyms = (groupsOf.get(synonymKey(search.text)) ?? []).map(({ group }) => toSynonymRecord(group));
          return { ...search, redirect, synonyms, findsNow: redirect !== null || hasResults(index, search.text) };
        }),
      pagination: paginationOf(total, query),
    };
  },
});
