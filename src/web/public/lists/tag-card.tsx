import { videoPath } from '#contract/values/urls.ts';
import { durationBadge, viewsInThousands } from '../../components/format.ts';
import type { WritesMarkup } from '../../components/markup/markup-of.ts';
import { tagCardMarkup } from '../../components/video-card/card-markup.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { useCountedViews } from '../../components/video-card/counted-views.ts';
import { Thumbnail } from '../../components/video-card/thumbnail.tsx';
import { usePreview } from '../../components/video-card/use-preview.tsx';
import { CardMenuButton } from '../card-menu/card-menu-host.tsx';
import { useWatchedIds } from '../favourites/stores.ts';
import { inViewAt, SaveOnCard } from './video-grid.tsx';

interface TagCardProps {
  video: CardVideo;
  place: number;
}

/** A tag page's card: a thumbnail with badges, and the title for screen readers and search engines. */
export const TagCard: WritesMarkup<TagCardProps> = ({ video, place }) => {
  const [views, counting] = useCountedViews(video);
  const preview = usePreview(video);
  const isWatched = useWatchedIds().has(video.id);
  return (
    <li className="relative" data-tags={video.tagWords}>
      <a
        href={videoPath(video.id, video.title)}
        {...counting}
        {...preview.handlers}
        title={video.title}
        className="card tag-card"
      >
        <Thumbnail src={video.image} placeholder={video.placeholder} alt={video.alt} inView={inViewAt(place)} />
        {preview.shown}
        <span className="card-badge card-views">{viewsInThousands(views)}</span>
        <span className="card-badge">{durationBadge(video.minutes, video.id)}</span>
        <span dir="auto" className="sr-only">
          {video.title}
        </span>
        {isWatched && <span className="card-badge card-watched">Watched</span>}
      </a>
      <SaveOnCard video={video} />
      <CardMenuButton video={video} />
    </li>
  );
};

if (import.meta.env.SSR) TagCard.markup = ({ video, place }) => tagCardMarkup({ video, inView: inViewAt(place) });
