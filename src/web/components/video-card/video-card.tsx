import type { ReactNode } from 'react';
import { videoPath } from '#contract/values/urls.ts';
import { cutTitle, durationLabel, likesLabel, viewsInThousands, viewsText } from '../format.ts';
import type { CardVideo } from './card-video.ts';
import { useCountedViews } from './counted-views.ts';
import { Thumbnail, type ThumbnailProps } from './thumbnail.tsx';
import { usePreview } from './use-preview.tsx';

interface VideoCardProps {
  video: CardVideo;
  /** Shows views in thousands, as on category pages. */
  inThousands?: boolean;
  isWatched?: boolean;
  inView?: ThumbnailProps['inView'];
  /** Buttons on top of the picture, outside the link. */
  children?: ReactNode;
}

export function VideoCard({ video, inThousands = false, isWatched = false, inView, children }: VideoCardProps) {
  const [views, counting] = useCountedViews(video);
  const preview = usePreview(video);
  return (
    <li className="relative" data-tags={video.tagWords}>
      <a href={videoPath(video.id, video.title)} {...counting} {...preview.handlers} className="card">
        <span className="card-picture">
          <Thumbnail src={video.image} placeholder={video.placeholder} alt={video.alt} inView={inView} />
          {preview.shown}
          <span className="card-badge">{durationLabel(video.minutes)}</span>
          {isWatched && <span className="card-badge card-watched">Watched</span>}
        </span>
        <span dir="auto" className="card-title" title={video.title}>
          {cutTitle(video.title)}
        </span>
        <span className="card-facts">
          {inThousands ? `${viewsInThousands(views)} views` : viewsText(views)}
          <b>{likesLabel(views)}</b>
        </span>
      </a>
      {children}
    </li>
  );
}
