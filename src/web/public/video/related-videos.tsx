import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { videoPath } from '#contract/values/video-path.ts';
import type { CardVideo, WatchVideo } from '../../components/video-card/card-video.ts';
import { VideoGrid } from '../cards/video-grid.tsx';
import { tagHref } from '../hrefs.ts';
import { isPlainClick } from '../internal-links.ts';
import { type Related, useRelatedVideos } from './use-related-videos.ts';

/**
 * The first page comes with the video; "Load More" appends the next ones. Without JavaScript, for crawlers and in a new tab
 * it leads to the list of the video's first tag: a URL of its own would be one more page for each video, like the first.
 */
export function RelatedVideos({ video, first }: { video: WatchVideo; first: Related }) {
  const { videos, hasMore, state, loadMore } = useRelatedVideos(video, first);
  const section = useRef<HTMLElement>(null);
  const [firstNew, setFirstNew] = useState<CardVideo>();
  const [tag] = video.tags;
  const load = async (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    setFirstNew(await loadMore());
  };

  // The link that was pressed is gone while it loads: focus goes on with the first card that it brought.
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
          <a href={tag ? tagHref(tag.slug) : '/new-content'} data-button onClick={load} className="btn btn-quiet">
            Load More
          </a>
        )}
      </div>
    </section>
  );
}
