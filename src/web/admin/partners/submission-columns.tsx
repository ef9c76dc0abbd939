import { dayLabel } from '../kit/format/dates.ts';
import type { Partner } from '../kit/records/partner.ts';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { descriptionColumn, logoColumn, nameColumn, urlColumn } from './partner-columns.tsx';
import { PartnerStatus } from './partner-status.tsx';

type Handler = (partner: Partner) => void;

export interface Decision {
  id: string;
  verb: 'approve' | 'paid' | 'toggle';
}

/** One decision at a time: while one is under way, the buttons wait, and its own says so. */
const stateOf = (underWay: Decision | undefined, { id }: Partner, verb: Decision['verb']) => ({
  disabled: underWay !== undefined,
  busy: underWay?.id === id && underWay.verb === verb,
});

interface SubmissionActions {
  underWay: Decision | undefined;
  onApprove: Handler;
  onReject: Handler;
}

interface ApprovedActions {
  underWay: Decision | undefined;
  onPaid: Handler;
  onToggle: Handler;
}

const plainName: Column<Partner> = {
  ...nameColumn,
  cell: ({ row }) => <bdi className="cell-text">{row.original.name}</bdi>,
};

const submitter: Column<Partner> = {
  id: 'email',
  header: 'Submitted by',
  meta: { className: 'text-muted', phone: 'detail' },
  cell: ({ row: { original } }) => (
    <span className="grid [overflow-wrap:anywhere] max-md:inline">
      <span>{original.email}</span>
      <span className="text-[13px] max-md:hidden">{dayLabel(original.submittedAt)}</span>
    </span>
  ),
};

export const submissionColumns = ({ underWay, onApprove, onReject }: SubmissionActions): Column<Partner>[] => [
  logoColumn,
  plainName,
  urlColumn,
  descriptionColumn,
  submitter,
  actionsColumn((partner) => (
    <div className="flex justify-end gap-2">
      <RowButton
        label={`Approve ${partner.name}`}
        {...stateOf(underWay, partner, 'approve')}
        onClick={() => onApprove(partner)}
      >
        Approve
      </RowButton>
      <RowButton
        label={`Reject ${partner.name}`}
        danger
        disabled={underWay !== undefined}
        onClick={() => onReject(partner)}
      >
        Reject
      </RowButton>
    </div>
  )),
];

export const approvedColumns = ({ underWay, onPaid, onToggle }: ApprovedActions): Column<Partner>[] => [
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
        <RowButton
          label={`Mark as paid: ${partner.name}`}
          {...stateOf(underWay, partner, 'paid')}
          onClick={() => onPaid(partner)}
        >
          Mark as paid
        </RowButton>
      )}
      <RowButton
        label={`${partner.active ? 'Deactivate' : 'Activate'} ${partner.name}`}
        {...stateOf(underWay, partner, 'toggle')}
        onClick={() => onToggle(partner)}
      >
        {partner.active ? 'Deactivate' : 'Activate'}
      </RowButton>
    </div>
  )),
];
