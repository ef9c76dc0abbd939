import type { WritesMarkup } from '../../components/markup/markup-of.ts';
import { videoCardMarkup } from '../../components/video-card/card-markup.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import type { ThumbnailProps } from '../../components/video-card/thumbnail.tsx';
import { VideoCard } from '../../components/video-card/video-card.tsx';
import { SaveOnCard } from '../favourites/save-on-card.tsx';
import { useWatchedIds } from '../favourites/stores.ts';
import { inViewAt } from './first-row.ts';

interface VideoGridProps {
  videos: CardVideo[];
  label: string;
  /** Category pages: never more than three columns, views in thousands. */
  asCategory?: boolean;
  className?: string;
  /** The first list of its page: its first row is in view. */
  isFirst?: boolean;
}

interface GridCardProps {
  video: CardVideo;
  inThousands: boolean;
  isWatched: boolean;
  inView: ThumbnailProps['inView'];
}

const GridCard: WritesMarkup<GridCardProps> = ({ video, ...card }) => (
  <VideoCard video={video} {...card}>
    <SaveOnCard video={video} />
  </VideoCard>
);

if (import.meta.env.SSR) GridCard.markup = videoCardMarkup;

export function VideoGrid({ videos, label, asCategory = false, className = '', isFirst = false }: VideoGridProps) {
  const watched = useWatchedIds();
  return (
    <ul aria-label={label} className={`video-grid ${asCategory ? 'min-[700px]:grid-cols-3' : ''} ${className}`}>
      {videos.map((video, place) => (
        <GridCard
          key={video.id}
          video={video}
          inThousands={asCategory}
          isWatched={watched.has(video.id)}
          inView={isFirst && inViewAt(place)}
        />
      ))}
    </ul>
  );
}
