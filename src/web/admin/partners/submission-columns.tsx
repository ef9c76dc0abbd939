import { dayLabel } from '../kit/format/dates.ts';
import type { Partner } from '../kit/records/partner.ts';
import type { Column } from '../kit/table/columns.ts';
import { RowButton } from '../kit/table/row-actions.tsx';
import { descriptionColumn, logoColumn, nameColumn, urlColumn } from './partner-columns.tsx';
import { PartnerStatus } from './partner-status.tsx';

type Handler = (partner: Partner) => void;

const plainName: Column<Partner> = { ...nameColumn, cell: ({ row }) => row.original.name };

const submitter: Column<Partner> = {
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

const actions = (cell: NonNullable<Column<Partner>['cell']>): Column<Partner> => ({
  id: 'actions',
  header: 'Actions',
  meta: { className: 'md:w-px text-right', cardHeading: true },
  cell,
});

export const submissionColumns = ({ onApprove, onReject }: { onApprove: Handler; onReject: Handler }) => [
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

export const approvedColumns = ({ onPaid, onToggle }: { onPaid: Handler; onToggle: Handler }) => [
  logoColumn,
  plainName,
  urlColumn,
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <PartnerStatus partner={row.original} />,
  } satisfies Column<Partner>,
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
