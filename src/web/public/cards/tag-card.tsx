import { durationBadge } from '../format/duration.ts';
import { viewsInThousands } from '../format/views.ts';
import type { CardVideo } from './card-video.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useCountedViews } from './use-counted-views.ts';

const badge = 'absolute bottom-2 rounded-md bg-black/80 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums';

/** A tag page's card: a thumbnail alone, with its badges. */
export function TagCard({ video }: { video: CardVideo }) {
  const [views, count] = useCountedViews(video);
  return (
    <li data-tags={video.tags.join(' ')}>
      <a
        href={`/video/${video.id}`}
        onClick={count}
        title={video.title}
        className="group relative block h-[150px] overflow-hidden rounded-xl bg-raised min-[461px]:h-[250px]"
      >
        <Thumbnail
          src={video.image}
          alt={video.alt}
          className="transition-transform duration-350 ease-out group-hover:scale-[1.04]"
        />
        <span className={`${badge} left-2`}>{viewsInThousands(views)}</span>
        <span className={`${badge} right-2`}>{durationBadge(video.minutes, video.id)}</span>
      </a>
    </li>
  );
}
