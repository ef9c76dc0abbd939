import { durationLabel } from '../format/duration.ts';
import { cutTitle } from '../format/text.ts';
import { likePercentage, viewsInThousands, viewsLabel } from '../format/views.ts';
import type { CardVideo } from './card-video.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useCountedViews } from './use-counted-views.ts';

interface VideoCardProps {
  video: CardVideo;
  /** Category pages round views to thousands. */
  inThousands?: boolean;
}

export function VideoCard({ video, inThousands = false }: VideoCardProps) {
  const [views, count] = useCountedViews(video);
  const liked = likePercentage(views);
  return (
    <li data-tags={video.tags.join(' ')}>
      <a href={`/video/${video.id}`} onClick={count} className="group block rounded-xl">
        <span className="relative block aspect-video overflow-hidden rounded-xl bg-raised">
          <Thumbnail
            src={video.image}
            alt={video.alt}
            className="transition-transform duration-350 ease-out group-hover:scale-[1.04]"
          />
          <span className="absolute right-2 bottom-2.5 rounded-md bg-black/80 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
            {durationLabel(video.minutes)}
          </span>
          <svg className="absolute inset-x-0 bottom-0 h-[3px] w-full" aria-hidden="true">
            <rect className="fill-white/25" width="100%" height="3" />
            <rect className="fill-glow" width={`${liked}%`} height="3" />
          </svg>
        </span>
        <span
          title={video.title}
          className="mt-2.5 block text-[14.5px] leading-snug font-medium transition-colors group-hover:text-accent"
        >
          {cutTitle(video.title)}
        </span>
        <span className="mt-0.5 flex gap-2 text-[13px] text-muted tabular-nums">
          <span>{inThousands ? viewsInThousands(views) : viewsLabel(views)} views</span>
          <span aria-hidden="true">·</span>
          <b className="font-medium text-text">{liked}%</b>
        </span>
      </a>
    </li>
  );
}
