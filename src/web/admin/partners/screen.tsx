import { isWaiting, loadPartners, partnerCalls } from '../kit/records/partner.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { PartnerFields, partnerDraft, partnerLabels } from './partner-fields.tsx';
import { PartnerList } from './partner-list.tsx';
import { Submissions } from './submissions.tsx';

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const { data: partners, problem } = await loadWithFallback(loadPartners(), [], 'Failed to fetch networks');
  return { partners, problem, tab: url.searchParams.get('tab') === 'submissions' ? 'submissions' : 'networks' };
};

export default function Partners({ loaderData: { partners, problem, tab: active } }: Route.ComponentProps) {
  const editor = useRecordEditor({
    calls: partnerCalls,
    noun: 'Network',
    deletedKind: 'networks',
    deleteQuestion: 'Are you sure you want to delete this network?',
  });
  const dialog = useRecordDialog(editor, ({ name }) => name);
  const waiting = partners.filter(isWaiting);
  const showsPartners = active === 'networks';
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
          { to: '/admin/networks', active: showsPartners, label: 'Networks' },
          {
            to: '/admin/networks?tab=submissions',
            active: !showsPartners,
            label: `Submissions waiting (${waiting.length})`,
          },
        ]}
      />
      {showsPartners ? (
        <PartnerList
          partners={partners}
          problem={problem}
          onEdit={dialog.open}
          onDelete={(partner) => void editor.remove(partner)}
        />
      ) : (
        <Submissions partners={partners} waiting={waiting} problem={problem} />
      )}
      <RecordDialog
        dialog={dialog}
        titles={{ add: 'Add New Network', edit: 'Edit Network' }}
        submits={{ add: 'Add Network', edit: 'Update Network' }}
        labels={partnerLabels}
        draftOf={partnerDraft}
      >
        {(partner) => <PartnerFields partner={partner} />}
      </RecordDialog>
    </>
  );
}
