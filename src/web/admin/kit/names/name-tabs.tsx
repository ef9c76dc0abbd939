import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { NameKind } from '#contract/values/names.ts';
import { countedTitle, fullCount } from '../format.ts';
import { ExportMenu } from '../lists/downloads.tsx';
import { SearchField } from '../lists/filters.tsx';
import { loadPage, originQuery, Pages, pageOf, searchOf } from '../lists/pages.tsx';
import { type ListQuery, noPages, type RecordPage } from '../records/record.ts';
import { Empty, ScreenHead, Tabs } from '../screen-parts.tsx';
import type { Loaded } from '../session/failure.ts';
import { actionsColumn, type Column, momentColumn, numberColumn } from '../table/columns.tsx';
import { DataTable } from '../table/data-table.tsx';
import { RowButton } from '../table/row-actions.tsx';
import { useSingleAction } from '../use-single-action.ts';
import { useNameActions } from './name-actions.tsx';
import {
  changeSentence,
  type Duplicate,
  type ListedName,
  loadDuplicates,
  loadNameChanges,
  markDistinct,
  type NameChange,
  undoNameChange,
  words,
} from './names.ts';

const tabs = ['used', 'unused', 'duplicates', 'history'] as const;
export type NameTab = (typeof tabs)[number];

const labels: Record<NameTab, string> = {
  used: 'In use',
  unused: 'Unused',
  duplicates: 'Likely duplicates',
  history: 'History',
};

const screens: Record<NameKind, string> = { tag: '/admin/tags-list', performer: '/admin/stars-list' };

export const nameTabUrl = (kind: NameKind, tab: NameTab) =>
  tab === 'used' ? screens[kind] : `${screens[kind]}?tab=${tab}`;

export const nameTabOf = (url: URL): NameTab => {
  const requested = url.searchParams.get('tab');
  return tabs.find((tab) => tab === requested) ?? 'used';
};

function NameTabs({ kind, active }: { kind: NameKind; active: NameTab }) {
  return (
    <Tabs
      label={kind === 'tag' ? 'Tags' : 'Stars'}
      tabs={tabs.map((tab) => ({ to: nameTabUrl(kind, tab), active: tab === active, label: labels[tab] }))}
    />
  );
}

/** How many names, duplicates and changes a page lists. */
const pageSize = 20;

export interface NameQuery extends ListQuery {
  use: 'used' | 'unused';
}

export interface NamePage<T> {
  tab: NameQuery['use'];
  page: number;
  search: string;
  list: Loaded<RecordPage<T>>;
}

/** Loads a page of names that are in use, or of unused ones. `fallback` is shown if that fails. */
export const loadNames = async <T,>(
  url: URL,
  kind: NameKind,
  tab: NameQuery['use'],
  load: (query: NameQuery) => Promise<RecordPage<T>>,
  fallback: RecordPage<T> = { records: [], pagination: noPages },
): Promise<NamePage<T>> => {
  const query = { page: pageOf(url), limit: pageSize, search: searchOf(url), use: tab };
  const list = await loadPage(url, load(query), fallback, `Failed to fetch ${words[kind].many}`);
  return { tab, page: query.page, search: query.search, list };
};

interface NameListProps<T extends ListedRow> {
  kind: NameKind;
  loaded: NamePage<T>;
  title: string;
  /** Further filters and orders of an export. */
  exported: object;
  /** Buttons of the heading. */
  tools?: ReactNode;
  /** Filters above the list. */
  filters?: ReactNode;
  /** The columns between the number and the actions. `urlOf` leads to the videos of a row. */
  columns: (urlOf: (row: T) => string) => Column<T>[];
  /** Actions of a row before those of all names. */
  actionsOf?: (row: T, videos: string) => ReactNode;
  /** Below the pages. */
  children?: ReactNode;
}

interface ListedRow {
  slug: string;
  name: string;
  count?: number;
}

/** The tags or performers with their videos. */
export function NameList<T extends ListedRow>(props: NameListProps<T>) {
  const { kind, loaded, title, exported, tools, filters, columns, actionsOf, children } = props;
  const { tab, page, search, list } = loaded;
  const [parameters] = useSearchParams();
  const { buttonsOf, dialog } = useNameActions(kind, nameTabUrl(kind, 'history'));
  const { many } = words[kind];
  const urlOf = ({ slug }: T) =>
    `/admin/${words[kind].one}-videos/${encodeURIComponent(slug)}?${originQuery(page, parameters)}`;
  const rowActions = (row: T) => (
    <div className="flex items-center justify-end gap-2">
      {actionsOf?.(row, urlOf(row))}
      {buttonsOf({ slug: row.slug, name: row.name, count: row.count ?? 0 })}
    </div>
  );
  return (
    <>
      <ScreenHead title={title}>
        <SearchField label={`Search ${many}`} />
        <ExportMenu list={kind === 'tag' ? 'tags' : 'stars'} query={{ search, use: tab, ...exported }} />
        {tools}
      </ScreenHead>
      <NameTabs kind={kind} active={tab} />
      {filters}
      <DataTable
        label={kind === 'tag' ? 'Tags' : 'Stars'}
        columns={[numberColumn(page, pageSize), ...columns(urlOf), actionsColumn(rowActions)]}
        rows={list.data.records}
        problem={list.problem}
        keyOf={({ slug }) => slug}
        linkTo={urlOf}
        empty={<Empty title={`No ${many} found`} />}
      />
      <Pages page={page} totalPages={list.data.pagination.totalPages} siblings={2} />
      {children}
      {dialog}
    </>
  );
}

interface DuplicatesProps {
  kind: NameKind;
  duplicates: Duplicate[];
  problem: string | undefined;
  onMerge: (from: string[], into: string) => void;
}

function Named({ named: { name, count } }: { named: ListedName }) {
  return (
    <>
      <bdi className="[overflow-wrap:anywhere]">{name}</bdi>{' '}
      <span className="text-muted tabular-nums">({fullCount(count)})</span>
    </>
  );
}

/** Pairs of names that may be the same. */
function Duplicates({ kind, duplicates, problem, onMerge }: DuplicatesProps) {
  const { run: act } = useSingleAction('That could not be saved.');
  const columns: Column<Duplicate>[] = [
    {
      id: 'merge',
      header: `${words[kind].One} and its videos`,
      className: 'font-medium',
      phone: 'title',
      cell: (row) => <Named named={row.merge} />,
    },
    {
      id: 'keep',
      header: 'May be the same as',
      phone: 'detail',
      cell: (row) => <Named named={row.keep} />,
    },
    actionsColumn((pair) => {
      const both = `${pair.merge.name} and ${pair.keep.name}`;
      return (
        <div className="flex justify-end gap-2" data-always>
          <RowButton label={`Merge ${both}`} onClick={() => onMerge([pair.merge.slug], pair.keep.slug)}>
            Merge
          </RowButton>
          <RowButton
            label={`${both} are not duplicates`}
            onClick={() => void act(() => markDistinct(kind, pair), 'They won’t be suggested again.')}
          >
            Not a duplicate
          </RowButton>
        </div>
      );
    }),
  ];
  return (
    <DataTable
      label="Likely duplicates"
      columns={columns}
      rows={duplicates}
      problem={problem}
      keyOf={({ keep, merge }) => `${keep.slug} ${merge.slug}`}
      empty={
        <Empty title="No likely duplicates">Names that differ in a letter, a hyphen or the plural appear here.</Empty>
      }
    />
  );
}

const stateOf = ({ isRunning, isUndone }: NameChange) => {
  if (isUndone) return ' (undone)';
  return isRunning ? ' (running)' : '';
};

/** The changes of tags or performers, with a button to undo those that can be undone. */
function NameHistory({ changes, problem }: { changes: NameChange[]; problem: string | undefined }) {
  const { run: act, busy } = useSingleAction('That could not be undone.');
  const columns: Column<NameChange>[] = [
    {
      id: 'change',
      header: 'Change',
      className: 'font-medium [overflow-wrap:anywhere]',
      phone: 'title',
      cell: (row) => (
        <>
          {changeSentence(row)}
          <span className="text-muted">{stateOf(row)}</span>
        </>
      ),
    },
    {
      id: 'posts',
      header: 'Posts',
      className: 'tabular-nums',
      phone: 'detail',
      unit: 'posts',
      cell: (row) => (row.posts === null ? '–' : fullCount(row.posts)),
    },
    { id: 'admin', header: 'By', phone: 'detail', cell: (row) => row.admin },
    momentColumn('at', 'When'),
    actionsColumn((change) =>
      change.canBeUndone ? (
        <div className="flex justify-end" data-always>
          <RowButton
            label={`Undo: ${changeSentence(change)}`}
            disabled={busy}
            onClick={() => void act(() => undoNameChange(change.id), 'Undone.')}
          >
            Undo
          </RowButton>
        </div>
      ) : null,
    ),
  ];
  return (
    <DataTable
      label="History"
      columns={columns}
      rows={changes}
      problem={problem}
      keyOf={({ id }) => id}
      empty={<Empty title="Nothing was changed yet">Renamed, merged and deleted names appear here.</Empty>}
    />
  );
}

interface Paged {
  pagination: typeof noPages;
}

/** The data of the tabs that don't list names. */
export type OtherTab =
  | { tab: 'duplicates'; page: number; list: Loaded<Paged & { duplicates: Duplicate[] }> }
  | { tab: 'history'; page: number; list: Loaded<Paged & { changes: NameChange[] }> };

export const loadOtherTab = async (url: URL, kind: NameKind, tab: OtherTab['tab']): Promise<OtherTab> => {
  const page = pageOf(url);
  const query = { page, limit: pageSize };
  if (tab === 'duplicates') {
    const nothing = { duplicates: [], pagination: noPages };
    return { tab, page, list: await loadPage(url, loadDuplicates(kind, query), nothing, 'Failed to fetch duplicates') };
  }
  const nothing = { changes: [], pagination: noPages };
  return { tab, page, list: await loadPage(url, loadNameChanges(kind, query), nothing, 'Failed to fetch the history') };
};

export function OtherTabScreen({ kind, loaded }: { kind: NameKind; loaded: OtherTab }) {
  const { merge, dialog } = useNameActions(kind, nameTabUrl(kind, 'history'));
  const { totalPages, totalCount } = loaded.list.data.pagination;
  const { many } = words[kind];
  const title =
    loaded.tab === 'duplicates'
      ? countedTitle('Likely duplicates', totalCount, loaded.list.problem)
      : `History of ${many}`;
  return (
    <>
      <ScreenHead title={title} />
      <NameTabs kind={kind} active={loaded.tab} />
      {loaded.tab === 'duplicates' ? (
        <Duplicates
          kind={kind}
          duplicates={loaded.list.data.duplicates}
          problem={loaded.list.problem}
          onMerge={merge}
        />
      ) : (
        <NameHistory changes={loaded.list.data.changes} problem={loaded.list.problem} />
      )}
      <Pages page={loaded.page} totalPages={totalPages} siblings={2} />
      {dialog}
    </>
  );
}
