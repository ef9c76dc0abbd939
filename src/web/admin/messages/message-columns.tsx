import { momentLabel } from '../kit/format/dates.ts';
import type { Message } from '../kit/records/message.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

const tones = { waiting: 'quiet', sent: 'quiet', failed: 'danger' } as const;

export const messageColumns = (onRetry: (message: Message) => void): Column<Message>[] => [
  {
    id: 'created',
    header: 'When',
    meta: { className: 'text-muted whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => momentLabel(row.original.createdAt),
  },
  {
    id: 'recipient',
    header: 'To',
    meta: { className: '[overflow-wrap:anywhere]', phone: 'detail' },
    cell: ({ row }) => row.original.recipient,
  },
  {
    id: 'subject',
    header: 'Subject',
    meta: { className: 'font-medium [overflow-wrap:anywhere]', phone: 'title' },
    cell: ({ row }) => row.original.subject,
  },
  {
    id: 'status',
    header: 'Status',
    meta: { phone: 'detail' },
    cell: ({ row: { original } }) => (
      <span className="grid justify-items-start gap-1 max-md:inline">
        <Badge tone={tones[original.status]}>{original.status}</Badge>
        {original.lastError && (
          <span className="text-[13px] [overflow-wrap:anywhere] text-muted max-md:hidden">{original.lastError}</span>
        )}
      </span>
    ),
  },
  actionsColumn(
    (message) =>
      message.status === 'failed' && (
        <RowButton label={`Send “${message.subject}” again`} onClick={() => onRetry(message)}>
          Send again
        </RowButton>
      ),
  ),
];
