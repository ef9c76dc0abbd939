import type { Network, NetworkDraft } from '../kit/records/network.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import type { RecordDialogState } from '../kit/records/use-record-dialog.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { networkColumns } from './network-columns.tsx';
import { NetworkFields, networkDraft, networkLabels } from './network-fields.tsx';

interface NetworkListProps {
  networks: Network[];
  dialog: RecordDialogState<Network, NetworkDraft>;
  onDelete: (network: Network) => void;
}

export function NetworkList({ networks, dialog, onDelete }: NetworkListProps) {
  return (
    <>
      <DataTable
        label="Networks"
        columns={networkColumns({ onEdit: dialog.open, onDelete })}
        rows={networks}
        keyOf={({ id }) => id}
        onOpen={dialog.open}
        onDelete={onDelete}
        empty={<Empty title="No networks found">Add your first network to get started.</Empty>}
      />
      <RecordDialog
        dialog={dialog}
        titles={{ add: 'Add New Network', edit: 'Edit Network' }}
        submits={{ add: 'Add Network', edit: 'Update Network' }}
        labels={networkLabels}
        draftOf={networkDraft}
      >
        {(network) => <NetworkFields network={network} />}
      </RecordDialog>
    </>
  );
}
