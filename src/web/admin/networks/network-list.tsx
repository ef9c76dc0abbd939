import type { NetworkRecord } from '#contract/networks.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import type { RecordEditor } from '../kit/records/use-record-editor.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { networkColumns } from './network-columns.tsx';
import { NetworkFields, type NetworkValues, networkLabels, networkValues } from './network-fields.tsx';

interface NetworkListProps {
  networks: NetworkRecord[];
  editor: RecordEditor<NetworkRecord, NetworkValues>;
}

export function NetworkList({ networks, editor }: NetworkListProps) {
  const remove = (network: NetworkRecord) => void editor.remove(network);
  return (
    <>
      <DataTable
        label="Networks"
        columns={networkColumns({ onEdit: editor.show, onDelete: remove })}
        rows={networks}
        keyOf={({ _id }) => _id}
        onOpen={editor.show}
        onDelete={remove}
        empty={<Empty title="No networks found">Add your first network to get started.</Empty>}
      />
      <RecordDialog
        editor={editor}
        titles={{ add: 'Add New Network', edit: 'Edit Network' }}
        submits={{ add: 'Add Network', edit: 'Update Network' }}
        labels={networkLabels}
        valuesOf={networkValues}
      >
        {(network) => <NetworkFields network={network} />}
      </RecordDialog>
    </>
  );
}
