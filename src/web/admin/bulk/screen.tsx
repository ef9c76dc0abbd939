import { Link } from 'react-router';
import { plural } from '../../components/format.ts';
import {
  type BulkChange,
  loadBulkChange,
  loadBulkChanges,
  loadSkippedPosts,
  type SkippedPost,
  stopBulkChange,
  undoBulkChange,
} from '../kit/bulk/bulk-changes.ts';
import { changeTitle, isRunning, progressOf, progressText } from '../kit/bulk/change-words.ts';
import { partName } from '../kit/format.ts';
import { loadPage, Pages, pageOf } from '../kit/lists/pages.tsx';
import { noPages } from '../kit/records/record.ts';
import { Empty, Panel, Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, momentColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { useRefresh } from '../kit/use-refresh.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';

const tones = {
  running: 'accent',
  undoing: 'accent',
  finished: 'quiet',
  stopped: 'quiet',
  undone: 'quiet',
  failed: 'danger',
} as const;

interface Actions {
  busy: boolean;
  onStop: (bulkChange: BulkChange) => void;
  onUndo: (bulkChange: BulkChange) => void;
}

const bulkChangeColumns = ({ busy, onStop, onUndo }: Actions): Column<BulkChange>[] => [
  {
    id: 'change',
    header: 'Change',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => <span className="block [overflow-wrap:anywhere]">{changeTitle(row.change)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    phone: 'detail',
    cell: (row) => <Badge tone={tones[row.state]}>{row.state}</Badge>,
  },
  {
    id: 'progress',
    header: 'Posts',
    className: 'tabular-nums',
    phone: 'below',
    cell: (row) => (
      <div className="grid gap-1.5">
        <span>{progressText(row)}</span>
        {isRunning(row) && <progress className="progress" aria-label={changeTitle(row.change)} {...progressOf(row)} />}
        {row.skipped + row.notUndone > 0 && (
          <Link to={`?change=${row.id}`} className="font-medium text-accent">
            Show posts left alone
          </Link>
        )}
      </div>
    ),
  },
  { id: 'who', header: 'Who', phone: 'detail', cell: (row) => row.admin },
  momentColumn('startedAt', 'When', 'detail'),
  actionsColumn((bulkChange) => {
    const title = changeTitle(bulkChange.change);
    if (isRunning(bulkChange))
      return (
        <RowButton label={`Stop: ${title}`} disabled={busy} onClick={() => onStop(bulkChange)}>
          Stop
        </RowButton>
      );
    return bulkChange.isUndoable ? (
      <RowButton label={`Undo: ${title}`} disabled={busy} onClick={() => onUndo(bulkChange)}>
        Undo
      </RowButton>
    ) : null;
  }),
];

const reasons: Record<SkippedPost['reason'], string> = {
  changed: 'changed by someone since',
  full: 'already has the maximum',
  incomplete: 'was incomplete',
  refused: 'may not be listed; the audit log says why',
  gone: 'no longer exists',
};

const reasonOf = ({ isDeleted, reason, missing }: SkippedPost) => {
  if (isDeleted && reason === 'changed') return 'deleted since';
  if (reason !== 'incomplete' || missing.length === 0) return reasons[reason];
  return `has no ${missing.map(partName).join(', ')}`;
};

interface SkippedPostsProps {
  bulkChange: BulkChange;
  posts: SkippedPost[];
  pagination: { currentPage: number; totalPages: number; totalCount: number };
}

/** The posts that a bulk change or its undo left alone, with reasons. */
function SkippedPosts({ bulkChange, posts, pagination }: SkippedPostsProps) {
  return (
    <section aria-label="Posts left alone" className="mb-8">
      <Panel title={`${changeTitle(bulkChange.change)}: ${plural(pagination.totalCount, 'post')} left alone`}>
        <ul className="-mt-px">
          {posts.map((post) => (
            <li
              key={post.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line px-4.5 py-2.5 text-sm"
            >
              {post.isDeleted ? (
                <bdi>{post.titel ?? `Post ${post.id}`}</bdi>
              ) : (
                <Link to={`/admin/posts?edit=${post.id}`} className="text-accent underline underline-offset-3">
                  <bdi>{post.titel}</bdi>
                </Link>
              )}
              <span className="text-muted">{reasonOf(post)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Pages page={pagination.currentPage} totalPages={pagination.totalPages} />
    </section>
  );
}

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
  const { run, busy } = useSingleAction('That did not work. Please try again.');
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
            Select posts in a list to change many at once. Each bulk change can be undone for 30 days. Posts that
            someone has changed since are left alone.
          </p>
          <DataTable
            label="Bulk changes"
            columns={bulkChangeColumns({ busy, onStop, onUndo })}
            rows={bulkChanges}
            problem={list.problem}
            keyOf={({ id }) => id}
            empty={<Empty title="No bulk changes yet">Select posts in a list to change many at once.</Empty>}
          />
          <Pages page={page} totalPages={list.data.pagination.totalPages} />
        </>
      )}
    </>
  );
}
