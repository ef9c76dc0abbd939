import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { findSimilarVideos } from '../records/video.ts';
import { FoundVideos } from './found-videos.tsx';

const debounceMs = 500;

interface SimilarVideosProps {
  title: string;
  exclude: string | undefined;
}

/** Warns about videos with all the words of the title. */
export function SimilarVideos({ title, exclude }: SimilarVideosProps) {
  const found = useDebouncedFetch(title.trim(), debounceMs, () => findSimilarVideos('', title.trim(), exclude));
  return (
    <div role="status" className="grid gap-2.5 empty:hidden">
      <FoundVideos text="A very similar title is already in the catalogue:" videos={found?.result.similarTitle ?? []} />
    </div>
  );
}
