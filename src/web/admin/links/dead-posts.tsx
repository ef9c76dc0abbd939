import { plural } from '../../components/format.ts';
import { type BulkChangeDraft, follow, startBulkChange } from '../kit/bulk/bulk-changes.ts';
import { posts as postCount } from '../kit/bulk/change-words.ts';
import { selectColumn, useSelection } from '../kit/bulk/selection.tsx';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { dayLabel, fullCount } from '../kit/format.ts';
import { Empty } from '../kit/screen-parts.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { PostPicture } from '../kit/table/post-cells.tsx';
import { RowButton, RowLink } from '../kit/table/row-actions.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { type DeadPost, ignore, recheck } from './links-list.ts';
import { barButton, SelectionBar } from './selection-bar.tsx';

/** Rechecking and ignoring are only offered for a selection, because a row has room for three buttons. */
interface DeadPostActions {
  onHide: (posts: DeadPost[]) => void;
  onDelete: (posts: DeadPost[]) => void;
  onRecheck: (posts: DeadPost[]) => void;
  onIgnore: (posts: DeadPost[]) => void;
}

const deadPostColumns = (actions: DeadPostActions): Column<DeadPost>[] => [
  {
    id: 'picture',
    header: <span className="sr-only">Image</span>,
    className: 'md:w-px',
    phone: 'picture',
    cell: (row) => <PostPicture post={{ ...row, title: row.titel }} />,
  },
  {
    id: 'title',
    header: 'Title',
    className: 'w-full',
    phone: 'title',
    cell: (row) => (
      <div className="grid min-w-0 gap-0.5">
        <bdi className="font-medium [overflow-wrap:anywhere]">{row.titel}</bdi>
        {/* Not a link, because it is dead. */}
        <bdi className="line-clamp-1 text-[13px] text-muted [overflow-wrap:anywhere]">{row.link}</bdi>
      </div>
    ),
  },
  {
    id: 'links',
    header: 'Links',
    className: 'whitespace-nowrap',
    cell: (row) => (row.links > 1 ? `All ${row.links} dead` : plural(1, 'link')),
  },
  {
    id: 'since',
    header: 'Dead since',
    className: 'whitespace-nowrap',
    phone: 'detail',
    cell: (row) => (row.deadSince ? dayLabel(row.deadSince) : <span data-unknown>N/A</span>),
  },
  {
    id: 'views',
    header: 'Views',
    className: 'text-right tabular-nums',
    phone: 'detail',
    unit: 'views',
    cell: (row) => fullCount(row.views),
  },
  actionsColumn((post) => (
    <div className="flex justify-end gap-2">
      <RowLink label={`Replace link of ${post.titel}`} to={`/admin/posts?edit=${post.id}`}>
        Replace link
      </RowLink>
      <RowButton label={`Hide ${post.titel}`} onClick={() => actions.onHide([post])}>
        Hide
      </RowButton>
      <RowButton label={`Delete ${post.titel}`} danger onClick={() => actions.onDelete([post])}>
        Delete
      </RowButton>
    </div>
  )),
];

interface DeadPostsProps {
  label: string;
  posts: DeadPost[];
  problem: string | undefined;
}

const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id);

/** Posts without a working link. Hiding and deleting are bulk changes, so they can be undone as a whole. */
export function DeadPosts({ label, posts, problem }: DeadPostsProps) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('That did not work. Please try again.');
  const selection = useSelection({ pageIds: idsOf(posts), filter: undefined, total: posts.length });
  const chosen = posts.filter(({ id }) => selection.isSelected(id));
  const change = (targets: readonly DeadPost[], draft: BulkChangeDraft) =>
    run(async () => {
      follow(await startBulkChange({ ids: idsOf(targets) }, draft));
      selection.clear();
    });
  const actions: DeadPostActions = {
    onHide: (targets) => void change(targets, { kind: 'setState', state: 'draft' }),
    onDelete: async (targets) => {
      const question = `Delete ${postCount(targets.length)}?`;
      const details = 'They can be restored for 30 days.';
      if (await confirm({ question, details, confirmLabel: 'Delete' })) await change(targets, { kind: 'delete' });
    },
    onRecheck: (targets) =>
      void run(
        () => recheck({ posts: idsOf(targets) }),
        ({ links }) => `${plural(links, 'link is', 'links are')} queued for a check.`,
      ),
    onIgnore: (targets) =>
      void run(
        async () => {
          await ignore({ posts: idsOf(targets) });
          selection.clear();
        },
        `${postCount(targets.length)} ${targets.length === 1 ? 'counts as working, and its link is' : 'count as working, and their links are'} no longer checked.`,
      ),
  };
  return (
    <>
      <DataTable
        label={label}
        columns={[
          selectColumn<DeadPost>({ selection, idOf: ({ id }) => id, nameOf: ({ titel }) => titel }),
          ...deadPostColumns(actions),
        ]}
        rows={posts}
        problem={problem}
        keyOf={({ id }) => id}
        empty={<Empty title="Nothing to decide">Every public post has a link that may work.</Empty>}
      />
      {chosen.length > 0 && (
        <SelectionBar count={postCount(chosen.length)} onClear={selection.clear}>
          <button type="button" className={barButton} disabled={busy} onClick={() => actions.onHide(chosen)}>
            Hide
          </button>
          <button type="button" className={barButton} disabled={busy} onClick={() => actions.onRecheck(chosen)}>
            Recheck
          </button>
          <button type="button" className={barButton} disabled={busy} onClick={() => actions.onIgnore(chosen)}>
            Ignore
          </button>
          <button
            type="button"
            className={`${barButton} border-danger/40 text-danger`}
            disabled={busy}
            onClick={() => actions.onDelete(chosen)}
          >
            Delete
          </button>
        </SelectionBar>
      )}
    </>
  );
}
