import { useState } from 'react';
import { useLocation } from 'react-router';
import { type DeletedKind, deletedKinds } from '#contract/values/deleted-kinds.ts';
import { restorableDays } from '#contract/values/retention.ts';
import { Pagination } from '../../components/pagination.tsx';
import { selectColumn } from '../kit/bulk/select-column.tsx';
import { SelectionBar } from '../kit/bulk/selection-bar.tsx';
import { useSelection } from '../kit/bulk/use-selection.ts';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { type DeletedRecord, loadDeleted, restoreDeleted } from '../kit/records/deleted-record.ts';
import { noPages } from '../kit/records/record.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { deletedColumns } from './deleted-columns.tsx';

const pageSize = 20;
const nothing = { records: [], pagination: noPages };

const names: Record<DeletedKind, [tab: string, plural: string]> = {
  posts: ['Posts', 'posts'],
  stars: ['Stars', 'stars'],
  networks: ['Networks', 'networks'],
  channels: ['Channels', 'channels'],
  terabox: ['TeraBox Links', 'TeraBox links'],
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const kind = deletedKinds.find((each) => each === url.searchParams.get('kind')) ?? 'posts';
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  const list = await loadPage(url, loadDeleted(kind, query), nothing, 'Failed to fetch data');
  return { kind, page, list };
};

export default function DeletedItems({ loaderData: { kind, page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const { run } = useSingleAction('This could not be restored.');
  const [busyId, setBusyId] = useState<string>();
  const { records, pagination } = list.data;
  const pageIds = records.map(({ id }) => id);
  const selection = useSelection({ pageIds, filter: undefined, total: pagination.totalCount });

  const restore = async (record: DeletedRecord) => {
    setBusyId(record.id);
    await run(
      () => restoreDeleted(kind, record),
      (message) => message ?? `“${record.name}” was restored.`,
    );
    setBusyId(undefined);
  };

  const plural = names[kind][1];
  return (
    <>
      <ScreenHead title="Deleted">
        <SearchField label={`Search deleted ${plural}`} />
      </ScreenHead>
      <p className="-mt-3 mb-5 text-muted">Deleted items can be restored for {restorableDays} days.</p>
      <Tabs
        label="Deleted items"
        tabs={deletedKinds.map((each) => ({
          to: `/admin/deleted?kind=${each}`,
          active: each === kind,
          label: names[each][0],
        }))}
      />
      <DataTable
        label={`Deleted ${plural}`}
        columns={[
          ...(kind === 'posts'
            ? [selectColumn<DeletedRecord>({ selection, idOf: ({ id }) => id, nameOf: ({ name }) => name })]
            : []),
          ...deletedColumns(kind, { busyId, onRestore: (record) => void restore(record) }),
        ]}
        rows={records}
        problem={list.problem}
        keyOf={({ id }) => id}
        empty={<Empty title={`No deleted ${plural}`} />}
      />
      <Pagination page={page} totalPages={pagination.totalPages} hrefOf={pageUrl(location)} />
      {kind === 'posts' && <SelectionBar selection={selection} total={pagination.totalCount} kinds={['restore']} />}
    </>
  );
}
