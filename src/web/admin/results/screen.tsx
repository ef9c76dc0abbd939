import { Link } from 'react-router';
import type { ResultKind } from '#contract/values/statistics.ts';
import { fullCount, percent } from '../kit/format.ts';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { Empty, RangeTabs, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import type { Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { ResultChart } from './result-chart.tsx';
import { loadResults, type Result, type ResultView, sorted, sortingOf, urlOf, viewOf } from './results-list.ts';

const number = 'md:w-px whitespace-nowrap tabular-nums md:text-right';

const changeOf = ({ clicks, clicksBefore }: Result) => {
  if (clicksBefore === 0) return clicks === 0 ? '' : 'new';
  const change = Math.round(((clicks - clicksBefore) / clicksBefore) * 100);
  return change === 0 ? '±0%' : `${change > 0 ? '+' : '−'}${Math.min(Math.abs(change), 999)}%`;
};

/** The tooltip of the number of clicks. */
const detailsOf = ({ plays, otherLinks, embeds, visits, clicksBefore }: Result) =>
  [
    `${fullCount(plays)} on play`,
    `${fullCount(otherLinks)} on other links`,
    `${fullCount(embeds)} on embedded players`,
    `${fullCount(visits)} on the website itself`,
    `${fullCount(clicksBefore)} in the period before`,
  ].join(' · ');

const resultColumns = (view: ResultView): Column<Result>[] => [
  {
    id: 'name',
    header: view.kind === 'partner' ? 'Network' : 'Source',
    className: 'font-medium',
    phone: 'title',
    sort: 'name',
    cell: (row) =>
      row.id === '' ? (
        <span className="text-muted">{row.name}</span>
      ) : (
        <Link
          to={urlOf(view, { shown: row.id === view.shown ? '' : row.id })}
          preventScrollReset
          aria-current={row.id === view.shown ? 'true' : undefined}
          className="underline-offset-4 hover:text-accent hover:underline aria-[current]:text-accent"
        >
          <bdi className="[overflow-wrap:anywhere]">{row.name}</bdi>
        </Link>
      ),
  },
  {
    id: 'posts',
    header: 'Posts',
    className: number,
    phone: 'detail',
    unit: 'posts',
    sort: 'posts',
    cell: (row) => fullCount(row.posts),
  },
  {
    id: 'dead',
    header: 'Dead',
    className: number,
    phone: 'detail',
    unit: 'dead',
    sort: 'deadShare',
    cell: (row) => (
      <span title={`${fullCount(row.deadPosts)} posts have no working link`}>{percent(row.deadShare)}</span>
    ),
  },
  {
    id: 'removed',
    header: 'Removed',
    className: number,
    sort: 'removedShare',
    cell: (row) => (
      <span title={`${fullCount(row.removed)} posts were removed after a notice`}>{percent(row.removedShare)}</span>
    ),
  },
  {
    id: 'clicks',
    header: 'Clicks out',
    className: number,
    phone: 'detail',
    unit: 'clicks',
    sort: 'clicks',
    cell: (row) => <span title={detailsOf(row)}>{fullCount(row.clicks)}</span>,
  },
  {
    id: 'change',
    header: 'Change',
    className: `${number} text-muted`,
    cell: (row) => changeOf(row),
  },
  {
    id: 'perPost',
    header: 'Per post',
    className: number,
    sort: 'clicksPerPost',
    cell: (row) => row.clicksPerPost.toLocaleString('en-US', { maximumFractionDigits: row.clicksPerPost < 10 ? 2 : 0 }),
  },
];

const kindLabels: Record<ResultKind, string> = { partner: 'Networks', source: 'Import sources' };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const view = viewOf(url);
  return { view, list: await loadResults(view) };
};

/** The posts of networks and import sources, how many are dead or removed, and how many clicks they get. */
export default function Results({ loaderData: { view, list } }: Route.ComponentProps) {
  const { results, days } = list.data;
  const shown = results.find(({ id }) => id !== '' && id === view.shown);
  const before = (shown ? [shown] : results).reduce((sum, { clicksBefore }) => sum + clicksBefore, 0);
  return (
    <>
      <ScreenHead title="Results">
        <ExportMenu list="results" query={{ by: view.kind, days: view.days }} />
      </ScreenHead>
      <div className="flex flex-wrap justify-between gap-x-6">
        <Tabs
          label="Results of"
          tabs={(['partner', 'source'] as const).map((kind) => ({
            to: urlOf(view, { kind, shown: '' }),
            active: kind === view.kind,
            label: kindLabels[kind],
          }))}
        />
        <RangeTabs days={view.days} hrefOf={(days) => urlOf(view, { days })} />
      </div>
      {results.length > 0 && <ResultChart view={view} name={shown?.name ?? ''} days={days} clicksBefore={before} />}
      <DataTable
        label={kindLabels[view.kind]}
        columns={resultColumns(view)}
        rows={sorted(results, view)}
        keyOf={({ id, name }) => id || name}
        sorting={sortingOf(view)}
        problem={list.problem}
        empty={<Empty title="No results yet">Posts are counted every hour, and clicks as visitors leave.</Empty>}
      />
      {results.length > 0 && (
        <p className="mt-4 max-w-[75ch] text-sm text-muted">
          Posts are counted every hour. A post is dead if none of its links works, and removed if a notice led to its
          removal. Clicks count visitors who leave by a post’s link or a network’s own link, once per post in ten
          minutes.
        </p>
      )}
    </>
  );
}
