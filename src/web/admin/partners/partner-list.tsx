import type { Partner, PartnerDraft } from '../kit/records/partner.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import type { RecordDialogState } from '../kit/records/use-record-dialog.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { partnerColumns } from './partner-columns.tsx';
import { PartnerFields, partnerDraft, partnerLabels } from './partner-fields.tsx';

interface PartnerListProps {
  partners: Partner[];
  dialog: RecordDialogState<Partner, PartnerDraft>;
  onDelete: (partner: Partner) => void;
}

export function PartnerList({ partners, dialog, onDelete }: PartnerListProps) {
  return (
    <>
      <DataTable
        label="Networks"
        columns={partnerColumns({ onEdit: dialog.open, onDelete })}
        rows={partners}
        keyOf={({ id }) => id}
        onOpen={dialog.open}
        onDelete={onDelete}
        empty={<Empty title="No networks found">Add your first network to get started.</Empty>}
      />
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
