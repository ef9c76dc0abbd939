import type { ResultDay, ResultRecord } from '#contract/statistics.ts';
import { dashboardRanges, defaultDashboardRange, type ResultKind, resultKinds } from '#contract/values/statistics.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Sorting } from '../kit/table/data-table.tsx';

export const measures = ['clicks', 'dead', 'removed'] as const;
export type Measure = (typeof measures)[number];

export const measureNames: Record<Measure, string> = {
  clicks: 'Clicks out',
  dead: 'Dead share',
  removed: 'Removed share',
};

export interface DayShare {
  day: string;
  /** From 0 to 1; null if posts weren't counted on that day. */
  count: number | null;
}

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** The share of dead posts per day, or the share of posts ever listed that had been removed by that day. */
export const sharesOf = (days: readonly ResultDay[], measure: 'dead' | 'removed'): DayShare[] =>
  days.map(({ day, posts, deadPosts, removedSoFar }) => {
    if (posts === null) return { day, count: null };
    return {
      day,
      count: measure === 'dead' ? shareOf(deadPosts ?? 0, posts) : shareOf(removedSoFar, posts + removedSoFar),
    };
  });

export interface Result extends Omit<ResultRecord, '_id' | 'name'> {
  /** Blank for posts without a network or source. */
  id: string;
  name: string;
  /** Shares of posts, from 0 to 1. */
  deadShare: number;
  removedShare: number;
  clicksPerPost: number;
}

const namesWithoutRecord: Record<ResultKind, string> = { partner: 'No network', source: 'Not imported' };
const namesOfDeleted: Record<ResultKind, string> = { partner: 'Deleted network', source: 'Deleted source' };

const resultOf =
  (kind: ResultKind) =>
  ({ _id, name, ...result }: ResultRecord): Result => ({
    ...result,
    id: _id ?? '',
    name: name ?? (_id === null ? namesWithoutRecord : namesOfDeleted)[kind],
    deadShare: shareOf(result.deadPosts, result.posts),
    removedShare: shareOf(result.removed, result.posts + result.removed),
    clicksPerPost: shareOf(result.clicks - result.visits, result.posts),
  });

const sorts = ['name', 'posts', 'deadShare', 'removedShare', 'clicks', 'clicksPerPost'] as const;
type Sort = (typeof sorts)[number];
const defaultSort: Sort = 'clicks';

/** Parses the URL of the screen. */
export const viewOf = (url: URL) => {
  const { searchParams } = url;
  const kind = resultKinds.find((each) => each === searchParams.get('by')) ?? 'partner';
  const days = dashboardRanges.find((each) => each === Number(searchParams.get('days'))) ?? defaultDashboardRange;
  const sort = sorts.find((each) => each === searchParams.get('sort')) ?? defaultSort;
  const isAscending = (searchParams.get('order') ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc';
  const shown = /^\d{1,18}$/.test(searchParams.get('show') ?? '') ? (searchParams.get('show') ?? '') : '';
  const measure = measures.find((each) => each === searchParams.get('chart')) ?? 'clicks';
  return { kind, days, sort, isAscending, shown, measure };
};
export type ResultView = ReturnType<typeof viewOf>;

const defaults: Record<string, string> = {
  by: 'partner',
  days: String(defaultDashboardRange),
  sort: defaultSort,
  chart: 'clicks',
};

/** The URL of a changed view, without default values. */
export const urlOf = (view: ResultView, changes: Partial<ResultView>) => {
  const { kind, days, sort, isAscending, shown, measure } = { ...view, ...changes };
  const isAscendingByDefault = sort === 'name';
  const parameters = Object.entries({
    by: kind,
    days: String(days),
    sort,
    order: isAscending === isAscendingByDefault ? '' : isAscending ? 'asc' : 'desc',
    show: shown,
    chart: measure,
  }).filter(([name, value]) => value !== '' && defaults[name] !== value);
  return parameters.length === 0 ? '/admin/results' : `/admin/results?${new URLSearchParams(parameters)}`;
};

export const sortingOf = (view: ResultView): Sorting => ({
  by: view.sort,
  direction: view.isAscending ? 'asc' : 'desc',
  hrefOf: (column) => {
    const sort = sorts.find((each) => each === column) ?? defaultSort;
    const isAscending = sort === view.sort ? !view.isAscending : sort === 'name';
    return urlOf(view, { sort, isAscending });
  },
});

const compare = (sort: Sort) => (one: Result, other: Result) =>
  sort === 'name' ? one.name.localeCompare(other.name) : one[sort] - other[sort];

/** Sorted in the browser, because the list has a single page. */
export const sorted = (results: readonly Result[], { sort, isAscending }: ResultView) => {
  const ascending = results.toSorted(compare(sort));
  return isAscending ? ascending : ascending.reverse();
};

const nothing: { results: Result[]; days: ResultDay[] } = { results: [], days: [] };

export const loadResults = (view: ResultView) => {
  const query = { by: view.kind, days: String(view.days) };
  const load = async () => {
    const [list, perDay] = await Promise.all([
      adminClient.getResults({ query }),
      adminClient.getResultDays({ query: { ...query, id: view.shown } }),
    ]);
    return { results: list.results.map(resultOf(view.kind)), days: perDay.days };
  };
  return loadWithFallback(load(), nothing, 'Failed to fetch results');
};
