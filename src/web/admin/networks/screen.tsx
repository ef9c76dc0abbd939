import type { NetworkRecord } from '#contract/networks.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadOr } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import type { NetworkValues } from './network-fields.tsx';
import { NetworkList } from './network-list.tsx';
import { Submissions } from './submissions.tsx';

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const { data: networks, problem } = await loadOr(adminClient.getNetworks(), [], 'Failed to fetch networks');
  return { networks, problem, tab: url.searchParams.get('tab') === 'submissions' ? 'submissions' : 'networks' };
};

export default function Networks({ loaderData: { networks, problem, tab: active } }: Route.ComponentProps) {
  const editor = useRecordEditor<NetworkRecord, NetworkValues>({
    add: (body) => adminClient.addNetwork({ body }),
    update: ({ _id }, body) => adminClient.updateNetwork({ params: { id: _id }, body }),
    remove: ({ _id }) => adminClient.deleteNetwork({ params: { id: _id }, body: {} }),
    deleteQuestion: 'Are you sure you want to delete this network?',
  });
  const waiting = networks.filter(
    ({ submittedAt, approvedAt, rejectedAt }) => submittedAt && !approvedAt && !rejectedAt,
  );
  const inTab = active === 'networks';
  return (
    <>
      <ScreenHead title="Manage Networks">
        <button type="button" className="btn btn-primary" onClick={() => editor.show(null)}>
          Add New Network
        </button>
      </ScreenHead>
      <Tabs
        label="Networks and submissions"
        tabs={[
          { to: '/admin/networks', active: inTab, label: 'Networks' },
          { to: '/admin/networks?tab=submissions', active: !inTab, label: `Submissions waiting (${waiting.length})` },
        ]}
      />
      <Problem message={problem} />
      {inTab ? (
        <NetworkList networks={networks} editor={editor} />
      ) : (
        <Submissions networks={networks} waiting={waiting} />
      )}
    </>
  );
}
