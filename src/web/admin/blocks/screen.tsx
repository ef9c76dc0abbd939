import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { plural } from '../../components/format.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, Pages, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { noPages } from '../kit/records/record.ts';
import { AddButton, Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, momentColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { notify } from '../kit/toasts.tsx';
import { useRefresh } from '../kit/use-refresh.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';
import { BlockDialog } from './block-dialog.tsx';
import { type Block, isInProgress, kindLabels, liftBlock, loadBlocks, progressText, stateLabels } from './blocks.ts';

const tones = { hiding: 'accent', in_force: 'danger', restoring: 'accent', lifted: 'quiet' } as const;

interface Actions {
  busy: boolean;
  onLift: (block: Block) => void;
}

const blockColumns = ({ busy, onLift }: Actions): Column<Block>[] => [
  {
    id: 'name',
    header: 'Blocked',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => <bdi className="block min-w-32 [overflow-wrap:anywhere]">{row.name}</bdi>,
  },
  {
    id: 'kind',
    header: 'Kind',
    className: 'md:whitespace-nowrap',
    phone: 'detail',
    cell: (row) => kindLabels[row.kind],
  },
  {
    id: 'state',
    header: 'State',
    className: 'md:whitespace-nowrap',
    phone: 'detail',
    cell: (row) => <Badge tone={tones[row.state]}>{stateLabels[row.state]}</Badge>,
  },
  {
    id: 'posts',
    header: 'Posts',
    className: 'tabular-nums md:whitespace-nowrap',
    phone: 'below',
    cell: (row) => (
      <div className="grid gap-1.5">
        <span>{progressText(row)}</span>
        {isInProgress(row) && (
          <progress
            className="progress"
            aria-label={`${row.name}: ${stateLabels[row.state]}`}
            max={Math.max(row.posts, row.held, 1)}
            value={row.state === 'hiding' ? row.held : Math.max(row.posts, row.held) - row.held}
          />
        )}
      </div>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    className: 'text-muted',
    cell: (row) => (
      <span className="block min-w-32 [overflow-wrap:anywhere]">
        <bdi className="line-clamp-3" title={row.reason}>
          {row.reason}
        </bdi>
        {row.caseNumber && <span className="block text-[13px]">Case {row.caseNumber}</span>}
      </span>
    ),
  },
  { id: 'who', header: 'Who', className: 'md:whitespace-nowrap', cell: (row) => row.createdBy },
  momentColumn('createdAt', 'When'),
  actionsColumn((block) =>
    block.liftedAt === null ? (
      <RowButton label={`Lift the block of ${block.name}`} disabled={busy} onClick={() => onLift(block)}>
        Lift
      </RowButton>
    ) : null,
  ),
];

const limit = 20;
const refreshMs = 2000;
const emptyList = { blocks: [], pagination: noPages };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { search: searchOf(url), page, limit };
  return { page, list: await loadPage(url, loadBlocks(query), emptyList, 'Failed to fetch blocks') };
};

export default function Blocks({ loaderData: { page, list } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The block could not be lifted.');
  const [isAdding, setAdding] = useState(false);
  const { blocks, pagination } = list.data;
  useRefresh(blocks.some(isInProgress) ? refreshMs : undefined);

  const lift = async (block: Block) => {
    const isConfirmed = await confirm({
      question: `Lift the block of “${block.name}”?`,
      details: `${plural(block.held, 'post')} will be restored, unless something else hides them.`,
      confirmLabel: 'Lift',
    });
    if (isConfirmed) await run(() => liftBlock(block), `Block of “${block.name}” lifted.`);
  };

  return (
    <>
      <ScreenHead title="Blocks">
        <SearchField label="Search blocks" />
        <AddButton onClick={() => setAdding(true)}>Add block</AddButton>
      </ScreenHead>
      <p className="-mt-3 mb-5 max-w-[70ch] text-muted">
        Blocking a site, star or network hides all its posts. Nothing that belongs to it can be listed until the block
        is lifted.
      </p>
      <DataTable
        label="Blocks"
        columns={blockColumns({ busy, onLift: (block) => void lift(block) })}
        rows={blocks}
        problem={list.problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No blocks">Block a site, a star who asked to be delisted, or a network.</Empty>}
      />
      <Pages page={page} totalPages={pagination.totalPages} />
      {isAdding && (
        <BlockDialog
          onClose={() => setAdding(false)}
          onAdded={({ name }) => {
            setAdding(false);
            notify(`“${name}” blocked.`);
            void revalidate();
          }}
        />
      )}
    </>
  );
}
