import { dashboardRanges } from '#contract/values/dashboard-ranges.ts';
import type { ResultKind } from '#contract/values/results.ts';
import { ExportMenu } from '../kit/lists/export-menu.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { ResultChart } from './result-chart.tsx';
import { resultColumns } from './result-columns.tsx';
import { loadResults, sorted, sortingOf, urlOf, viewOf } from './results-list.ts';

const kindLabels: Record<ResultKind, string> = { partner: 'Networks', source: 'Import sources' };
const rangeLabels: Record<number, string> = { 365: 'A year' };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const view = viewOf(url);
  return { view, list: await loadResults(view) };
};

/** What networks and import sources bring: how many posts, how many of them are still good, and how many visitors follow them. */
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
        <Tabs
          label="Range"
          tabs={dashboardRanges.map((range) => ({
            to: urlOf(view, { days: range }),
            active: range === view.days,
            label: rangeLabels[range] ?? `${range} days`,
          }))}
        />
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
          Posts are counted every hour. A post is dead if it can be watched nowhere any more, and removed if a notice
          led to it. Clicks are those of people who leave by a post’s links or a network’s own, once per post in ten
          minutes.
        </p>
      )}
    </>
  );
}
