import { useEffect, useState } from 'react';
import { browserClient } from '../../browser-client.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { hiddenTags } from '../favourites/stores.ts';
import { NothingHere } from './nothing-here.tsx';
import { fetchPopular, type Popular } from './popular.ts';

const tagsOf = (videos: CardVideo[]) => new Set(videos.flatMap(({ tagWords }) => tagWords.split(' ')));

/** Follows a list. The first-paint script shows it where hidden tags leave nothing of that list. */
export function AllHidden({ videos }: { videos: CardVideo[] }) {
  const hidden = hiddenTags.use();
  const isAllHidden = videos.every(({ tagWords }) => tagWords.split(' ').some((tag) => hidden.includes(tag)));
  const [popular, setPopular] = useState<Popular>();
  useEffect(() => {
    if (isAllHidden) fetchPopular(browserClient).then(setPopular);
  }, [isAllHidden]);
  const showAgain = () => {
    const tags = tagsOf(videos);
    hiddenTags.write(hiddenTags.read().filter((tag) => !tags.has(tag)));
  };
  return (
    <div className="all-hidden">
      <NothingHere message="Hidden" popular={isAllHidden ? popular : undefined}>
        <p>All videos on this page have a tag that you have hidden.</p>
        <button type="button" onClick={showAgain} className="btn btn-quiet mt-6">
          Show again
        </button>
      </NothingHere>
    </div>
  );
}
