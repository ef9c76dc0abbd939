import { type SubmitEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '#contract/calls/api-error.ts';
import { limits } from '#contract/values/fields.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { DraftOffer } from '../kit/draft-offer.tsx';
import { useKeptDraft } from '../kit/drafts.ts';
import { dayLabel, fullCount } from '../kit/format.ts';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../kit/forms/form.tsx';
import type { Partner } from '../kit/records/partner.ts';
import { Empty, Problem } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { useMay } from '../kit/session/admin-session.ts';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { notify, notifyFailure } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { descriptionColumn, logoColumn, nameColumn, PartnerStatus, urlColumn } from './partner-columns.tsx';

interface RejectDialogProps {
  partner: Partner | null;
  onClose: () => void;
  onReject: (partner: Partner, reason: string) => Promise<void>;
}

/** Asks for the reason. Stays open, with the text, until the server has saved it. Must be keyed by the submission. */
function RejectDialog({ partner, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const kept = useKeptDraft<string>('rejection', partner, { offers: partner !== null });
  const { busy, problem, errors, submit } = useSubmit('The decision could not be saved.');

  const change = (text: string) => {
    setReason(text);
    if (text.trim() === '') kept.drop();
    else kept.keep(text);
  };
  const reject = (event: SubmitEvent) => {
    event.preventDefault();
    if (!partner) return;
    void submit(async () => {
      await onReject(partner, reason.trim());
      kept.drop();
      onClose();
    });
  };

  return (
    <FormDialog
      open={partner !== null}
      title="Reject submission"
      unsaved={reason.trim() !== '' && !busy}
      onDiscard={kept.drop}
      onClose={onClose}
    >
      <Problem message={problem} />
      <DraftOffer {...kept} onContinue={(draft) => setReason(kept.take(draft))} onDiscard={kept.refuse}>
        <Form errors={errors} className="flex flex-col gap-4" onSubmit={reject}>
          <TextAreaField
            label="Reason"
            name="reason"
            hint="Sent to the submitter by email."
            required
            maxLength={limits.partner.rejectReason}
            value={reason}
            onChange={(event) => change(event.target.value)}
          />
          <FormButtons submit="Reject" busy={busy || reason.trim() === ''} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}

type Handler = (partner: Partner) => void;

interface Decision {
  id: string;
  verb: 'approve' | 'paid' | 'toggle';
}

/** Only one decision at a time: meanwhile all buttons are disabled, and the one that was pressed is busy. */
const buttonState = (pending: Decision | undefined, { id }: Partner, verb: Decision['verb']) => ({
  disabled: pending !== undefined,
  busy: pending?.id === id && pending.verb === verb,
});

interface SubmissionActions {
  pending: Decision | undefined;
  onApprove: Handler;
  onReject: Handler;
}

interface ApprovedActions {
  pending: Decision | undefined;
  /** Left out for roles that don't decide what was paid. */
  onPaid: Handler | undefined;
  onToggle: Handler;
}

const plainName: Column<Partner> = {
  ...nameColumn,
  cell: (row) => <bdi className="cell-text">{row.name}</bdi>,
};

const submitter: Column<Partner> = {
  id: 'email',
  header: 'Submitted by',
  className: 'text-muted',
  phone: 'detail',
  cell: (row) => (
    <span className="grid [overflow-wrap:anywhere] max-md:inline">
      <span>{row.email}</span>
      <span className="text-[13px] max-md:hidden">{dayLabel(row.submittedAt)}</span>
    </span>
  ),
};

const submissionColumns = ({ pending, onApprove, onReject }: SubmissionActions): Column<Partner>[] => [
  logoColumn,
  plainName,
  urlColumn,
  descriptionColumn,
  submitter,
  actionsColumn((partner) => (
    <div className="flex justify-end gap-2">
      <RowButton
        label={`Approve ${partner.name}`}
        {...buttonState(pending, partner, 'approve')}
        onClick={() => onApprove(partner)}
      >
        Approve
      </RowButton>
      <RowButton
        label={`Reject ${partner.name}`}
        danger
        disabled={pending !== undefined}
        onClick={() => onReject(partner)}
      >
        Reject
      </RowButton>
    </div>
  )),
];

const approvedColumns = ({ pending, onPaid, onToggle }: ApprovedActions): Column<Partner>[] => [
  logoColumn,
  plainName,
  urlColumn,
  {
    id: 'status',
    header: 'Status',
    phone: 'detail',
    cell: (row) => <PartnerStatus partner={row} />,
  },
  submitter,
  actionsColumn((partner) => (
    <div className="flex justify-end gap-2">
      {onPaid && !partner.paidAt && (
        <RowButton
          label={`Mark as paid: ${partner.name}`}
          {...buttonState(pending, partner, 'paid')}
          onClick={() => onPaid(partner)}
        >
          Mark as paid
        </RowButton>
      )}
      <RowButton
        label={`${partner.active ? 'Deactivate' : 'Activate'} ${partner.name}`}
        {...buttonState(pending, partner, 'toggle')}
        onClick={() => onToggle(partner)}
      >
        {partner.active ? 'Deactivate' : 'Activate'}
      </RowButton>
    </div>
  )),
];

interface SubmissionsProps {
  approved: Partner[];
  /** The oldest ones. */
  waiting: Partner[];
  waitingCount: number;
  problem: string | undefined;
}

export function Submissions({ approved, waiting, waitingCount, problem }: SubmissionsProps) {
  const mayMarkPaid = useMay('partners');
  const revalidator = useRevalidator();
  const { run, busy } = useSingleAction('The decision could not be saved.');
  const [decision, setDecision] = useState<Decision>();
  const decide = <T,>(next: Decision, start: () => Promise<T>, message: string | ((result: T) => string)) => {
    setDecision(next);
    void run(start, message);
  };
  const pending = busy ? decision : undefined;
  const [rejecting, setRejecting] = useState<Partner>();

  const inputOf = ({ id, version }: Partner) => ({ params: { id }, body: { version } });

  return (
    <>
      <DataTable
        label="Submissions waiting"
        columns={submissionColumns({
          pending,
          onApprove: (partner) =>
            decide(
              { id: partner.id, verb: 'approve' },
              () => adminClient.approveSubmission(inputOf(partner)),
              ({ network }) => `${partner.name} approved. It is free until ${dayLabel(network.freeUntil)}.`,
            ),
          onReject: setRejecting,
        })}
        rows={waiting}
        problem={problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No submissions waiting">Websites submitted on the site’s network page appear here.</Empty>}
      />
      {waitingCount > waiting.length && (
        <p className="mt-3 text-sm text-muted">
          The oldest {fullCount(waiting.length)} of {fullCount(waitingCount)} are shown. The next appear once you
          decide.
        </p>
      )}
      {approved.length > 0 && (
        <>
          <h2 className="mt-9 mb-3">Approved submissions</h2>
          <DataTable
            label="Approved submissions"
            columns={approvedColumns({
              pending,
              onPaid: mayMarkPaid
                ? (partner) =>
                    decide(
                      { id: partner.id, verb: 'paid' },
                      () => adminClient.markPaid(inputOf(partner)),
                      `${partner.name} marked as paid.`,
                    )
                : undefined,
              onToggle: (partner) => {
                const call = partner.active ? adminClient.deactivateNetwork : adminClient.activateNetwork;
                decide(
                  { id: partner.id, verb: 'toggle' },
                  () => call(inputOf(partner)),
                  `${partner.name} is now ${partner.active ? 'hidden' : 'shown'}.`,
                );
              },
            })}
            rows={approved}
            keyOf={({ id }) => id}
            empty={null}
          />
        </>
      )}
      <RejectDialog
        key={rejecting?.id}
        // The latest version, or the last known one when a reload fails.
        partner={waiting.find(({ id }) => id === rejecting?.id) ?? rejecting ?? null}
        onClose={() => setRejecting((partner) => (partner === rejecting ? undefined : partner))}
        onReject={async (partner, reason) => {
          const { params, body } = inputOf(partner);
          try {
            await adminClient.rejectSubmission({ params, body: { ...body, reason } });
            notify(`${partner.name} rejected.`);
          } catch (error) {
            if (!(error instanceof ApiError && error.status === 404)) throw error;
            notifyFailure(`The submission “${partner.name}” no longer exists.`);
          } finally {
            // Reload even after a conflict, so that a retry sends the current version.
            await revalidator.revalidate();
          }
        }}
      />
    </>
  );
}
