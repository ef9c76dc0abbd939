import { posts as postCount } from '../kit/bulk/change-words.ts';
import { follow } from '../kit/bulk/followed-changes.ts';
import { selectColumn } from '../kit/bulk/select-column.tsx';
import { useSelection } from '../kit/bulk/use-selection.ts';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { type BulkChangeDraft, startBulkChange } from '../kit/records/bulk-change.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { type DeadPostActions, deadPostColumns } from './dead-post-columns.tsx';
import { type DeadPost, ignore, recheck } from './links-list.ts';
import { barButton, SelectionBar } from './selection-bar.tsx';

interface DeadPostsProps {
  label: string;
  posts: DeadPost[];
  problem: string | undefined;
}

const idsOf = (chosen: readonly { id: string }[]) => chosen.map(({ id }) => id);

/** Posts that cannot be watched anywhere: hidden, deleted, given another link, or kept. Hiding and deleting can be undone as a whole. */
export function DeadPosts({ label, posts, problem }: DeadPostsProps) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('That did not work.');
  const selection = useSelection({ pageIds: idsOf(posts), filter: undefined, total: posts.length });
  const chosen = posts.filter(({ id }) => selection.isSelected(id));
  const change = (of: readonly DeadPost[], draft: BulkChangeDraft) =>
    run(async () => {
      follow(await startBulkChange({ ids: idsOf(of) }, draft));
      selection.clear();
    });
  const actions: DeadPostActions = {
    onHide: (of) => void change(of, { kind: 'setState', state: 'draft' }),
    onDelete: async (of) => {
      const question = `Delete ${postCount(of.length)}?`;
      const details = 'They can be restored for 30 days.';
      if (await confirm({ question, details, confirmLabel: 'Delete' })) await change(of, { kind: 'delete' });
    },
    onRecheck: (of) =>
      void run(
        () => recheck({ posts: idsOf(of) }),
        ({ links }) => (links === 1 ? 'The link is checked next.' : `${links} links are checked next.`),
      ),
    onIgnore: (of) =>
      void run(
        async () => {
          await ignore({ posts: idsOf(of) });
          selection.clear();
        },
        `${postCount(of.length)} ${of.length === 1 ? 'counts as watchable, and its link is' : 'count as watchable, and their links are'} not checked any more.`,
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
        empty={<Empty title="Nothing to decide">Every post that visitors see has a link that may work.</Empty>}
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
