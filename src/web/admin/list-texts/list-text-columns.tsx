import { Icon } from '../../components/icon.tsx';
import { defaultTitle } from '../../components/list-texts/default-texts.ts';
import type { ListText } from '../kit/records/list-text.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

const paths = { list: '', category: '/category', tag: '/tag', performer: '/pornstar' };
const pathOf = ({ kind, name }: ListText) => `${paths[kind]}/${encodeURIComponent(name)}`;

const hasOwnText = ({ title, description, introduction }: ListText) =>
  title !== '' || description !== '' || introduction !== '';

interface ListTextActions {
  onEdit: (text: ListText) => void;
  onReset: (text: ListText) => void;
}

export const listTextColumns = ({ onEdit, onReset }: ListTextActions): Column<ListText>[] => [
  {
    id: 'label',
    header: 'Page',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => <bdi className="[overflow-wrap:anywhere]">{row.original.label}</bdi>,
  },
  {
    id: 'state',
    header: 'Texts',
    meta: { className: 'md:w-px whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) =>
      hasOwnText(row.original) ? <Badge tone="accent">own</Badge> : <span className="text-muted">default</span>,
  },
  shortenedColumn({
    id: 'title',
    header: 'Title',
    className: 'md:max-w-40 lg:max-w-80',
    phone: 'detail',
    textOf: (text) => text.title || defaultTitle(text),
    isMuted: ({ title }) => title === '',
  }),
  actionsColumn((text) => (
    <div className="flex items-center justify-end gap-2">
      <a
        href={pathOf(text)}
        target="_blank"
        rel="noopener"
        aria-label={`View ${text.label} on site`}
        className="icon-button size-9"
      >
        <Icon name="external" />
      </a>
      <RowButton label={`Edit the texts of ${text.label}`} onClick={() => onEdit(text)}>
        Edit
      </RowButton>
      {hasOwnText(text) && (
        <RowButton label={`Use the default texts of ${text.label}`} onClick={() => onReset(text)}>
          Use default
        </RowButton>
      )}
    </div>
  )),
];
