import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { notify, notifyFailure } from '../kit/feedback/toasts.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { fullCount } from '../kit/format/counts.ts';
import { dayLabel } from '../kit/format/dates.ts';
import type { Partner } from '../kit/records/partner.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { approvedColumns, type Decision, submissionColumns } from './submission-columns.tsx';

interface SubmissionsProps {
  approved: Partner[];
  /** Those that wait longest. */
  waiting: Partner[];
  waitingCount: number;
  problem: string | undefined;
}

/** Websites that visitors submitted: those waiting for a decision, and those approved. */
export function Submissions({ approved, waiting, waitingCount, problem }: SubmissionsProps) {
  const revalidator = useRevalidator();
  const { run, busy } = useSingleAction('The decision could not be saved.');
  const [decision, setDecision] = useState<Decision>();
  const decide = <T,>(made: Decision, start: () => Promise<T>, message: string | ((result: T) => string)) => {
    setDecision(made);
    void run(start, message);
  };
  const underWay = busy ? decision : undefined;
  const [rejecting, setRejecting] = useState<Partner>();

  const inputOf = ({ id, version }: Partner) => ({ params: { id }, body: { version } });

  return (
    <>
      <DataTable
        label="Submissions waiting"
        columns={submissionColumns({
          underWay,
          onApprove: (partner) =>
            decide(
              { id: partner.id, verb: 'approve' },
              () => adminClient.approveSubmission(inputOf(partner)),
              ({ network }) => `${partner.name} is approved. It is free until ${dayLabel(network.freeUntil)}.`,
            ),
          onReject: setRejecting,
        })}
        rows={waiting}
        problem={problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No submissions waiting">New ones arrive from the site’s network page.</Empty>}
      />
      {waitingCount > waiting.length && (
        <p className="mt-3 text-sm text-muted">
          Shows the {fullCount(waiting.length)} that wait longest of {fullCount(waitingCount)}. The next follow once you
          decide.
        </p>
      )}
      {approved.length > 0 && (
        <>
          <h2 className="mt-9 mb-3">Approved submissions</h2>
          <DataTable
            label="Approved submissions"
            columns={approvedColumns({
              underWay,
              onPaid: (partner) =>
                decide(
                  { id: partner.id, verb: 'paid' },
                  () => adminClient.markPaid(inputOf(partner)),
                  `${partner.name} is marked as paid.`,
                ),
              onToggle: (partner) => {
                const call = partner.active ? adminClient.deactivateNetwork : adminClient.activateNetwork;
                decide(
                  { id: partner.id, verb: 'toggle' },
                  () => call(inputOf(partner)),
                  `${partner.name} is ${partner.active ? 'hidden' : 'shown'} now.`,
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
        // As loaded last; also while the list cannot be loaded.
        partner={waiting.find(({ id }) => id === rejecting?.id) ?? rejecting ?? null}
        onClose={() => setRejecting((partner) => (partner === rejecting ? undefined : partner))}
        onReject={async (partner, reason) => {
          const { params, body } = inputOf(partner);
          try {
            await adminClient.rejectSubmission({ params, body: { ...body, reason } });
            notify(`${partner.name} is rejected.`);
          } catch (error) {
            if (!(error instanceof ApiError && error.status === 404)) throw error;
            notifyFailure(`The submission “${partner.name}” no longer exists.`);
          } finally {
            // Also after a conflict, so that the next attempt sends the current version.
            await revalidator.revalidate();
          }
        }}
      />
    </>
  );
}
