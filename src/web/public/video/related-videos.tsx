import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { videosPerPage } from '#contract/values/lists.ts';
import { videoPath } from '#contract/values/urls.ts';
import { browserClient } from '../../browser-client.ts';
import { useIsHydrated } from '../../components/use-is-hydrated.ts';
import { type CardVideo, cardOf, type WatchVideo } from '../../components/video-card/card-video.ts';
import { hidden, hideParameter } from '../favourites/stores.ts';
import { tagHref } from '../hrefs.ts';
import { isPlainClick } from '../internal-links.ts';
import { VideoGrid } from '../lists/video-grid.tsx';
import { readHistoryEntry, restoreScrollPosition, writeHistoryEntry } from '../session-history.ts';
import { relatedSearch } from './watch-page.ts';

export interface Related {
  videos: CardVideo[];
  total: number;
}

interface Loaded extends Related {
  /** Id of the video that these are related to. */
  id: string;
  pages: number;
}

const key = 'related';
const readLoaded = (id: string) => {
  const loaded = readHistoryEntry<Loaded>(key);
  return loaded?.id === id ? loaded : undefined;
};

/** Starts with the first page, which comes with the video. Loaded pages are restored when the visitor comes back. */
const useRelatedVideos = (video: WatchVideo, first: Related) => {
  const isHydrated = useIsHydrated();
  const [loaded, setLoaded] = useState<Loaded>(
    () => (isHydrated ? readLoaded(video.id) : undefined) ?? { ...first, id: video.id, pages: 1 },
  );
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');

  // Restore after hydration, which has to match the server's HTML.
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

  const fetchPage = (page: number) => {
    const query = {
      search: relatedSearch(video),
      page,
      limit: videosPerPage,
      exclude: video.id,
      hide: hideParameter(),
    };
    return browserClient.getRelated({ query });
  };

  // The videos that came with the page are the same for everybody, and some are hidden here. Fill the gaps.
  const words = hidden.use();
  const isFilled = useRef(false);
  const fill = useEffectEvent(async () => {
    const { records, totalRecords } = await fetchPage(1);
    setLoaded((current) => {
      const filled = records.map(cardOf);
      const known = new Set(filled.map(({ id }) => id));
      const further = current.videos.slice(first.videos.length).filter(({ id }) => !known.has(id));
      return { ...current, videos: [...filled, ...further], total: totalRecords };
    });
  });
  useEffect(() => {
    if (words.length === 0 && !isFilled.current) return;
    isFilled.current = true;
    fill().catch((error: unknown) => console.warn(error));
  }, [words]);

  const loadMore = async () => {
    const { videos, pages } = loaded;
    setState('loading');
    try {
      const { records, totalRecords } = await fetchPage(pages + 1);
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

/**
 * "Load More" appends the next page. Without JavaScript, for crawlers and in a new tab it leads to the list of the video's
 * first tag: a URL for more related videos would add another, very similar page for each video.
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

  // "Load More" loses focus because it disappears while loading. Move focus to the first new card.
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
