import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { NetworkRecord } from '#contract/networks.ts';
import { notify, notifyFailure } from '../kit/feedback/toasts.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { partnerColumns, submissionColumns } from './submission-columns.tsx';

interface SubmissionsProps {
  networks: NetworkRecord[];
  waiting: NetworkRecord[];
}

/** Websites that visitors submitted: those that wait for a decision, and those that were let in. */
export function Submissions({ networks, waiting }: SubmissionsProps) {
  const revalidator = useRevalidator();
  const [rejecting, setRejecting] = useState<NetworkRecord | null>(null);
  const approved = networks.filter(({ approvedAt, rejectedAt }) => approvedAt && !rejectedAt);

  const decide = async (decision: Promise<unknown>, done: string) => {
    try {
      await decision;
      notify(done);
    } catch (error) {
      console.warn(error);
      notifyFailure(failureMessage(error, 'The decision could not be saved.'));
    }
    await revalidator.revalidate();
  };
  const inputOf = ({ _id, version }: NetworkRecord) => ({ params: { id: _id }, body: { version } });

  return (
    <>
      <DataTable
        label="Submissions waiting"
        columns={submissionColumns({
          onApprove: (network) =>
            void decide(
              adminClient.approveSubmission(inputOf(network)),
              `${network.name} is approved: 5 free days have begun.`,
            ),
          onReject: setRejecting,
        })}
        rows={waiting.toReversed()}
        keyOf={({ _id }) => _id}
        empty={<Empty title="No submissions waiting">New ones arrive from the site’s network page.</Empty>}
      />
      {approved.length > 0 && (
        <>
          <h2 className="mt-9 mb-3">Approved submissions</h2>
          <DataTable
            label="Approved submissions"
            columns={partnerColumns({
              onPaid: (network) =>
                void decide(adminClient.markPaid(inputOf(network)), `${network.name} is marked as paid.`),
              onToggle: (network) => {
                const call = network.active ? adminClient.deactivateNetwork : adminClient.activateNetwork;
                void decide(call(inputOf(network)), `${network.name} is ${network.active ? 'hidden' : 'shown'} now.`);
              },
            })}
            rows={approved}
            keyOf={({ _id }) => _id}
            empty={null}
          />
        </>
      )}
      <RejectDialog
        network={rejecting}
        onClose={() => setRejecting(null)}
        onReject={async (network, reason) => {
          setRejecting(null);
          const { params, body } = inputOf(network);
          await decide(
            adminClient.rejectSubmission({ params, body: { ...body, reason } }),
            `${network.name} is rejected.`,
          );
        }}
      />
    </>
  );
}
