import { useState } from 'react';
import { type DeletedKind, deletedKinds, restorableDays } from '#contract/values/record-kinds.ts';
import { logoUrl } from '../../components/logo-url.ts';
import { performerPlaceholder } from '../../components/pictures.tsx';
import { selectColumn, useSelection } from '../kit/bulk/selection.tsx';
import { SelectionBar } from '../kit/bulk/selection-bar.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, Pages, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { type DeletedRecord, loadDeleted, restoreDeleted } from '../kit/records/deleted-record.ts';
import { noPages } from '../kit/records/record.ts';
import { Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { actionsColumn, type Column, categoryColumn, momentColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { WithheldPicture } from '../kit/table/withheld-picture.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';

/** Picture sizes as on the screen of each kind. File links have no pictures. */
const pictures: Partial<Record<DeletedKind, { className: string; urlOf?: (image: string) => string }>> = {
  posts: { className: 'h-[45px] w-20 rounded-lg' },
  stars: { className: 'size-[50px] rounded-lg', urlOf: (image) => image || performerPlaceholder },
  networks: { className: 'size-[50px] rounded-lg', urlOf: logoUrl },
  channels: { className: 'h-[45px] w-20 rounded-lg' },
};

interface Actions {
  busyId: string | undefined;
  onRestore: (record: DeletedRecord) => void;
}

const deletedColumns = (kind: DeletedKind, { busyId, onRestore }: Actions): Column<DeletedRecord>[] => {
  const picture = pictures[kind];
  return [
    {
      id: 'name',
      header: kind === 'posts' || kind === 'terabox' ? 'Title' : 'Name',
      phone: 'title',
      cell: (row) => (
        <div className="flex min-w-0 items-center gap-3.5">
          {picture &&
            (row.withheld ? (
              <WithheldPicture src={row.image} title={row.name} className={picture.className} />
            ) : (
              <Picture src={picture.urlOf?.(row.image) ?? row.image} alt="" className={picture.className} />
            ))}
          <div className="grid min-w-0 gap-0.5">
            <bdi className="font-medium [overflow-wrap:anywhere] max-md:line-clamp-1">{row.name}</bdi>
            {row.url !== '' && (
              <a
                href={row.url}
                target="_blank"
                rel="noopener noreferrer"
                className="max-w-[60ch] truncate text-[13px] text-muted hover:underline"
              >
                {row.url}
              </a>
            )}
          </div>
        </div>
      ),
    },
    categoryColumn(({ category }) => category),
    momentColumn('deletedAt', 'Deleted', 'detail'),
    actionsColumn((record) => (
      <RowButton label={`Restore ${record.name}`} disabled={busyId === record.id} onClick={() => onRestore(record)}>
        Restore
      </RowButton>
    )),
  ];
};

const pageSize = 20;
const emptyList = { records: [], pagination: noPages };

const names: Record<DeletedKind, [tab: string, plural: string]> = {
  posts: ['Posts', 'posts'],
  stars: ['Stars', 'stars'],
  networks: ['Networks', 'networks'],
  channels: ['Channels', 'channels'],
  terabox: ['TeraBox links', 'TeraBox links'],
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const kind = deletedKinds.find((known) => known === url.searchParams.get('kind')) ?? 'posts';
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  const list = await loadPage(url, loadDeleted(kind, query), emptyList, 'Failed to fetch data');
  return { kind, page, list };
};

export default function DeletedItems({ loaderData: { kind, page, list } }: Route.ComponentProps) {
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
        tabs={deletedKinds.map((deletedKind) => ({
          to: `/admin/deleted?kind=${deletedKind}`,
          active: deletedKind === kind,
          label: names[deletedKind][0],
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
      <Pages page={page} totalPages={pagination.totalPages} />
      {kind === 'posts' && <SelectionBar selection={selection} total={pagination.totalCount} kinds={['restore']} />}
    </>
  );
}
