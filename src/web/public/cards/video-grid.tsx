import type { CardVideo } from '../../components/video-card/card-video.ts';
import { VideoCard } from '../../components/video-card/video-card.tsx';

interface VideoGridProps {
  videos: CardVideo[];
  label: string;
  /** Category pages: two columns, three on wider screens, views in thousands. */
  asCategory?: boolean;
}

export function VideoGrid({ videos, label, asCategory = false }: VideoGridProps) {
  return (
    <ul aria-label={label} className={`video-grid ${asCategory ? 'min-[700px]:grid-cols-3' : ''}`}>
      {videos.map((video) => (
        <VideoCard key={video.id} video={video} inThousands={asCategory} />
      ))}
    </ul>
  );
}
