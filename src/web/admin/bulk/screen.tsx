import { useLocation } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { isRunning } from '../kit/bulk/change-words.ts';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { pageOf, pageUrl } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import {
  type BulkChange,
  loadBulkChange,
  loadBulkChanges,
  loadSkippedPosts,
  stopBulkChange,
  undoBulkChange,
} from '../kit/records/bulk-change.ts';
import { noPages } from '../kit/records/record.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { useRefresh } from '../kit/screen/use-refresh.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { bulkChangeColumns } from './bulk-change-columns.tsx';
import { SkippedPosts } from './skipped-posts.tsx';

const limit = 20;
const refreshMs = 2000;

const loadLeftAlone = async (id: string, page: number) => {
  const [bulkChange, skipped] = await Promise.all([loadBulkChange(id), loadSkippedPosts(id, { page, limit })]);
  return { bulkChange, ...skipped };
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const shown = url.searchParams.get('change');
  const page = pageOf(url);
  if (shown) {
    const leftAlone = await loadWithFallback(loadLeftAlone(shown, page), undefined, 'There is no such bulk change.');
    return { page, leftAlone, list: undefined };
  }
  const nothing = { bulkChanges: [], pagination: noPages };
  const list = await loadPage(url, loadBulkChanges({ page, limit }), nothing, 'Failed to fetch bulk changes');
  return { page, leftAlone: undefined, list };
};

export default function BulkChanges({ loaderData: { page, leftAlone, list } }: Route.ComponentProps) {
  const location = useLocation();
  const { run, busy } = useSingleAction('That did not work.');
  const bulkChanges = list?.data.bulkChanges ?? [];
  useRefresh(bulkChanges.some(isRunning) ? refreshMs : undefined);

  const onStop = ({ id }: BulkChange) => void run(() => stopBulkChange(id));
  const onUndo = ({ id }: BulkChange) => void run(() => undoBulkChange(id));
  return (
    <>
      <ScreenHead title="Bulk changes" />
      <Problem message={leftAlone?.problem} />
      {leftAlone?.data && <SkippedPosts {...leftAlone.data} />}
      {list && (
        <>
          <p className="-mt-3 mb-5 max-w-[70ch] text-muted">
            Select posts in their list to change many at once. Each of these changes can be undone as a whole for 30
            days; posts that somebody has changed since are left alone.
          </p>
          <DataTable
            label="Bulk changes"
            columns={bulkChangeColumns({ busy, onStop, onUndo })}
            rows={bulkChanges}
            problem={list.problem}
            keyOf={({ id }) => id}
            empty={<Empty title="No bulk changes yet">Select posts in their list to change many at once.</Empty>}
          />
          <Pagination page={page} totalPages={list.data.pagination.totalPages} hrefOf={pageUrl(location)} />
        </>
      )}
    </>
  );
}
