import type { LoggedSearchRecord } from '#contract/search-log.ts';
import type { SearchLogOutcome } from '#contract/values/search-log.ts';
import { adminClient } from '../session/admin-client.ts';
import { withId } from './record.ts';
import type { SearchRedirect } from './search-redirect.ts';
import type { Synonym } from './synonym.ts';

/** What visitors searched for, and what was made of it. */
export interface LoggedSearch extends Omit<LoggedSearchRecord, 'redirect' | 'synonyms'> {
  redirect: SearchRedirect | null;
  synonyms: Synonym[];
}

interface SearchesQuery {
  days: number;
  outcome: SearchLogOutcome;
  page: number;
  limit: number;
  search: string;
}

export const loadSearches = async (query: SearchesQuery) => {
  const { searches, pagination } = await adminClient.getSearches({ query });
  return {
    searches: searches.map(
      ({ redirect, synonyms, ...search }): LoggedSearch => ({
        ...search,
        redirect: redirect && withId(redirect),
        synonyms: synonyms.map(withId),
      }),
    ),
    pagination,
  };
};
