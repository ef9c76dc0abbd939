import { Link } from 'react-router';
import { fullCount, momentLabel } from '../kit/format.ts';
import { FilterSelect } from '../kit/lists/filters.tsx';
import { loadPage, Pages, pageOf } from '../kit/lists/pages.tsx';
import { noPages } from '../kit/records/record.ts';
import { Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { useAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, momentColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton, RowLink } from '../kit/table/row-actions.tsx';
import { useRefresh } from '../kit/use-refresh.ts';
import type { Route } from './+types/screen.ts';
import { useDeleteSource } from './deleting.ts';
import { type Import, type ImportSource, loadImports, loadSources } from './import-calls.ts';
import { durationOf, isUnderWay, resultLabel, stateLabel, stateTone } from './import-words.ts';
import { scheduleLabel } from './source-form.tsx';

const resultOf = (each: Import) =>
  each.error ? (
    <span className="line-clamp-2 max-w-[24rem] text-danger [overflow-wrap:anywhere]">{each.error}</span>
  ) : (
    resultLabel(each)
  );

const importColumns: Column<Import>[] = [
  {
    id: 'source',
    header: 'Source',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <Link to={`/admin/imports/${row.id}`} className="hover:underline">
        <bdi>{row.source.name}</bdi>
      </Link>
    ),
  },
  {
    id: 'feed',
    header: 'Feed',
    cell: (row) => (
      <bdi className="block max-w-[16rem] truncate text-muted" title={row.feed}>
        {row.feed || '—'}
      </bdi>
    ),
  },
  {
    id: 'state',
    header: 'State',
    phone: 'detail',
    cell: (row) => <Badge tone={stateTone(row.state)}>{stateLabel(row)}</Badge>,
  },
  {
    id: 'result',
    header: 'Result',
    className: 'tabular-nums',
    phone: 'below',
    cell: (row) => resultOf(row),
  },
  {
    id: 'who',
    header: 'Who',
    phone: 'detail',
    cell: (row) => (
      <span className="md:block md:max-w-[10rem] md:truncate" title={row.admin}>
        {row.admin}
      </span>
    ),
  },
  momentColumn('createdAt', 'When', 'detail'),
  {
    id: 'duration',
    header: 'Took',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => durationOf(row) ?? <span className="text-muted">—</span>,
  },
];

const sourceColumns = (onDelete: ((source: ImportSource) => void) | undefined): Column<ImportSource>[] => [
  {
    id: 'name',
    header: 'Source',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <Link to={`/admin/import-sources/${row.id}`} className="hover:underline">
        <bdi>{row.name}</bdi>
      </Link>
    ),
  },
  {
    id: 'posts',
    header: 'Posts',
    className: 'tabular-nums',
    phone: 'detail',
    unit: 'posts',
    cell: (row) => fullCount(row.posts),
  },
  {
    id: 'schedule',
    header: 'Schedule',
    phone: 'detail',
    cell: (row) => (
      <span className={row.everyMinutes === null ? 'text-muted' : ''}>
        {row.url === '' ? 'Upload only' : scheduleLabel(row.everyMinutes)}
      </span>
    ),
  },
  {
    id: 'last',
    header: 'Last import',
    className: 'md:whitespace-nowrap',
    cell: (row) =>
      row.lastImport ? (
        <Link to={`/admin/imports/${row.lastImport._id}`} className="text-accent">
          {momentLabel(row.lastImport.createdAt)}
        </Link>
      ) : (
        <span className="text-muted">None yet</span>
      ),
  },
  {
    id: 'state',
    header: 'State',
    className: 'max-w-[22rem]',
    phone: 'below',
    cell: (row) => {
      if (row.problem) return <span className="text-danger [overflow-wrap:anywhere]">{row.problem}</span>;
      if (row.nextFetchAt) return <span className="text-muted">Next at {momentLabel(row.nextFetchAt)}</span>;
      return Object.keys(row.mapping).length === 0 ? <Badge tone="accent">to be mapped</Badge> : null;
    },
  },
  actionsColumn((source) => (
    <div className="flex justify-end gap-2 xl:min-w-max">
      <RowLink label={`Imports of ${source.name}`} to={`/admin/imports?source=${source.id}`}>
        Imports
      </RowLink>
      <RowLink label={`Edit ${source.name}`} to={`/admin/import-sources/${source.id}`}>
        Edit
      </RowLink>
      {onDelete && (
        <RowButton label={`Delete ${source.name}`} danger onClick={() => onDelete(source)}>
          Delete
        </RowButton>
      )}
    </div>
  )),
];

const limit = 20;
const refreshMs = 2000;

const sourceOf = (url: URL) => {
  const source = url.searchParams.get('source') ?? '';
  return /^\d{1,18}$/.test(source) ? source : '';
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = url.searchParams.get('tab') === 'sources' ? 'sources' : 'imports';
  const page = pageOf(url);
  const sources = loadWithFallback<ImportSource[]>(loadSources(), [], 'Failed to fetch the sources');
  if (tab === 'sources') return { tab, page, sources: await sources, list: undefined } as const;
  const nothing = { imports: [], pagination: noPages };
  const call = loadImports({ page, limit, source: sourceOf(url) });
  const list = await loadPage(url, call, nothing, 'Failed to fetch the imports');
  return { tab, page, sources: await sources, list } as const;
};

function Sources({ sources, problem }: { sources: ImportSource[]; problem: string | undefined }) {
  const isMainAdmin = useAdmin()?.role === 'main_admin';
  const { remove } = useDeleteSource();
  return (
    <DataTable
      label="Sources"
      columns={sourceColumns(isMainAdmin ? remove : undefined)}
      rows={sources}
      problem={problem}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/admin/import-sources/${id}`}
      empty={<Empty title="No sources yet">Import a feed to add its source.</Empty>}
    />
  );
}

export default function Imports({ loaderData: { tab, page, sources, list } }: Route.ComponentProps) {
  const imports = list?.data.imports ?? [];
  useRefresh(imports.some(isUnderWay) ? refreshMs : undefined);
  const nameOf = (id: string) => sources.data.find((source) => source.id === id)?.name ?? `Source ${id}`;
  return (
    <>
      <ScreenHead title="Imports">
        {tab === 'imports' && sources.data.length > 1 && (
          <FilterSelect name="source" label="Source" options={sources.data.map(({ id }) => id)} labelOf={nameOf} />
        )}
        <Link to="/admin/imports/new" className="btn btn-primary">
          New import
        </Link>
      </ScreenHead>
      <p className="-mt-3 mb-5 max-w-[75ch] text-muted">
        Turn partners’ feeds into posts. A dry run shows what would happen before anything changes, and each import can
        be undone for 30 days.
      </p>
      <Tabs
        label="Imports and sources"
        tabs={[
          { to: '/admin/imports', active: tab === 'imports', label: 'Imports' },
          { to: '/admin/imports?tab=sources', active: tab === 'sources', label: 'Sources' },
        ]}
      />
      {tab === 'sources' && <Sources sources={sources.data} problem={sources.problem} />}
      {list && (
        <>
          <DataTable
            label="Imports"
            columns={importColumns}
            rows={imports}
            problem={list.problem}
            keyOf={({ id }) => id}
            linkTo={({ id }) => `/admin/imports/${id}`}
            empty={<Empty title="No imports yet">Upload a partner’s feed, or enter its URL.</Empty>}
          />
          <Pages page={page} totalPages={list.data.pagination.totalPages} />
        </>
      )}
    </>
  );
}
