import { dayLabel } from '../kit/format/dates.ts';
import type { SearchRedirect } from '../kit/records/search-redirect.ts';
import type { Synonym } from '../kit/records/synonym.ts';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';

interface RuleActions<R> {
  onEdit: (record: R) => void;
  onDelete: (record: R) => void;
}

const changedColumn = <R extends { updatedAt: string }>(): Column<R> => ({
  id: 'updated',
  header: 'Last Updated',
  meta: { className: 'md:w-px whitespace-nowrap', phone: 'detail' },
  cell: ({ row }) => dayLabel(row.original.updatedAt),
});

export const synonymColumns = ({ onEdit, onDelete }: RuleActions<Synonym>): Column<Synonym>[] => [
  {
    id: 'words',
    header: 'Words that find each other',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => <bdi className="[overflow-wrap:anywhere]">{row.original.words.join(' = ')}</bdi>,
  },
  changedColumn(),
  actionsColumn((synonym) => (
    <RowActions name={synonym.words.join(' = ')} onEdit={() => onEdit(synonym)} onDelete={() => onDelete(synonym)} />
  )),
];

export const redirectColumns = ({ onEdit, onDelete }: RuleActions<SearchRedirect>): Column<SearchRedirect>[] => [
  {
    id: 'text',
    header: 'Search',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => <bdi className="[overflow-wrap:anywhere]">{row.original.text}</bdi>,
  },
  {
    id: 'path',
    header: 'Leads to',
    meta: { phone: 'detail' },
    cell: ({ row: { original } }) => (
      <a
        href={original.path}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-8 items-center text-accent [overflow-wrap:anywhere] hover:underline"
      >
        {original.path}
      </a>
    ),
  },
  changedColumn(),
  actionsColumn((redirect) => (
    <RowActions name={redirect.text} onEdit={() => onEdit(redirect)} onDelete={() => onDelete(redirect)} />
  )),
];
