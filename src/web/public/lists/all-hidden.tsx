import type { CardVideo } from '../../components/video-card/card-video.ts';
import { hiddenTags } from '../favourites/stores.ts';
import { WaysOn } from './ways-on.tsx';

const tagsOf = (videos: CardVideo[]) => new Set(videos.flatMap(({ tagWords }) => tagWords.split(' ')));

/** Follows a list. The first-paint script shows it where hidden tags leave nothing of that list. */
export function AllHidden({ videos }: { videos: CardVideo[] }) {
  const showAgain = () => {
    const tags = tagsOf(videos);
    hiddenTags.write(hiddenTags.read().filter((tag) => !tags.has(tag)));
  };
  return (
    <div className="all-hidden">
      <p className="text-lg font-[620]">Hidden</p>
      <p className="mt-1.5 text-muted">All videos on this page have a tag that you have hidden.</p>
      <button type="button" onClick={showAgain} className="btn btn-quiet mt-6">
        Show again
      </button>
      <WaysOn />
    </div>
  );
}
