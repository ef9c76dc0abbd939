import { Link } from 'react-router';
import { changeTitle, isRunning, progressOf, progressText } from '../kit/bulk/change-words.ts';
import { momentLabel } from '../kit/format/dates.ts';
import type { BulkChange } from '../kit/records/bulk-change.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

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

export const bulkChangeColumns = ({ busy, onStop, onUndo }: Actions): Column<BulkChange>[] => [
  {
    id: 'change',
    header: 'Change',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row: { original } }) => (
      <span className="block [overflow-wrap:anywhere]">{changeTitle(original.change)}</span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { phone: 'detail' },
    cell: ({ row }) => <Badge tone={tones[row.original.state]}>{row.original.state}</Badge>,
  },
  {
    id: 'progress',
    header: 'Posts',
    meta: { className: 'tabular-nums', phone: 'below' },
    cell: ({ row: { original } }) => (
      <div className="grid gap-1.5">
        <span>{progressText(original)}</span>
        {isRunning(original) && (
          <progress className="progress" aria-label={changeTitle(original.change)} {...progressOf(original)} />
        )}
        {original.skipped + original.notUndone > 0 && (
          <Link to={`?change=${original.id}`} className="font-medium text-accent">
            Show posts left alone
          </Link>
        )}
      </div>
    ),
  },
  { id: 'who', header: 'Who', meta: { phone: 'detail' }, cell: ({ row }) => row.original.admin },
  {
    id: 'when',
    header: 'When',
    meta: { className: 'md:whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => momentLabel(row.original.startedAt),
  },
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
