import { useLocation } from 'react-router';
import { partnerCategories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { Pagination } from '../../components/pagination.tsx';
import { countedTitle } from '../kit/format.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formTexts } from '../kit/forms/form.tsx';
import { ImageField } from '../kit/forms/image-fields.tsx';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, pageOf, pageUrl, searchOf } from '../kit/lists/pages.tsx';
import { loadPartners, type Partner, type PartnerDraft, partnerCalls } from '../kit/records/partner.ts';
import { noPages } from '../kit/records/record.ts';
import { RecordDialog, useAddFromUrl, useRecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton, Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { partnerColumns } from './partner-columns.tsx';
import { Submissions } from './submissions.tsx';

const partnerLabels: { [K in keyof PartnerDraft]: string } = {
  name: 'Network Name',
  url: 'Website URL',
  logo: 'Logo URL',
  category: 'Category',
  description: 'Description',
};

const partnerDraft = (form: FormData) =>
  formTexts(form, 'name', 'url', 'logo', 'category', 'description') as PartnerDraft;

function PartnerFields({ partner }: { partner: PartnerDraft | null }) {
  return (
    <>
      <TextField
        label={partnerLabels.name}
        name="name"
        required
        maxLength={limits.partner.name}
        defaultValue={partner?.name}
      />
      <TextField
        label={partnerLabels.url}
        name="url"
        type="url"
        required
        maxLength={limits.url}
        placeholder="https://"
        defaultValue={partner?.url}
      />
      <ImageField label={partnerLabels.logo} name="logo" defaultValue={partner?.logo} />
      <SelectField
        label={partnerLabels.category}
        name="category"
        options={partnerCategories}
        defaultValue={partner?.category ?? 'adult'}
      />
      <TextAreaField
        label={partnerLabels.description}
        name="description"
        rows={4}
        maxLength={limits.partner.description}
        defaultValue={partner?.description}
      />
    </>
  );
}

const pageSize = 20;
/** Only the oldest are shown; the next appear once these are decided. */
const maxWaiting = 50;
const emptyList = { partners: [], pagination: noPages, waiting: [], waitingCount: 0 };

const loadLists = async (tab: 'networks' | 'submissions', page: number, search: string) => {
  const isSubmissions = tab === 'submissions';
  const [list, waiting] = await Promise.all([
    loadPartners({ page, limit: pageSize, search, ...(isSubmissions ? { state: 'approved' } : {}) }),
    loadPartners({ page: 1, limit: maxWaiting, search: isSubmissions ? search : '', state: 'waiting' }),
  ]);
  return { ...list, waiting: waiting.partners, waitingCount: waiting.pagination.totalCount };
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = url.searchParams.get('tab') === 'submissions' ? 'submissions' : 'networks';
  const page = pageOf(url);
  const list = await loadPage(url, loadLists(tab, page, searchOf(url)), emptyList, 'Failed to fetch networks');
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
  const remove = (partner: Partner) => void editor.remove(partner);
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
        <DataTable
          label="Networks"
          columns={partnerColumns({ onEdit: dialog.open, onDelete: remove })}
          rows={partners}
          problem={list.problem}
          keyOf={({ id }) => id}
          onOpen={dialog.open}
          onDelete={remove}
          empty={<Empty title="No networks found">Add your first network to get started.</Empty>}
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
