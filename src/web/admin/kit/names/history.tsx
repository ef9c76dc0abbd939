import { useSingleAction } from '../feedback/use-single-action.ts';
import { fullCount } from '../format/counts.ts';
import { momentLabel } from '../format/dates.ts';
import { type NameChange, undoNameChange } from '../records/name.ts';
import { Empty } from '../screen/empty.tsx';
import { actionsColumn, type Column } from '../table/columns.tsx';
import { DataTable } from '../table/data-table.tsx';
import { RowButton } from '../table/row-actions.tsx';
import { changeSentence } from './name-words.ts';

const stateOf = ({ isRunning, isUndone }: NameChange) => {
  if (isUndone) return ' (undone)';
  return isRunning ? ' (running)' : '';
};

/** What was done to tags or performers, with what can be undone. */
export function NameHistory({ changes, problem }: { changes: NameChange[]; problem: string | undefined }) {
  const { run: act, busy } = useSingleAction('That could not be undone.');
  const columns: Column<NameChange>[] = [
    {
      id: 'change',
      header: 'Change',
      meta: { className: 'font-medium [overflow-wrap:anywhere]', phone: 'title' },
      cell: ({ row }) => (
        <>
          {changeSentence(row.original)}
          <span className="text-muted">{stateOf(row.original)}</span>
        </>
      ),
    },
    {
      id: 'posts',
      header: 'Posts',
      meta: { className: 'tabular-nums', phone: 'detail', unit: 'posts' },
      cell: ({ row }) => (row.original.posts === null ? '–' : fullCount(row.original.posts)),
    },
    { id: 'admin', header: 'By', meta: { phone: 'detail' }, cell: ({ row }) => row.original.admin },
    { id: 'at', header: 'When', cell: ({ row }) => momentLabel(row.original.at) },
    actionsColumn((change) =>
      change.canBeUndone ? (
        <div className="flex justify-end" data-always>
          <RowButton
            label={`Undo: ${changeSentence(change)}`}
            disabled={busy}
            onClick={() => void act(() => undoNameChange(change.id), 'Undone.')}
          >
            Undo
          </RowButton>
        </div>
      ) : null,
    ),
  ];
  return (
    <DataTable
      label="History"
      columns={columns}
      rows={changes}
      problem={problem}
      keyOf={({ id }) => id}
      empty={<Empty title="Nothing was changed yet">Renamed, merged and deleted names appear here.</Empty>}
    />
  );
}
