import { Link } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { shortCount } from '../kit/format/counts.ts';
import { dayLabel } from '../kit/format/dates.ts';
import type { Video } from '../kit/records/video.ts';
import { Badge } from '../kit/table/badge.tsx';
import { Picture } from '../kit/table/picture.tsx';

const maxShown = 5;

export function RecentVideos({ videos }: { videos: Video[] }) {
  if (videos.length === 0) return <p className="px-4.5 py-6 text-muted">No posts yet.</p>;
  return (
    <ul aria-label="Recent posts">
      {videos.slice(0, maxShown).map((video) => (
        <li key={video.id} className="border-t border-line first:border-t-0">
          <Link
            to={`/admin/posts?edit=${video.id}`}
            className="flex items-center gap-3.5 px-4.5 py-2.5 transition-colors hover:bg-raised"
          >
            <Picture src={video.state === 'withheld' ? '' : video.imageUrl} alt="" className="h-9 w-16 rounded-md" />
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate text-sm font-medium">
                {video.title}
              </span>
              <span className="block text-[13px] text-muted tabular-nums">
                {dayLabel(video.createdAt)} · {plural(video.views, 'view', 'views', shortCount(video.views))}
              </span>
            </span>
            <span className="max-sm:hidden">
              <Badge>{video.category}</Badge>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
