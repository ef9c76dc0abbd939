import { truncate } from '../../components/format/text.ts';
import { performerPlaceholder } from '../../components/performer-placeholder.ts';
import type { Performer } from '../kit/records/performer.ts';
import { actionsColumn, type Column, categoryColumn } from '../kit/table/columns.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';

const maxDescriptionLength = 100;

interface Actions {
  onEdit: (performer: Performer) => void;
  onDelete: (performer: Performer) => void;
}

export const performerColumns = ({ onEdit, onDelete }: Actions): Column<Performer>[] => [
  {
    id: 'image',
    header: 'Image',
    meta: { className: 'md:w-px', phone: 'picture' },
    cell: ({ row: { original } }) => (
      <Picture src={original.image || performerPlaceholder} alt={original.name} className="size-[50px] rounded-lg" />
    ),
  },
  {
    id: 'name',
    header: 'Name',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => <bdi className="cell-text">{row.original.name}</bdi>,
  },
  categoryColumn(({ category }) => category),
  {
    id: 'description',
    header: 'Description',
    meta: { className: 'text-muted', phone: 'detail' },
    cell: ({ row }) => (
      <bdi className="cell-text max-md:inline">{truncate(row.original.description, maxDescriptionLength)}</bdi>
    ),
  },
  actionsColumn((performer) => (
    <RowActions
      name={performer.name}
      history={{ entity: 'star', id: performer.id }}
      onEdit={() => onEdit(performer)}
      onDelete={() => onDelete(performer)}
    />
  )),
];
