import { useEffect, useState } from 'react';
import { videosPerPage } from '#contract/values/paging.ts';
import { browserClient } from '../../browser-client.ts';
import { restoreScrollPosition } from '../../components/scroll-positions.ts';
import { useIsHydrated } from '../../components/use-is-hydrated.ts';
import { type CardVideo, cardOf, type WatchVideo } from '../../components/video-card/card-video.ts';
import { readHistoryEntry, writeHistoryEntry } from '../history-entry.ts';
import { relatedSearch } from './watch-video.ts';

export interface Related {
  videos: CardVideo[];
  total: number;
}

interface Loaded extends Related {
  /** Of the video that these are related to. */
  id: string;
  pages: number;
}

const key = 'related';
const readLoaded = (id: string) => {
  const loaded = readHistoryEntry<Loaded>(key);
  return loaded?.id === id ? loaded : undefined;
};

/** The first page comes with the video, the next ones are loaded and still there when the visitor comes back. */
export const useRelatedVideos = (video: WatchVideo, first: Related) => {
  const isHydrated = useIsHydrated();
  const [loaded, setLoaded] = useState<Loaded>(
    () => (isHydrated ? readLoaded(video.id) : undefined) ?? { ...first, id: video.id, pages: 1 },
  );
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');

  // After hydration, which needs the page as the server had sent it.
  const [needsRestoring] = useState(!isHydrated);
  const [isRestored, setIsRestored] = useState(false);
  useEffect(() => {
    const stored = needsRestoring ? readLoaded(video.id) : undefined;
    if (!stored) return;
    setLoaded(stored);
    setIsRestored(true);
  }, [needsRestoring, video.id]);
  useEffect(() => {
    if (isRestored) restoreScrollPosition();
  }, [isRestored]);

  const loadMore = async () => {
    const { videos, pages } = loaded;
    setState('loading');
    try {
      const query = { search: relatedSearch(video), page: pages + 1, limit: videosPerPage, exclude: video.id };
      const { records, totalRecords } = await browserClient.getRelated({ query });
      const known = new Set(videos.map(({ id }) => id));
      const more = records.map(cardOf).filter(({ id }) => !known.has(id));
      const total = records.length === 0 ? videos.length : totalRecords;
      const next = { id: video.id, videos: [...videos, ...more], total, pages: pages + 1 };
      writeHistoryEntry(key, next);
      setLoaded(next);
      setState('idle');
      return more[0];
    } catch (error) {
      console.warn(error);
      setState('failed');
      return undefined;
    }
  };

  return { videos: loaded.videos, hasMore: loaded.videos.length < loaded.total, state, loadMore };
};
