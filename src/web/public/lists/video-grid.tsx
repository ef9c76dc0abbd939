import type { WritesMarkup } from '../../components/markup/markup-of.ts';
import { videoCardMarkup } from '../../components/video-card/card-markup.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import type { ThumbnailProps } from '../../components/video-card/thumbnail.tsx';
import { VideoCard } from '../../components/video-card/video-card.tsx';
import { favourites, toggleFavourite, useWatchedIds } from '../favourites/stores.ts';

/** The cards of the widest first row. */
const firstRow = 4;

/** What a thumbnail at this place of a list needs to be there early. All are as large; the first one goes ahead. */
export const inViewAt = (place: number) => (place === 0 ? 'largest' : place < firstRow);

/** A heart on a card's picture. Its icon is in the style sheet: a list has sixteen of them. */
export function SaveOnCard({ video }: { video: CardVideo }) {
  const saved = favourites.use().some(({ id }) => id === video.id);
  return (
    <button
      type="button"
      className="card-save"
      aria-pressed={saved}
      aria-label={`Favourite: ${video.title}`}
      onClick={() => toggleFavourite(video)}
    />
  );
}

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
