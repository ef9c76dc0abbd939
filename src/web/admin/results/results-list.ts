import type { ResultDay, ResultRecord } from '#contract/statistics.ts';
import { dashboardRanges, defaultDashboardRange, type ResultKind, resultKinds } from '#contract/values/statistics.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Sorting } from '../kit/table/sort-heading.tsx';

/** What the chart can show per day. */
export const measures = ['clicks', 'dead', 'removed'] as const;
export type Measure = (typeof measures)[number];

export const measureNames: Record<Measure, string> = {
  clicks: 'Clicks out',
  dead: 'Dead share',
  removed: 'Removed share',
};

export interface DayShare {
  day: string;
  /** From 0 to 1; null for a day on which posts were not counted. */
  count: number | null;
}

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** Of the posts of each day, how many were dead; or of those that ever were, how many had been removed. */
export const sharesOf = (days: readonly ResultDay[], measure: 'dead' | 'removed'): DayShare[] =>
  days.map(({ day, posts, deadPosts, removedSoFar }) => {
    if (posts === null) return { day, count: null };
    return {
      day,
      count: measure === 'dead' ? shareOf(deadPosts ?? 0, posts) : shareOf(removedSoFar, posts + removedSoFar),
    };
  });

export interface BroughtResult extends Omit<ResultRecord, '_id' | 'name'> {
  /** Blank for posts without one. */
  id: string;
  name: string;
  /** Shares of posts, from 0 to 1. */
  deadShare: number;
  removedShare: number;
  clicksPerPost: number;
}

const namesOfNone: Record<ResultKind, string> = { partner: 'No network', source: 'Not imported' };
const namesOfGone: Record<ResultKind, string> = { partner: 'Deleted network', source: 'Deleted source' };

const resultOf =
  (kind: ResultKind) =>
  ({ _id, name, ...result }: ResultRecord): BroughtResult => ({
    ...result,
    id: _id ?? '',
    name: name ?? (_id === null ? namesOfNone : namesOfGone)[kind],
    deadShare: shareOf(result.deadPosts, result.posts),
    removedShare: shareOf(result.removed, result.posts + result.removed),
    clicksPerPost: shareOf(result.clicks - result.visits, result.posts),
  });

const sorts = ['name', 'posts', 'deadShare', 'removedShare', 'clicks', 'clicksPerPost'] as const;
type Sort = (typeof sorts)[number];
const defaultSort: Sort = 'clicks';

/** What the URL of the screen says. */
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

/** The same view with some of it changed; what is as usual is left out. */
export const urlOf = (view: ResultView, changes: Partial<ResultView>) => {
  const { kind, days, sort, isAscending, shown, measure } = { ...view, ...changes };
  const usualOrder = sort === 'name';
  const parameters = Object.entries({
    by: kind,
    days: String(days),
    sort,
    order: isAscending === usualOrder ? '' : isAscending ? 'asc' : 'desc',
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

const compare = (sort: Sort) => (one: BroughtResult, other: BroughtResult) =>
  sort === 'name' ? one.name.localeCompare(other.name) : one[sort] - other[sort];

/** All of them are loaded at once, so they are sorted here. */
export const sorted = (results: readonly BroughtResult[], { sort, isAscending }: ResultView) => {
  const ascending = results.toSorted(compare(sort));
  return isAscending ? ascending : ascending.reverse();
};

const nothing: { results: BroughtResult[]; days: ResultDay[] } = { results: [], days: [] };

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
