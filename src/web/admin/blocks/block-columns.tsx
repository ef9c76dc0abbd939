import { momentLabel } from '../kit/format/dates.ts';
import type { Block } from '../kit/records/block.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { isMoving, kindLabels, progressText, stateLabels } from './block-words.ts';

const tones = { hiding: 'accent', in_force: 'danger', restoring: 'accent', lifted: 'quiet' } as const;

interface Actions {
  busy: boolean;
  onLift: (block: Block) => void;
}

export const blockColumns = ({ busy, onLift }: Actions): Column<Block>[] => [
  {
    id: 'name',
    header: 'Blocked',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => <bdi className="block min-w-32 [overflow-wrap:anywhere]">{row.original.name}</bdi>,
  },
  {
    id: 'kind',
    header: 'Kind',
    meta: { className: 'md:whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => kindLabels[row.original.kind],
  },
  {
    id: 'state',
    header: 'State',
    meta: { className: 'md:whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => <Badge tone={tones[row.original.state]}>{stateLabels[row.original.state]}</Badge>,
  },
  {
    id: 'posts',
    header: 'Posts',
    meta: { className: 'tabular-nums md:whitespace-nowrap', phone: 'below' },
    cell: ({ row: { original } }) => (
      <div className="grid gap-1.5">
        <span>{progressText(original)}</span>
        {isMoving(original) && (
          <progress
            className="progress"
            aria-label={`${original.name}: ${stateLabels[original.state]}`}
            max={Math.max(original.posts, original.held, 1)}
            value={
              original.state === 'hiding' ? original.held : Math.max(original.posts, original.held) - original.held
            }
          />
        )}
      </div>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    meta: { className: 'text-muted' },
    cell: ({ row: { original } }) => (
      <span className="block min-w-32 [overflow-wrap:anywhere]">
        <bdi className="line-clamp-3" title={original.reason}>
          {original.reason}
        </bdi>
        {original.caseNumber && <span className="block text-[13px]">Case {original.caseNumber}</span>}
      </span>
    ),
  },
  { id: 'who', header: 'Who', meta: { className: 'md:whitespace-nowrap' }, cell: ({ row }) => row.original.createdBy },
  {
    id: 'when',
    header: 'When',
    meta: { className: 'md:whitespace-nowrap' },
    cell: ({ row }) => momentLabel(row.original.createdAt),
  },
  actionsColumn((block) =>
    block.liftedAt === null ? (
      <RowButton label={`Lift the block of ${block.name}`} disabled={busy} onClick={() => onLift(block)}>
        Lift
      </RowButton>
    ) : null,
  ),
];
