import { useEffect, useRef, useState } from 'react';
import { videoPath } from '#contract/values/video-path.ts';
import type { CardVideo, WatchVideo } from '../../components/video-card/card-video.ts';
import { VideoGrid } from '../cards/video-grid.tsx';
import { type Related, useRelatedVideos } from './use-related-videos.ts';

/** The first page comes with the video; "Load More" appends the next ones. */
export function RelatedVideos({ video, first }: { video: WatchVideo; first: Related }) {
  const { videos, hasMore, state, loadMore } = useRelatedVideos(video, first);
  const section = useRef<HTMLElement>(null);
  const [firstNew, setFirstNew] = useState<CardVideo>();

  // The button that was pressed is gone while it loads: focus goes on with the first card that it brought.
  useEffect(() => {
    if (firstNew === undefined || document.activeElement !== document.body) return;
    const path = videoPath(firstNew.id, firstNew.title);
    section.current?.querySelector<HTMLElement>(`a[href="${path}"]`)?.focus({ preventScroll: true });
  }, [firstNew]);

  if (videos.length === 0) return null;
  return (
    <section ref={section} aria-labelledby="related" className="mt-10 min-[1280px]:mt-0">
      <h2 id="related" className="mb-4">
        Related Videos
      </h2>
      <VideoGrid videos={videos} label="Related Videos" className="beside-video" />
      <div className="py-8 text-center">
        {state === 'loading' && <p role="status">Loading...</p>}
        {state === 'failed' && (
          <p role="alert" className="mb-3 text-danger">
            More videos could not be loaded.
          </p>
        )}
        {hasMore && state !== 'loading' && (
          <button type="button" onClick={async () => setFirstNew(await loadMore())} className="btn btn-quiet">
            Load More
          </button>
        )}
      </div>
    </section>
  );
}
