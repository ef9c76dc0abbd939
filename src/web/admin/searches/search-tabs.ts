import { searchLogPeriods } from '#contract/values/search-log.ts';
import { pageOf, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { loadSearches } from '../kit/records/logged-search.ts';
import { loadSearchRedirects } from '../kit/records/search-redirect.ts';
import { loadSynonyms } from '../kit/records/synonym.ts';

export const searchTabs = ['all', 'nothing', 'synonyms', 'redirects'] as const;
export type SearchTab = (typeof searchTabs)[number];

const pageSize = 20;
const defaultDays = 30;
const noPages = { currentPage: 1, totalPages: 0, totalCount: 0 };

/** The period stays from tab to tab. */
export const tabUrl = (tab: SearchTab, days: number) => {
  const parameters = new URLSearchParams();
  if (tab !== 'all') parameters.set('tab', tab);
  if (days !== defaultDays) parameters.set('days', String(days));
  return `/admin/searches${parameters.size > 0 ? `?${parameters}` : ''}`;
};

const load = async (tab: SearchTab, days: number, query: { page: number; limit: number; search: string }) => {
  const empty = { searches: [], synonyms: [], redirects: [], pagination: noPages };
  if (tab === 'synonyms') return { ...empty, ...(await loadSynonyms(query)) };
  if (tab === 'redirects') return { ...empty, ...(await loadSearchRedirects(query)) };
  const outcome = tab === 'nothing' ? ('nothing' as const) : ('any' as const);
  return { ...empty, ...(await loadSearches({ ...query, days, outcome })) };
};

/** What the tab in a URL shows. */
export const loadTab = async (url: URL) => {
  const tab = searchTabs.find((each) => each === url.searchParams.get('tab')) ?? 'all';
  const days = searchLogPeriods.find((each) => String(each) === url.searchParams.get('days')) ?? defaultDays;
  const page = pageOf(url);
  const loading = load(tab, days, { page, limit: pageSize, search: searchOf(url) });
  const nothing = { searches: [], synonyms: [], redirects: [], pagination: noPages };
  return { tab, days, page, list: await loadPage(url, loading, nothing, 'Failed to fetch searches') };
};
