import { useRevalidator } from 'react-router';
import type { FoundElsewhere } from '#contract/post-list.ts';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { momentLabel } from '../kit/format/dates.ts';
import { restoreDeleted } from '../kit/records/deleted-record.ts';
import { RowButton } from '../kit/table/row-actions.tsx';

interface ElsewhereProps {
  posts: FoundElsewhere[];
  onOpen: (id: string) => void;
}

const where = ({ state, deletedAt }: FoundElsewhere) => {
  if (deletedAt) return `was deleted on ${momentLabel(deletedAt)}`;
  if (state === 'published') return 'is published';
  return { draft: 'is a draft', scheduled: 'is scheduled', withheld: 'is withheld' }[state];
};

/** Posts that were searched for by number, link or image, and are deleted or in another list. */
export function Elsewhere({ posts, onOpen }: ElsewhereProps) {
  const revalidator = useRevalidator();
  const { run, busy } = useSingleAction('The post could not be restored.');
  if (posts.length === 0) return null;

  const restore = ({ _id: id, version }: FoundElsewhere) =>
    void run(
      async () => {
        const message = await restoreDeleted('posts', { id, version });
        await revalidator.revalidate();
        return message;
      },
      (message) => message ?? 'Post restored',
    );
  return (
    <ul aria-label="Found elsewhere" className="mb-4 rounded-2xl border border-line bg-surface">
      {posts.map((post) => (
        <li
          key={post._id}
          className="flex flex-wrap items-center justify-between gap-3 border-line px-4.5 py-3 text-sm not-first:border-t"
        >
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            Post {post._id}, <bdi className="font-medium">{post.titel}</bdi>, {where(post)}.
          </span>
          {post.deletedAt ? (
            <RowButton label={`Restore ${post.titel}`} disabled={busy} onClick={() => restore(post)}>
              Restore
            </RowButton>
          ) : (
            <RowButton label={`Open ${post.titel}`} onClick={() => onOpen(post._id)}>
              Open
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}
