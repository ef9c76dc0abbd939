import { dayLabel } from '../kit/format/dates.ts';
import type { Network } from '../kit/records/network.ts';
import type { Column } from '../kit/table/columns.ts';
import { RowButton } from '../kit/table/row-actions.tsx';
import { descriptionColumn, logoColumn, nameColumn, urlColumn } from './network-columns.tsx';
import { NetworkStatus } from './network-status.tsx';

type Act = (network: Network) => void;

const plainName: Column<Network> = { ...nameColumn, cell: ({ row }) => row.original.name };

const submitter: Column<Network> = {
  id: 'email',
  header: 'Submitted by',
  meta: { className: 'text-muted' },
  cell: ({ row: { original } }) => (
    <span className="grid [overflow-wrap:anywhere] max-md:text-right">
      <span>{original.email}</span>
      <span className="text-[13px]">{dayLabel(original.submittedAt)}</span>
    </span>
  ),
};

const actions = (cell: Column<Network>['cell']): Column<Network> => ({
  id: 'actions',
  header: 'Actions',
  meta: { className: 'md:w-px text-right', cardHeading: true },
  ...(cell ? { cell } : {}),
});

export const submissionColumns = ({ onApprove, onReject }: { onApprove: Act; onReject: Act }) => [
  logoColumn,
  plainName,
  urlColumn,
  descriptionColumn,
  submitter,
  actions(({ row: { original } }) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`Approve ${original.name}`} onClick={() => onApprove(original)}>
        Approve
      </RowButton>
      <RowButton label={`Reject ${original.name}`} danger onClick={() => onReject(original)}>
        Reject
      </RowButton>
    </div>
  )),
];

export const partnerColumns = ({ onPaid, onToggle }: { onPaid: Act; onToggle: Act }) => [
  logoColumn,
  plainName,
  urlColumn,
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <NetworkStatus network={row.original} />,
  } satisfies Column<Network>,
  submitter,
  actions(({ row: { original } }) => (
    <div className="flex justify-end gap-2">
      {!original.paidAt && (
        <RowButton label={`Mark as paid: ${original.name}`} onClick={() => onPaid(original)}>
          Mark as paid
        </RowButton>
      )}
      <RowButton
        label={`${original.active ? 'Deactivate' : 'Activate'} ${original.name}`}
        onClick={() => onToggle(original)}
      >
        {original.active ? 'Deactivate' : 'Activate'}
      </RowButton>
    </div>
  )),
];
