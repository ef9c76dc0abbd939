import { Link, useLocation } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { pageOf, pageUrl } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { loadImports } from '../kit/records/import.ts';
import { deleteSource, type ImportSource, loadSources } from '../kit/records/import-source.ts';
import { noPages } from '../kit/records/record.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { useRefresh } from '../kit/screen/use-refresh.ts';
import { useAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { importColumns } from './import-columns.tsx';
import { isUnderWay } from './import-words.ts';
import { sourceColumns } from './source-columns.tsx';

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
  const confirm = useConfirmation();
  const { run } = useSingleAction('The source could not be deleted.');
  const remove = async ({ id, name }: ImportSource) => {
    const details = 'Its posts and the history of its imports stay. A new feed from there would need a new source.';
    if (await confirm({ question: `Delete the source “${name}”?`, details, confirmLabel: 'Delete' }))
      await run(() => deleteSource(id), `“${name}” is deleted.`);
  };
  return (
    <DataTable
      label="Sources"
      columns={sourceColumns({ onDelete: isMainAdmin ? (source) => void remove(source) : undefined })}
      rows={sources}
      problem={problem}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/admin/import-sources/${id}`}
      empty={<Empty title="No sources yet">A source is named with its first import.</Empty>}
    />
  );
}

export default function Imports({ loaderData: { tab, page, sources, list } }: Route.ComponentProps) {
  const location = useLocation();
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
        Feeds of partners become posts. A dry run shows what would happen before anything is written, and each import
        can be undone as a whole for 30 days.
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
            empty={<Empty title="No imports yet">Upload a partner’s feed, or give its URL.</Empty>}
          />
          <Pagination page={page} totalPages={list.data.pagination.totalPages} hrefOf={pageUrl(location)} />
        </>
      )}
    </>
  );
}
