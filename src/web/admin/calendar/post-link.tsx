import { Link } from 'react-router';
import type { ScheduledPost } from '../kit/records/scheduled-post.ts';

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Opens a scheduled post in its form. */
export function PostLink({ post }: { post: ScheduledPost }) {
  return (
    <Link
      to={`/admin/posts?edit=${post.id}`}
      className="flex min-h-8 min-w-0 items-center gap-2 rounded-lg bg-raised px-2 py-1 text-[13px] hover:bg-accent-soft max-md:min-h-11"
    >
      <time dateTime={post.publishAt} className="shrink-0 text-muted tabular-nums">
        {clock.format(new Date(post.publishAt))}
      </time>
      <bdi className="truncate font-medium">{post.title}</bdi>
    </Link>
  );
}
