import { useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import type { DeletedRecord } from '#contract/deleted.ts';
import { type DeletedKind, deletedKinds } from '#contract/values/deleted-kinds.ts';
import { Pagination } from '../../components/pagination.tsx';
import { notify, notifyFailure } from '../kit/feedback/toasts.tsx';
import { pageOf, pageUrl } from '../kit/lists/list-url.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage, loadOr } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { deletedColumns } from './deleted-columns.tsx';

const pageSize = 20;
const nothing = { success: true as const, records: [], pagination: { currentPage: 1, totalPages: 0, totalCount: 0 } };

const words: Record<DeletedKind, [tab: string, plural: string]> = {
  posts: ['Posts', 'posts'],
  stars: ['Stars', 'stars'],
  networks: ['Networks', 'networks'],
  channels: ['Channels', 'channels'],
  terabox: ['TeraBox Links', 'TeraBox links'],
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const kind = deletedKinds.find((each) => each === url.searchParams.get('kind')) ?? 'posts';
  const page = pageOf(url);
  const call = adminClient.getDeleted({ params: { kind }, query: { page, limit: pageSize } });
  return { kind, page, list: await loadOr(call, nothing, 'Failed to fetch data') };
};

export default function Deleted({ loaderData: { kind, page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const revalidator = useRevalidator();
  const [busy, setBusy] = useState<string>();

  const restore = async ({ _id, name, version }: DeletedRecord) => {
    setBusy(_id);
    try {
      await adminClient.restoreDeleted({ params: { kind, id: _id }, body: { version } });
      notify(`“${name}” is restored.`);
    } catch (error) {
      console.warn(error);
      notifyFailure(failureMessage(error, 'This could not be restored.'));
    }
    await revalidator.revalidate();
    setBusy(undefined);
  };

  const plural = words[kind][1];
  return (
    <>
      <ScreenHead title="Deleted" />
      <p className="-mt-3 mb-5 text-muted">What is deleted can be restored for 30 days.</p>
      <Tabs
        label="What was deleted"
        tabs={deletedKinds.map((each) => ({
          to: `/admin/deleted?kind=${each}`,
          active: each === kind,
          label: words[each][0],
        }))}
      />
      <Problem message={list.problem} />
      <DataTable
        label={`Deleted ${plural}`}
        columns={deletedColumns(kind, { busy, onRestore: (record) => void restore(record) })}
        rows={list.data.records}
        keyOf={({ _id }) => _id}
        empty={<Empty title={`No deleted ${plural}`}>What is deleted stands here for 30 days.</Empty>}
      />
      <Pagination page={page} totalPages={list.data.pagination.totalPages} hrefOf={pageUrl(location)} />
    </>
  );
}
