import { durationBadge } from '../../components/format/duration.ts';
import { viewsInThousands } from '../../components/format/views.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { Thumbnail } from '../../components/video-card/thumbnail.tsx';
import { useCountedViews } from '../../components/video-card/use-counted-views.ts';

/** A tag page's card: a thumbnail alone, with its badges. */
export function TagCard({ video }: { video: CardVideo }) {
  const [views, count] = useCountedViews(video);
  return (
    <li data-tags={video.tagWords}>
      <a href={`/video/${video.id}`} onClick={count} title={video.title} className="card tag-card">
        <Thumbnail src={video.image} alt={video.alt} />
        <span className="card-badge card-views">{viewsInThousands(views)}</span>
        <span className="card-badge">{durationBadge(video.minutes, video.id)}</span>
      </a>
    </li>
  );
}
