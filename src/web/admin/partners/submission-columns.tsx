import { dayLabel } from '../kit/format/dates.ts';
import type { Partner } from '../kit/records/partner.ts';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { descriptionColumn, logoColumn, nameColumn, urlColumn } from './partner-columns.tsx';
import { PartnerStatus } from './partner-status.tsx';

type Handler = (partner: Partner) => void;

const plainName: Column<Partner> = {
  ...nameColumn,
  cell: ({ row }) => <bdi className="cell-text">{row.original.name}</bdi>,
};

const submitter: Column<Partner> = {
  id: 'email',
  header: 'Submitted by',
  meta: { className: 'text-muted', phone: 'detail' },
  cell: ({ row: { original } }) => (
    <span className="grid [overflow-wrap:anywhere] max-md:block max-md:truncate">
      <span>{original.email}</span>
      <span className="text-[13px]">{dayLabel(original.submittedAt)}</span>
    </span>
  ),
};

export const submissionColumns = ({
  onApprove,
  onReject,
}: {
  onApprove: Handler;
  onReject: Handler;
}): Column<Partner>[] => [
  logoColumn,
  plainName,
  urlColumn,
  descriptionColumn,
  submitter,
  actionsColumn((partner) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`Approve ${partner.name}`} onClick={() => onApprove(partner)}>
        Approve
      </RowButton>
      <RowButton label={`Reject ${partner.name}`} danger onClick={() => onReject(partner)}>
        Reject
      </RowButton>
    </div>
  )),
];

export const approvedColumns = ({ onPaid, onToggle }: { onPaid: Handler; onToggle: Handler }): Column<Partner>[] => [
  logoColumn,
  plainName,
  urlColumn,
  {
    id: 'status',
    header: 'Status',
    meta: { phone: 'detail' },
    cell: ({ row }) => <PartnerStatus partner={row.original} />,
  },
  submitter,
  actionsColumn((partner) => (
    <div className="flex justify-end gap-2">
      {!partner.paidAt && (
        <RowButton label={`Mark as paid: ${partner.name}`} onClick={() => onPaid(partner)}>
          Mark as paid
        </RowButton>
      )}
      <RowButton
        label={`${partner.active ? 'Deactivate' : 'Activate'} ${partner.name}`}
        onClick={() => onToggle(partner)}
      >
        {partner.active ? 'Deactivate' : 'Activate'}
      </RowButton>
    </div>
  )),
];
