import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useSite } from '../../components/use-site.ts';
import { notify, notifyFailure } from '../kit/feedback/toasts.tsx';
import { plural } from '../kit/format/plural.ts';
import type { Network } from '../kit/records/network.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { partnerColumns, submissionColumns } from './submission-columns.tsx';

interface SubmissionsProps {
  networks: Network[];
  waiting: Network[];
}

/** Websites that visitors submitted: those waiting for a decision, and those approved. */
export function Submissions({ networks, waiting }: SubmissionsProps) {
  const { settings } = useSite();
  const revalidator = useRevalidator();
  const [rejectingId, setRejectingId] = useState<string>();
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
  const inputOf = ({ id, version }: Network) => ({ params: { id }, body: { version } });

  return (
    <>
      <DataTable
        label="Submissions waiting"
        columns={submissionColumns({
          onApprove: (network) =>
            void decide(
              adminClient.approveSubmission(inputOf(network)),
              `${network.name} is approved. It is free for ${plural(settings.freeDays, 'day')}.`,
            ),
          onReject: ({ id }) => setRejectingId(id),
        })}
        rows={waiting.toReversed()}
        keyOf={({ id }) => id}
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
            keyOf={({ id }) => id}
            empty={null}
          />
        </>
      )}
      <RejectDialog
        network={networks.find(({ id }) => id === rejectingId) ?? null}
        onClose={() => setRejectingId(undefined)}
        onReject={async (network, reason) => {
          const { params, body } = inputOf(network);
          try {
            await adminClient.rejectSubmission({ params, body: { ...body, reason } });
            notify(`${network.name} is rejected.`);
          } finally {
            // Also after a conflict, so that the next attempt sends the current version.
            await revalidator.revalidate();
          }
        }}
      />
    </>
  );
}
