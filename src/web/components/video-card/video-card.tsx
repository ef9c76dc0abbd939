import { durationLabel } from '../format/duration.ts';
import { cutTitle } from '../format/text.ts';
import { likesLabel, viewsInThousands, viewsText } from '../format/views.ts';
import type { CardVideo } from './card-video.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useCountedViews } from './use-counted-views.ts';

interface VideoCardProps {
  video: CardVideo;
  /** Category pages round views to thousands. */
  inThousands?: boolean;
}

export function VideoCard({ video, inThousands = false }: VideoCardProps) {
  const [views, count] = useCountedViews(video);
  const liked = likesLabel(views);
  return (
    <li data-tags={video.tagWords}>
      <a href={`/video/${video.id}`} onClick={count} className="card">
        <span className="card-picture">
          <Thumbnail src={video.image} alt={video.alt} />
          <span className="card-badge">{durationLabel(video.minutes)}</span>
        </span>
        <span className="card-title" title={video.title}>
          {cutTitle(video.title)}
        </span>
        <span className="card-facts">
          {inThousands ? `${viewsInThousands(views)} views` : viewsText(views)}
          <b>{liked}</b>
        </span>
      </a>
    </li>
  );
}
