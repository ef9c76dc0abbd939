import { plural } from '../../components/format/plural.ts';
import { fullCount } from '../kit/format/counts.ts';
import { dayLabel } from '../kit/format/dates.ts';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { PostPicture } from '../kit/table/post-picture.tsx';
import { RowButton, RowLink } from '../kit/table/row-actions.tsx';
import type { DeadPost } from './links-list.ts';

/** Rechecking and ignoring are for selected posts: a row has room for three buttons. */
export interface DeadPostActions {
  onHide: (posts: DeadPost[]) => void;
  onDelete: (posts: DeadPost[]) => void;
  onRecheck: (posts: DeadPost[]) => void;
  onIgnore: (posts: DeadPost[]) => void;
}

export const deadPostColumns = (actions: DeadPostActions): Column<DeadPost>[] => [
  {
    id: 'picture',
    header: () => <span className="sr-only">Image</span>,
    meta: { className: 'md:w-px', phone: 'picture' },
    cell: ({ row: { original } }) => <PostPicture post={{ ...original, title: original.titel }} />,
  },
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'w-full', phone: 'title' },
    cell: ({ row: { original } }) => (
      <div className="grid min-w-0 gap-0.5">
        <bdi className="font-medium [overflow-wrap:anywhere]">{original.titel}</bdi>
        {/* Text, not a link: it leads nowhere. */}
        <bdi className="line-clamp-1 text-[13px] text-muted [overflow-wrap:anywhere]">{original.link}</bdi>
      </div>
    ),
  },
  {
    id: 'links',
    header: 'Links',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row: { original } }) => (original.links > 1 ? `All ${original.links} dead` : plural(1, 'link')),
  },
  {
    id: 'since',
    header: 'Dead since',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row: { original } }) =>
      original.deadSince ? dayLabel(original.deadSince) : <span data-unknown>N/A</span>,
  },
  {
    id: 'views',
    header: 'Views',
    meta: { className: 'text-right tabular-nums', phone: 'detail', unit: 'views' },
    cell: ({ row: { original } }) => fullCount(original.views),
  },
  actionsColumn((post) => (
    <div className="flex justify-end gap-2">
      <RowLink label={`Replace link of ${post.titel}`} to={`/admin/posts?edit=${post.id}`}>
        Replace link
      </RowLink>
      <RowButton label={`Hide ${post.titel}`} onClick={() => actions.onHide([post])}>
        Hide
      </RowButton>
      <RowButton label={`Delete ${post.titel}`} danger onClick={() => actions.onDelete([post])}>
        Delete
      </RowButton>
    </div>
  )),
];
