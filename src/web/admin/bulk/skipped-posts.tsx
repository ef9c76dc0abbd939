import { Link, useLocation } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { Pagination } from '../../components/pagination.tsx';
import { changeTitle } from '../kit/bulk/change-words.ts';
import { partName } from '../kit/format/post-parts.ts';
import { pageUrl } from '../kit/lists/list-url.ts';
import type { BulkChange, SkippedPost } from '../kit/records/bulk-change.ts';
import { Panel } from '../kit/screen/panel.tsx';

const reasons: Record<SkippedPost['reason'], string> = {
  changed: 'changed by somebody since',
  full: 'has as many as a post may have',
  incomplete: 'was not complete',
  refused: 'may not be listed; the audit log says why',
  gone: 'no longer there',
};

/** An incomplete post may have been completed since. */
const reasonOf = ({ isDeleted, reason, missing }: SkippedPost) => {
  if (isDeleted && reason === 'changed') return 'deleted since';
  if (reason !== 'incomplete' || missing.length === 0) return reasons[reason];
  return `has no ${missing.map(partName).join(', ')}`;
};

interface SkippedPostsProps {
  bulkChange: BulkChange;
  posts: SkippedPost[];
  pagination: { currentPage: number; totalPages: number; totalCount: number };
}

/** Which posts a bulk change, or its undoing, left alone, and why. */
export function SkippedPosts({ bulkChange, posts, pagination }: SkippedPostsProps) {
  const location = useLocation();
  return (
    <section aria-label="Posts left alone" className="mb-8">
      <Panel title={`${changeTitle(bulkChange.change)}: ${plural(pagination.totalCount, 'post')} left alone`}>
        <ul className="-mt-px">
          {posts.map((post) => (
            <li
              key={post.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line px-4.5 py-2.5 text-sm"
            >
              {post.isDeleted ? (
                <bdi>{post.titel ?? `Post ${post.id}`}</bdi>
              ) : (
                <Link to={`/admin/posts?edit=${post.id}`} className="text-accent underline underline-offset-3">
                  <bdi>{post.titel}</bdi>
                </Link>
              )}
              <span className="text-muted">{reasonOf(post)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Pagination page={pagination.currentPage} totalPages={pagination.totalPages} hrefOf={pageUrl(location)} />
    </section>
  );
}
