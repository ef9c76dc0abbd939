import { Icon } from '../../components/icon.tsx';
import type { FileLink } from '../kit/records/file-link.ts';
import { actionsColumn, type Column, categoryColumn, shortenedColumn } from '../kit/table/columns.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';
import { FileTypeIcon } from './file-type-icon.tsx';

interface Actions {
  onEdit: (link: FileLink) => void;
  onDelete: (link: FileLink) => void;
}

export const fileLinkColumns = ({ onEdit, onDelete }: Actions): Column<FileLink>[] => [
  {
    id: 'type',
    header: 'Type',
    meta: { phone: 'picture' },
    cell: ({ row }) => <FileTypeIcon type={row.original.fileType} />,
  },
  shortenedColumn({
    id: 'title',
    header: 'Title',
    className: 'font-medium md:max-w-[140px] lg:max-w-[200px]',
    phone: 'title',
    textOf: ({ title }) => title,
  }),
  categoryColumn(({ category }) => category),
  {
    id: 'size',
    header: 'Size',
    meta: { phone: 'detail' },
    cell: ({ row }) => <span className="cell-text max-md:inline md:min-w-20">{row.original.size || 'Unknown'}</span>,
  },
  shortenedColumn({
    id: 'description',
    header: 'Description',
    className: 'text-muted md:max-w-[120px] lg:max-w-[150px]',
    textOf: ({ description }) => description,
  }),
  {
    id: 'url',
    header: 'URL',
    cell: ({ row: { original } }) => (
      <a
        href={original.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Open ${original.title}`}
        className="icon-button"
      >
        <Icon name="external" />
      </a>
    ),
  },
  actionsColumn((link) => (
    <RowActions
      name={link.title}
      history={{ entity: 'file_link', id: link.id }}
      onEdit={() => onEdit(link)}
      onDelete={() => onDelete(link)}
    />
  )),
];
