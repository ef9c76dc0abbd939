import { loadNetworks, networkCalls } from '../kit/records/network.ts';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { loadOr } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { NetworkList } from './network-list.tsx';
import { Submissions } from './submissions.tsx';

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const { data: networks, problem } = await loadOr(loadNetworks(), [], 'Failed to fetch networks');
  return { networks, problem, tab: url.searchParams.get('tab') === 'submissions' ? 'submissions' : 'networks' };
};

export default function Networks({ loaderData: { networks, problem, tab: active } }: Route.ComponentProps) {
  const editor = useRecordEditor({
    calls: networkCalls,
    deleteQuestion: 'Are you sure you want to delete this network?',
  });
  const dialog = useRecordDialog(editor);
  const waiting = networks.filter(
    ({ submittedAt, approvedAt, rejectedAt }) => submittedAt && !approvedAt && !rejectedAt,
  );
  const showsNetworks = active === 'networks';
  return (
    <>
      <ScreenHead title="Manage Networks">
        <button type="button" className="btn btn-primary" onClick={() => dialog.open(null)}>
          Add New Network
        </button>
      </ScreenHead>
      <Tabs
        label="Networks and submissions"
        tabs={[
          { to: '/admin/networks', active: showsNetworks, label: 'Networks' },
          {
            to: '/admin/networks?tab=submissions',
            active: !showsNetworks,
            label: `Submissions waiting (${waiting.length})`,
          },
        ]}
      />
      <Problem message={problem} />
      {showsNetworks ? (
        <NetworkList networks={networks} dialog={dialog} onDelete={(network) => void editor.remove(network)} />
      ) : (
        <Submissions networks={networks} waiting={waiting} />
      )}
    </>
  );
}
