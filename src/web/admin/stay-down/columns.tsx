import { Link } from 'react-router';
import { plural } from '../../components/format.ts';
import { dayLabel, fullCount } from '../kit/format.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { caseUrl, type HashList, type HashMatch, type Kept } from './stay-down-list.ts';

/** What else a removed link or picture is recognised by. */
const matchedBy = ({ kind, source, hash, isCommon }: Kept) => {
  if (isCommon) return 'Many posts have this picture, so it is not used for matching';
  if (kind === 'picture') return hash === null ? 'Not hashed yet' : `Hash ${hash}`;
  return source === null ? '' : `Id ${source.slice(source.indexOf(' ') + 1)}`;
};

/** Pass no `onRemove` to admins who may not remove entries. */
export const keptColumns = (onRemove: ((kept: Kept) => void) | undefined): Column<Kept>[] => [
  {
    id: 'url',
    header: 'Link or picture',
    meta: { className: 'w-full', phone: 'title' },
    cell: ({ row: { original } }) => (
      <div className="grid min-w-0 gap-0.5">
        {/* Not a link, so that nobody opens it by mistake. */}
        <bdi className="font-medium [overflow-wrap:anywhere] max-md:line-clamp-2">{original.url}</bdi>
        <span className="text-[13px] text-muted [overflow-wrap:anywhere] empty:hidden">{matchedBy(original)}</span>
      </div>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    meta: { phone: 'detail' },
    cell: ({ row }) => <Badge>{row.original.kind}</Badge>,
  },
  {
    id: 'case',
    header: 'Case',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row: { original } }) => (
      <Link to={caseUrl(original.caseId)} className="text-accent tabular-nums md:inline-block md:py-1 hover:underline">
        {original.caseNumber}
      </Link>
    ),
  },
  {
    id: 'kept',
    header: 'Removed',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => dayLabel(row.original.keptAt),
  },
  ...(onRemove
    ? [
        actionsColumn<Kept>((kept) => (
          <RowButton danger label={`Remove ${kept.url}, so that it may be listed again`} onClick={() => onRemove(kept)}>
            Remove
          </RowButton>
        )),
      ]
    : []),
];

/** Pass no `onDelete` to admins who may not delete lists. */
export const listColumns = (onDelete: ((list: HashList) => void) | undefined): Column<HashList>[] => [
  {
    id: 'name',
    header: 'Name',
    meta: { className: 'w-full font-medium', phone: 'title' },
    cell: ({ row }) => <bdi className="[overflow-wrap:anywhere]">{row.original.name}</bdi>,
  },
  {
    id: 'size',
    header: 'Hashes',
    meta: { className: 'tabular-nums md:text-right', phone: 'detail', unit: 'hashes' },
    cell: ({ row }) => fullCount(row.original.size),
  },
  {
    id: 'compared',
    header: 'Older posts',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => (row.original.isCompared ? 'Compared' : 'Being compared…'),
  },
  {
    id: 'created',
    header: 'Loaded',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row: { original } }) => `${dayLabel(original.createdAt)}, ${original.createdBy ?? 'command line'}`,
  },
  ...(onDelete
    ? [
        actionsColumn<HashList>((list) => (
          <RowButton danger label={`Delete ${list.name}`} onClick={() => onDelete(list)}>
            Delete
          </RowButton>
        )),
      ]
    : []),
];

interface FoundPost {
  titel: string;
  state: string;
  foundAt: string;
}

export interface FoundPostActions<Post> {
  onWithhold: (post: Post) => void;
  onKeep: (post: Post) => void;
}

/** The last columns of every list of found posts. */
export const foundPostColumns = <Post extends FoundPost>({
  onWithhold,
  onKeep,
}: FoundPostActions<Post>): Column<Post>[] => [
  { id: 'state', header: 'State', meta: { phone: 'detail' }, cell: ({ row }) => <Badge>{row.original.state}</Badge> },
  {
    id: 'found',
    header: 'Found',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) => dayLabel(row.original.foundAt),
  },
  actionsColumn((post) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`Keep ${post.titel}`} onClick={() => onKeep(post)}>
        Keep
      </RowButton>
      <RowButton danger label={`Withhold ${post.titel}`} onClick={() => onWithhold(post)}>
        Withhold
      </RowButton>
    </div>
  )),
];

/** Without pictures, because they may show abuse. */
export const matchColumns = (actions: FoundPostActions<HashMatch>): Column<HashMatch>[] => [
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => (
      <bdi className="cell-text" title={row.original.titel}>
        {row.original.titel}
      </bdi>
    ),
  },
  shortenedColumn<HashMatch>({
    id: 'list',
    header: 'Hash list',
    className: 'max-w-52',
    phone: 'detail',
    textOf: ({ listName }) => listName,
  }),
  {
    id: 'distance',
    header: 'Difference',
    meta: { className: 'whitespace-nowrap tabular-nums', phone: 'detail' },
    cell: ({ row: { original } }) => (original.distance === 0 ? 'Same picture' : plural(original.distance, 'bit')),
  },
  ...foundPostColumns(actions),
];
