import { useState } from 'react';
import { videosPerPage } from '#contract/values/paging.ts';
import { browserClient } from '../../browser-client.ts';
import { type CardVideo, cardOf, type WatchVideo } from '../../components/video-card/card-video.ts';
import { VideoGrid } from '../cards/video-grid.tsx';
import { relatedSearch } from './watch-video.ts';

export interface Related {
  videos: CardVideo[];
  total: number;
}

/** The first page comes with the video; "Load More" appends the next ones. */
export function RelatedVideos({ video, first }: { video: WatchVideo; first: Related }) {
  const [{ videos, total }, setRelated] = useState(first);
  const [page, setPage] = useState(1);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');

  const loadMore = async () => {
    setState('loading');
    try {
      const query = { search: relatedSearch(video), page: page + 1, limit: videosPerPage, exclude: video.id };
      const { records, totalRecords } = await browserClient.getRelated({ query });
      const known = new Set(videos.map(({ id }) => id));
      const more = records.map(cardOf).filter(({ id }) => !known.has(id));
      setRelated({ videos: [...videos, ...more], total: records.length === 0 ? videos.length : totalRecords });
      setPage(page + 1);
      setState('idle');
    } catch (error) {
      console.warn(error);
      setState('failed');
    }
  };

  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-10">
      <h2 id="related" className="mb-4">
        Related Videos
      </h2>
      <VideoGrid videos={videos} label="Related Videos" />
      <div className="py-8 text-center">
        {state === 'loading' && <p role="status">Loading...</p>}
        {state === 'failed' && (
          <p role="alert" className="mb-3 text-danger">
            More videos could not be loaded.
          </p>
        )}
        {videos.length < total && state !== 'loading' && (
          <button type="button" onClick={loadMore} className="btn btn-quiet">
            Load More
          </button>
        )}
      </div>
    </section>
  );
}
