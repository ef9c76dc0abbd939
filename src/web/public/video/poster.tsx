import { type MouseEvent, useState } from 'react';
import { canPlayInPlace } from '#contract/values/urls.ts';
import { Icon } from '../../components/icon.tsx';
import { posterLayout } from '../../components/pictures.tsx';
import { useSite } from '../../components/use-site.ts';
import type { WatchVideo } from '../../components/video-card/card-video.ts';
import { Thumbnail } from '../../components/video-card/thumbnail.tsx';
import { clickOut } from '../clicks-out.ts';
import { isPlainClick } from '../internal-links.ts';

/**
 * The host's player. The sandbox lets it run scripts under its own origin, but not open windows or navigate this page.
 */
function Player({ title, url }: { title: string; url: string }) {
  return (
    <iframe
      ref={(frame) => frame?.focus()}
      src={url}
      title={`Player: ${title}`}
      sandbox="allow-scripts allow-same-origin"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className="block aspect-video w-full rounded-2xl bg-black"
    />
  );
}

/**
 * The thumbnail with a play button, as a link to the site that hosts the video. If the operator allows it, a click plays
 * the video here instead; nothing of the player is loaded before. A video without a link has no play button.
 */
export function Poster({ video }: { video: WatchVideo }) {
  const { settings, siteUrl } = useSite();
  const [isPlaying, setIsPlaying] = useState(false);
  const playsHere = settings.playInPlace && canPlayInPlace(video.embedUrl, siteUrl);
  if (isPlaying) return <Player title={video.title} url={video.embedUrl} />;
  const play = (event: MouseEvent) => {
    if (!playsHere || !isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    setIsPlaying(true);
  };
  const frame = 'group relative block aspect-video w-full overflow-hidden rounded-2xl bg-raised';
  const picture = (
    <Thumbnail
      src={video.image}
      placeholder={video.placeholder}
      alt={video.alt}
      layout={posterLayout}
      inView="largest"
    />
  );
  if (video.link === '' && !playsHere) return <div className={frame}>{picture}</div>;
  return (
    <a
      href={video.link || video.embedUrl}
      rel="nofollow noopener external"
      aria-label={playsHere ? `Play ${video.title}` : `Play ${video.title}: Watch External`}
      data-button={playsHere || undefined}
      {...clickOut('play', video.id)}
      onClick={play}
      className={frame}
    >
      {picture}
      {!playsHere && (
        <span className="absolute top-4 left-4 rounded-lg bg-black/75 px-3 py-1 text-[13px] font-medium text-white">
          Watch External
        </span>
      )}
      <span className="absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-glow text-on-glow shadow-[0_10px_40px_#0008] transition-transform duration-200 ease-out group-hover:scale-110 sm:size-[84px]">
        <Icon name="play" size={34} filled />
      </span>
    </a>
  );
}
