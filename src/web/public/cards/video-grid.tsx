import type { CardVideo } from '../../components/video-card/card-video.ts';
import { VideoCard } from '../../components/video-card/video-card.tsx';
import { SaveOnCard } from '../favourites/save-on-card.tsx';
import { useWatchedIds } from '../favourites/stores.ts';

interface VideoGridProps {
  videos: CardVideo[];
  label: string;
  /** Category pages: never more than three columns, views in thousands. */
  asCategory?: boolean;
  className?: string;
}

export function VideoGrid({ videos, label, asCategory = false, className = '' }: VideoGridProps) {
  const watched = useWatchedIds();
  return (
    <ul aria-label={label} className={`video-grid ${asCategory ? 'min-[700px]:grid-cols-3' : ''} ${className}`}>
      {videos.map((video) => (
        <VideoCard key={video.id} video={video} inThousands={asCategory} isWatched={watched.has(video.id)}>
          <SaveOnCard video={video} />
        </VideoCard>
      ))}
    </ul>
  );
}
