import type { Partner } from '../kit/records/partner.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { partnerColumns } from './partner-columns.tsx';

interface PartnerListProps {
  partners: Partner[];
  problem: string | undefined;
  onEdit: (partner: Partner) => void;
  onDelete: (partner: Partner) => void;
}

export function PartnerList({ partners, problem, onEdit, onDelete }: PartnerListProps) {
  return (
    <DataTable
      label="Networks"
      columns={partnerColumns({ onEdit, onDelete })}
      rows={partners}
      problem={problem}
      keyOf={({ id }) => id}
      onOpen={onEdit}
      onDelete={onDelete}
      empty={<Empty title="No networks found">Add your first network to get started.</Empty>}
    />
  );
}
