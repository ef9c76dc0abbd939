import { useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import type { VideoRecord } from '#contract/videos.ts';
import { Pagination } from '../../components/pagination.tsx';
import { notify, notifyFailure } from '../feedback/toasts.tsx';
import { momentLabel } from '../format/dates.ts';
import { Empty } from '../lists/empty.tsx';
import { pageAddress, pageOf } from '../lists/list-address.ts';
import { Problem } from '../lists/problem.tsx';
import { ScreenHead } from '../lists/screen-head.tsx';
import { adminClient } from '../session/admin-client.ts';
import { failureMessage, loadOr } from '../session/failure.ts';
import { Badge } from '../table/badge.tsx';
import type { Column } from '../table/columns.ts';
import { DataTable } from '../table/data-table.tsx';
import { Picture } from '../table/picture.tsx';
import { RowButton } from '../table/row-actions.tsx';
import type { Route } from './+types/deleted-posts.ts';

type DeletedPost = VideoRecord & { deletedAt: string };

const pageSize = 16;
const nothing = { records: [], totalPages: 0, currentPage: 1, totalRecords: 0 };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const call = adminClient.getDeletedPosts({ query: { page, limit: pageSize } });
  return { page, list: await loadOr(call, nothing, 'Failed to fetch data') };
};

const columns = (busy: string | undefined, onRestore: (post: DeletedPost) => void): Column<DeletedPost>[] => [
  {
    id: 'image',
    header: 'Image',
    meta: { className: 'md:w-px', cardHeading: true },
    cell: ({ row: { original } }) => (
      <Picture
        src={original.imageUrl}
        alt={original.altKeywords || original.titel}
        className="h-[45px] w-20 rounded-lg max-md:aspect-video max-md:h-auto max-md:w-full"
      />
    ),
  },
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'font-medium', cardHeading: true },
    cell: ({ row }) => <span className="[overflow-wrap:anywhere]">{row.original.titel}</span>,
  },
  { id: 'category', header: 'Category', cell: ({ row }) => <Badge>{row.original.Category}</Badge> },
  { id: 'deleted', header: 'Deleted', cell: ({ row }) => momentLabel(row.original.deletedAt) },
  {
    id: 'actions',
    header: 'Actions',
    meta: { className: 'md:w-px text-right', cardHeading: true },
    cell: ({ row: { original } }) => (
      <RowButton
        label={`Restore ${original.titel}`}
        disabled={busy === original._id}
        onClick={() => onRestore(original)}
      >
        Restore
      </RowButton>
    ),
  },
];

export default function DeletedPosts({ loaderData: { page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const revalidator = useRevalidator();
  const [busy, setBusy] = useState<string>();

  const restore = async ({ _id, titel, version }: DeletedPost) => {
    setBusy(_id);
    try {
      await adminClient.restorePost({ params: { id: _id }, body: { version } });
      notify(`“${titel}” is restored.`);
    } catch (error) {
      console.warn(error);
      notifyFailure(failureMessage(error, 'The post could not be restored.'));
    }
    await revalidator.revalidate();
    setBusy(undefined);
  };

  return (
    <>
      <ScreenHead title="Deleted Posts" />
      <p className="-mt-3 mb-5 text-muted">A deleted post can be restored for 30 days.</p>
      <Problem message={list.problem} />
      <DataTable
        label="Deleted posts"
        columns={columns(busy, (post) => void restore(post))}
        rows={list.data.records}
        keyOf={({ _id }) => _id}
        empty={<Empty title="No deleted posts">What is deleted stands here for 30 days.</Empty>}
      />
      <Pagination page={page} totalPages={list.data.totalPages} addressOf={pageAddress(location)} />
    </>
  );
}
