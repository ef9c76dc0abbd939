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
    className: 'w-full',
    phone: 'title',
    cell: (row) => (
      <div className="grid min-w-0 gap-0.5">
        {/* Not a link, so that nobody opens it by mistake. */}
        <bdi className="font-medium [overflow-wrap:anywhere] max-md:line-clamp-2">{row.url}</bdi>
        <span className="text-[13px] text-muted [overflow-wrap:anywhere] empty:hidden">{matchedBy(row)}</span>
      </div>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    phone: 'detail',
    cell: (row) => <Badge>{row.kind}</Badge>,
  },
  {
    id: 'case',
    header: 'Case',
    className: 'whitespace-nowrap',
    phone: 'detail',
    cell: (row) => (
      <Link to={caseUrl(row.caseId)} className="text-accent tabular-nums md:inline-block md:py-1 hover:underline">
        {row.caseNumber}
      </Link>
    ),
  },
  {
    id: 'kept',
    header: 'Removed',
    className: 'whitespace-nowrap',
    phone: 'detail',
    cell: (row) => dayLabel(row.keptAt),
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
    className: 'w-full font-medium',
    phone: 'title',
    cell: (row) => <bdi className="[overflow-wrap:anywhere]">{row.name}</bdi>,
  },
  {
    id: 'size',
    header: 'Hashes',
    className: 'tabular-nums md:text-right',
    phone: 'detail',
    unit: 'hashes',
    cell: (row) => fullCount(row.size),
  },
  {
    id: 'compared',
    header: 'Older posts',
    className: 'whitespace-nowrap',
    phone: 'detail',
    cell: (row) => (row.isCompared ? 'Compared' : 'Being compared…'),
  },
  {
    id: 'created',
    header: 'Loaded',
    className: 'whitespace-nowrap',
    phone: 'detail',
    cell: (row) => `${dayLabel(row.createdAt)}, ${row.createdBy ?? 'command line'}`,
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
  { id: 'state', header: 'State', phone: 'detail', cell: (row) => <Badge>{row.state}</Badge> },
  {
    id: 'found',
    header: 'Found',
    className: 'whitespace-nowrap',
    cell: (row) => dayLabel(row.foundAt),
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
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <bdi className="cell-text" title={row.titel}>
        {row.titel}
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
    className: 'whitespace-nowrap tabular-nums',
    phone: 'detail',
    cell: (row) => (row.distance === 0 ? 'Same picture' : plural(row.distance, 'bit')),
  },
  ...foundPostColumns(actions),
];
