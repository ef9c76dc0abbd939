import { Icon } from '../../components/icon.tsx';
import type { WatchVideo } from '../../components/video-card/card-video.ts';
import { Thumbnail } from '../../components/video-card/thumbnail.tsx';

/** The thumbnail with a play button. Both link to the site that hosts the video. */
export function Poster({ video }: { video: WatchVideo }) {
  return (
    <a
      href={video.link}
      rel="nofollow noopener external"
      aria-label={`Play ${video.title}: Watch External`}
      className="group relative block aspect-video overflow-hidden rounded-2xl bg-raised"
    >
      <Thumbnail src={video.image} alt={video.alt} inView="largest" />
      <span className="absolute top-4 left-4 rounded-lg bg-black/75 px-3 py-1 text-[13px] font-medium text-white">
        Watch External
      </span>
      <span className="absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-glow text-on-glow shadow-[0_10px_40px_#0008] transition-transform duration-200 ease-out group-hover:scale-110 sm:size-[84px]">
        <Icon name="play" size={34} filled />
      </span>
    </a>
  );
}
