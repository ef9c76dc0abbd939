import { videoPath } from '#contract/values/urls.ts';
import { tagCardBadges } from '../../components/format.ts';
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
  /** The setting "Plain numbers". */
  isPlain: boolean;
}

/** A tag page's card: a thumbnail with badges, and the title for screen readers and search engines. */
export const TagCard: WritesMarkup<TagCardProps> = ({ video, place, isPlain }) => {
  const [views, counting] = useCountedViews(video);
  const preview = usePreview(video);
  const badges = tagCardBadges(video, views, isPlain);
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
        {badges.views !== undefined && <span className="card-badge card-views">{badges.views}</span>}
        {badges.length !== undefined && <span className="card-badge">{badges.length}</span>}
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

if (import.meta.env.SSR)
  TagCard.markup = ({ video, place, isPlain }) => tagCardMarkup({ video, isPlain, inView: inViewAt(place) });
