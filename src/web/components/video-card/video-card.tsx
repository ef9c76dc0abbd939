import type { ReactNode } from 'react';
import { videoPath } from '#contract/values/urls.ts';
import { cardFacts, cardLength, cutTitle } from '../format.ts';
import type { CardVideo } from './card-video.ts';
import { useCountedViews } from './counted-views.ts';
import { Thumbnail, type ThumbnailProps } from './thumbnail.tsx';
import { usePreview } from './use-preview.tsx';

interface VideoCardProps {
  video: CardVideo;
  /** Shows views in thousands, as on category pages. */
  inThousands?: boolean;
  /** The setting "Plain numbers". */
  isPlain?: boolean;
  isWatched?: boolean;
  inView?: ThumbnailProps['inView'];
  /** Buttons on top of the picture, outside the link. */
  children?: ReactNode;
}

export function VideoCard({
  video,
  inThousands = false,
  isPlain = false,
  isWatched = false,
  inView,
  children,
}: VideoCardProps) {
  const [views, counting] = useCountedViews(video);
  const preview = usePreview(video);
  const facts = cardFacts(views, { isPlain, inThousands });
  const length = cardLength(video.minutes, isPlain);
  return (
    <li className="relative" data-tags={video.tagWords}>
      <a href={videoPath(video.id, video.title)} {...counting} {...preview.handlers} className="card">
        <span className="card-picture">
          <Thumbnail src={video.image} placeholder={video.placeholder} alt={video.alt} inView={inView} />
          {preview.shown}
          {length !== undefined && <span className="card-badge">{length}</span>}
          {isWatched && <span className="card-badge card-watched">Watched</span>}
        </span>
        <span dir="auto" className="card-title" title={video.title}>
          {cutTitle(video.title)}
        </span>
        <span className="card-facts">
          {facts.views}
          {facts.likes !== undefined && <b>{facts.likes}</b>}
        </span>
      </a>
      {children}
    </li>
  );
}
