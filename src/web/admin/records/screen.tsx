import { useState } from 'react';
import { useLocation, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { shortRecordLabels } from '#contract/values/record-parts.ts';
import { Pagination } from '../../components/pagination.tsx';
import { selectColumn } from '../kit/bulk/select-column.tsx';
import { SelectionBar } from '../kit/bulk/selection-bar.tsx';
import { useSelection } from '../kit/bulk/use-selection.ts';
import { fullCount } from '../kit/format/counts.ts';
import { DownloadLink } from '../kit/lists/download-link.tsx';
import { pageOf, pageUrl } from '../kit/lists/list-url.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { Filters } from './filters.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { editUrl, recordColumns } from './record-columns.tsx';
import { loadCounts, loadOptions, loadUnrecorded, type UnrecordedPost } from './records-list.ts';
import { exportUrl, type MissingKind, missingKinds, recordsQueryOf, withParameter } from './records-query.ts';

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const [list, counts, options] = await Promise.all([
    loadUnrecorded(url),
    loadCounts(url).catch(() => undefined),
    loadOptions().catch(() => undefined),
  ]);
  return { page: pageOf(url), list, counts, options };
};

const tabLabels: Record<MissingKind, string> = { records: 'Any part', ...shortRecordLabels };

export default function Records({ loaderData: { page, list, counts, options } }: Route.ComponentProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [parameters] = useSearchParams();
  const [isImporting, setImporting] = useState(false);
  const query = recordsQueryOf(parameters);
  const { posts, totalPages, totalRecords } = list.data;
  const selection = useSelection({ pageIds: posts.map(({ id }) => id), filter: query, total: totalRecords });

  return (
    <>
      <ScreenHead title="Records">
        <DownloadLink
          href={exportUrl(query)}
          check={() => loadCounts(new URL(window.location.href))}
          failure="The records could not be exported."
        >
          Export CSV
        </DownloadLink>
        <button type="button" className="btn btn-primary" onClick={() => setImporting(true)}>
          Import CSV
        </button>
      </ScreenHead>
      <p className="-mt-3 mb-5 text-muted">
        Posts whose records are not complete: where they come from, who answers for them, and that everybody who is
        shown agreed.
      </p>
      <Tabs
        label="What is missing"
        tabs={missingKinds.map((kind) => ({
          to: withParameter(parameters, 'without', kind === 'records' ? '' : kind),
          active: kind === query.without,
          label: counts ? `${tabLabels[kind]} ${fullCount(counts[kind])}` : tabLabels[kind],
        }))}
      />
      <Filters options={options} />
      <DataTable
        label="Posts without complete records"
        columns={[
          selectColumn<UnrecordedPost>({ selection, idOf: ({ id }) => id, nameOf: ({ title }) => title }),
          ...recordColumns(),
        ]}
        rows={posts}
        problem={list.problem}
        keyOf={({ id }) => id}
        onOpen={(post) => void navigate(editUrl(post))}
        empty={<Empty title="Nothing is missing" filters={['host', 'partner']} />}
      />
      <Pagination page={page} totalPages={totalPages} hrefOf={pageUrl(location)} />
      <SelectionBar selection={selection} total={totalRecords} kinds={['setRecords']} />
      {isImporting && (
        <ImportDialog
          onClose={() => setImporting(false)}
          onImported={() => {
            setImporting(false);
            void revalidate();
          }}
        />
      )}
    </>
  );
}
