import type { WritesMarkup } from '../../components/markup/markup-of.ts';
import { usePlainNumbers } from '../../components/plain-numbers.ts';
import { videoCardMarkup } from '../../components/video-card/card-markup.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import type { ThumbnailProps } from '../../components/video-card/thumbnail.tsx';
import { VideoCard } from '../../components/video-card/video-card.tsx';
import { CardMenuButton } from '../card-menu/card-menu-host.tsx';
import { favourites, toggleFavourite, useWatchedIds } from '../favourites/stores.ts';

/** The number of columns on the widest screens. */
const firstRow = 4;

/** Loading priority of the thumbnail at this position of a list. The first one is the largest contentful paint. */
export const inViewAt = (place: number) => (place === 0 ? 'largest' : place < firstRow);

/** A heart on a card's picture. The icon is in the style sheet, to keep the HTML of long lists small. */
export function SaveOnCard({ video }: { video: CardVideo }) {
  const saved = favourites.use().some(({ id }) => id === video.id);
  return (
    <button
      type="button"
      className="card-save"
      aria-pressed={saved}
      aria-label={`Favorite: ${video.title}`}
      onClick={() => toggleFavourite(video)}
    />
  );
}

interface VideoGridProps {
  videos: CardVideo[];
  label: string;
  /** For category pages: at most three columns, views in thousands. */
  asCategory?: boolean;
  className?: string;
  /** The first list of its page, whose first row is in view. */
  isFirst?: boolean;
}

interface GridCardProps {
  video: CardVideo;
  inThousands: boolean;
  isPlain: boolean;
  isWatched: boolean;
  inView: ThumbnailProps['inView'];
}

const GridCard: WritesMarkup<GridCardProps> = ({ video, ...card }) => (
  <VideoCard video={video} {...card}>
    <SaveOnCard video={video} />
    <CardMenuButton video={video} />
  </VideoCard>
);

if (import.meta.env.SSR) GridCard.markup = videoCardMarkup;

export function VideoGrid({ videos, label, asCategory = false, className = '', isFirst = false }: VideoGridProps) {
  const watched = useWatchedIds();
  const isPlain = usePlainNumbers();
  return (
    <ul aria-label={label} className={`video-grid ${asCategory ? 'min-[700px]:grid-cols-3' : ''} ${className}`}>
      {videos.map((video, place) => (
        <GridCard
          key={video.id}
          video={video}
          inThousands={asCategory}
          isPlain={isPlain}
          isWatched={watched.has(video.id)}
          inView={isFirst && inViewAt(place)}
        />
      ))}
    </ul>
  );
}
