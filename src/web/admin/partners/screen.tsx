import { useLocation } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { countedTitle } from '../kit/format/counts.ts';
import { ExportMenu } from '../kit/lists/export-menu.tsx';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { loadPartners, partnerCalls } from '../kit/records/partner.ts';
import { noPages } from '../kit/records/record.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useAddFromUrl } from '../kit/records/use-add-from-url.ts';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton } from '../kit/screen/add-button.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import type { Route } from './+types/screen.ts';
import { PartnerFields, partnerDraft, partnerLabels } from './partner-fields.tsx';
import { PartnerList } from './partner-list.tsx';
import { Submissions } from './submissions.tsx';

const pageSize = 20;
/** Those that wait longest. Deciding on them makes room for the next. */
const maxWaiting = 50;
const nothing = { partners: [], pagination: noPages, waiting: [], waitingCount: 0 };

const loadLists = async (tab: 'networks' | 'submissions', page: number, search: string) => {
  const ofSubmissions = tab === 'submissions';
  const [list, waiting] = await Promise.all([
    loadPartners({ page, limit: pageSize, search, ...(ofSubmissions ? { state: 'approved' } : {}) }),
    loadPartners({ page: 1, limit: maxWaiting, search: ofSubmissions ? search : '', state: 'waiting' }),
  ]);
  return { ...list, waiting: waiting.partners, waitingCount: waiting.pagination.totalCount };
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = url.searchParams.get('tab') === 'submissions' ? 'submissions' : 'networks';
  const page = pageOf(url);
  const list = await loadPage(url, loadLists(tab, page, searchOf(url)), nothing, 'Failed to fetch networks');
  return { tab, page, search: searchOf(url), list };
};

export default function Partners({ loaderData: { tab, page, search, list } }: Route.ComponentProps) {
  const { partners, pagination, waiting, waitingCount } = list.data;
  const location = useLocation();
  const editor = useRecordEditor({
    calls: partnerCalls,
    noun: 'Network',
    deletedKind: 'networks',
    deleteQuestion: 'Are you sure you want to delete this network?',
  });
  const dialog = useRecordDialog(editor, ({ name }) => name);
  useAddFromUrl(() => dialog.open(null));
  const showsPartners = tab === 'networks';
  return (
    <>
      <ScreenHead title="Manage Networks">
        <SearchField label={showsPartners ? 'Search networks' : 'Search submissions'} />
        {showsPartners && <ExportMenu list="networks" query={{ search }} />}
        <AddButton onClick={() => dialog.open(null)}>Add New Network</AddButton>
      </ScreenHead>
      <Tabs
        label="Networks and submissions"
        tabs={[
          { to: '/admin/networks', active: showsPartners, label: 'Networks' },
          {
            to: '/admin/networks?tab=submissions',
            active: !showsPartners,
            label: countedTitle('Submissions waiting', waitingCount, list.problem),
          },
        ]}
      />
      {showsPartners ? (
        <PartnerList
          partners={partners}
          problem={list.problem}
          onEdit={dialog.open}
          onDelete={(partner) => void editor.remove(partner)}
        />
      ) : (
        <Submissions approved={partners} waiting={waiting} waitingCount={waitingCount} problem={list.problem} />
      )}
      <Pagination page={page} totalPages={pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
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
