import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { StarSummary } from '#contract/performers.ts';
import { performerNameOf } from '#contract/values/names.ts';
import { firstLetterOf } from '../../components/first-letter.ts';
import { countedTitle } from '../kit/format.ts';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, originQuery, Pages, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { useNameActions } from '../kit/names/name-actions.tsx';
import {
  loadOtherTab,
  NameTabs,
  nameTabOf,
  nameTabUrl,
  type OtherTab,
  OtherTabScreen,
} from '../kit/names/name-tabs.tsx';
import type { ListedName } from '../kit/names/names.ts';
import { noPages } from '../kit/records/record.ts';
import { Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { actionsColumn, type Column, countColumn, dayColumn, numberColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';

/** A performer with the number of their videos. */
interface PerformerSummary extends Omit<StarSummary, 'name'> {
  slug: string;
  name: string;
}

interface SummaryQuery {
  page: number;
  limit: number;
  letter: string;
  search: string;
  use: 'used' | 'unused';
}

const loadPerformerSummaries = async (query: SummaryQuery) => {
  const { pornstars, starNames, pagination } = await adminClient.getPornstars({ query });
  const performers = pornstars.map(
    ({ name: slug, ...rest }): PerformerSummary => ({ ...rest, slug, name: performerNameOf(slug, starNames) }),
  );
  return { performers, pagination };
};

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A to Z plus All; clicking the active letter clears the filter. */
function LetterButtons({ active }: { active: string }) {
  const [, setParameters] = useSearchParams();
  const choose = (letter: string) =>
    setParameters((current) => {
      const updated = new URLSearchParams(current);
      updated.delete('page');
      if (letter === '' || letter === active) updated.delete('letter');
      else updated.set('letter', letter);
      return updated;
    });
  return (
    <fieldset className="mb-4 flex flex-wrap gap-1 max-md:grid max-md:grid-cols-9 max-md:gap-0.5">
      <legend className="sr-only">First letter</legend>
      {['', ...letters].map((letter) => (
        <button
          key={letter}
          type="button"
          aria-pressed={letter === active}
          onClick={() => choose(letter)}
          className="grid h-9 min-w-9 max-md:h-10 place-items-center rounded-[9px] px-2 text-sm font-medium transition-colors hover:bg-raised aria-pressed:bg-glow aria-pressed:text-on-glow"
        >
          {letter || 'All'}
        </button>
      ))}
    </fieldset>
  );
}

const pageSize = 20;
const emptyList = { performers: [], pagination: noPages };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = nameTabOf(url);
  if (tab === 'duplicates' || tab === 'history') return loadOtherTab(url, 'performer', tab);
  const page = pageOf(url);
  const letter = firstLetterOf(url.searchParams.get('letter'));
  const query = { page, limit: pageSize, letter, search: searchOf(url), use: tab };
  return {
    tab,
    page,
    letter,
    search: query.search,
    list: await loadPage(url, loadPerformerSummaries(query), emptyList, 'Failed to fetch stars'),
  };
};

const videosOf = (performer: PerformerSummary, page: number, list: URLSearchParams) =>
  `/admin/star-videos/${encodeURIComponent(performer.slug)}?${originQuery(page, list)}`;

type Buttons = (named: ListedName) => ReactNode;

const columns = (page: number, list: URLSearchParams, buttonsOf: Buttons): Column<PerformerSummary>[] => [
  numberColumn(page, pageSize),
  {
    id: 'name',
    header: 'Star Name',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <Link to={videosOf(row, page, list)} tabIndex={-1} className="cell-text hover:text-accent">
        <bdi>{row.name}</bdi>
      </Link>
    ),
  },
  countColumn('count', 'Total Videos', 'videos'),
  dayColumn('firstAppearance', 'First Appearance'),
  dayColumn('lastUpdated', 'Last Updated', 'detail'),
  actionsColumn(({ slug, name, count = 0 }) => (
    <div className="flex justify-end gap-2">{buttonsOf({ slug, name, count })}</div>
  )),
];

export default function PerformersList({ loaderData }: Route.ComponentProps) {
  if (loaderData.tab === 'duplicates' || loaderData.tab === 'history')
    return <OtherTabScreen key={loaderData.tab} kind="performer" loaded={loaderData} />;
  return <Stars {...loaderData} />;
}

type StarsProps = Exclude<Route.ComponentProps['loaderData'], OtherTab>;

function Stars({ tab, page, letter, search, list }: StarsProps) {
  const [parameters] = useSearchParams();
  const { buttonsOf, dialog } = useNameActions('performer', nameTabUrl('performer', 'history'));
  const { performers, pagination } = list.data;
  return (
    <>
      <ScreenHead
        title={countedTitle(tab === 'unused' ? 'Unused stars' : 'All Pornstars', pagination.totalCount, list.problem)}
      >
        <SearchField label="Search stars" />
        <ExportMenu list="stars" query={{ search, letter, use: tab, sort: 'name' }} />
      </ScreenHead>
      <NameTabs kind="performer" active={tab} />
      <LetterButtons active={letter} />
      <DataTable
        label="Stars"
        columns={columns(page, parameters, buttonsOf)}
        rows={performers}
        problem={list.problem}
        keyOf={({ slug }) => slug}
        linkTo={(performer) => videosOf(performer, page, parameters)}
        empty={<Empty title="No stars found" />}
      />
      <Pages page={page} totalPages={pagination.totalPages} siblings={2} />
      {list.problem === undefined && (
        <p className="text-center text-sm text-muted tabular-nums">
          Showing page {page} of {pagination.totalPages} ({pagination.totalCount} total stars)
        </p>
      )}
      {dialog}
    </>
  );
}
