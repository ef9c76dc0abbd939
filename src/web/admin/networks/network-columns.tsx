import { logoUrl } from '../../components/logo-url.ts';
import { cutText } from '../kit/format/text.ts';
import type { Network } from '../kit/records/network.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.ts';
import { Picture } from '../kit/table/picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';
import { NetworkStatus } from './network-status.tsx';

const maxUrlLength = 30;

export const logoColumn: Column<Network> = {
  id: 'logo',
  header: 'Logo',
  meta: { className: 'md:w-px' },
  cell: ({ row: { original } }) => (
    <Picture src={logoUrl(original.logo)} alt={`Logo of ${original.name}`} className="size-[50px] rounded-lg" />
  ),
};

export const nameColumn: Column<Network> = {
  id: 'name',
  header: 'Name',
  meta: { className: 'font-medium' },
  cell: ({ row: { original } }) => (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-md:justify-end">
      <span className="[overflow-wrap:anywhere]">{original.name}</span>
      {(original.submittedAt || !original.active) && <NetworkStatus network={original} />}
    </span>
  ),
};

export const urlColumn: Column<Network> = {
  id: 'url',
  header: 'URL',
  cell: ({ row: { original } }) => (
    <a
      href={original.url}
      target="_blank"
      rel="noopener noreferrer"
      title={original.url}
      className="text-accent [overflow-wrap:anywhere] hover:underline"
    >
      {cutText(original.url, maxUrlLength)}
    </a>
  ),
};

export const descriptionColumn: Column<Network> = {
  id: 'description',
  header: 'Description',
  meta: { className: 'text-muted' },
  cell: ({ row: { original } }) => (
    <span className="block min-w-0 truncate md:max-w-[200px]" title={original.description}>
      {original.description}
    </span>
  ),
};

interface Actions {
  onEdit: (network: Network) => void;
  onDelete: (network: Network) => void;
}

export const networkColumns = ({ onEdit, onDelete }: Actions): Column<Network>[] => [
  logoColumn,
  nameColumn,
  urlColumn,
  { id: 'category', header: 'Category', cell: ({ row }) => <Badge>{row.original.category}</Badge> },
  descriptionColumn,
  {
    id: 'actions',
    header: 'Actions',
    meta: { className: 'md:w-px text-right', cardHeading: true },
    cell: ({ row: { original } }) => (
      <RowActions name={original.name} onEdit={() => onEdit(original)} onDelete={() => onDelete(original)} />
    ),
  },
];
