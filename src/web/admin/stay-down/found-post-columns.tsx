import { dayLabel } from '../kit/format/dates.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

interface FoundPost {
  titel: string;
  state: string;
  foundAt: string;
}

export interface FoundPostActions<Post> {
  onWithhold: (post: Post) => void;
  onKeep: (post: Post) => void;
}

/** What every list of found posts ends with: the state, the day, and what to decide. */
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
