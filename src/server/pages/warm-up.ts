import { videoPath } from '#contract/values/urls.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

/** Renders pages at start, because code is slow until V8 has optimised it. */
export interface WarmUp {
  run: () => Promise<void>;
  stop: () => void;
  readonly isDone: boolean;
}

export interface WarmUpOptions {
  index: Pick<CatalogueIndex, 'size' | 'tags' | 'performers' | 'page' | 'videosByIds'>;
  /** Rejects if too many pages are already waiting. */
  preload: (path: string) => Promise<unknown>;
  /** The number of pages to render at the same time. */
  threads: number;
}

/** Smaller sites aren't warmed up: their first visitors are too few to wait for each other. */
const minVideos = 10_000;
const maxMs = 2_000;
const pagesOfEachKind = 100;

/** The most requested pages of each kind, alternating between kinds. */
const pathsOf = (index: WarmUpOptions['index']): string[] => {
  const first = { page: 1, limit: pagesOfEachKind };
  const namePaths = (root: string, { items }: ReturnType<CatalogueIndex['tags']>) =>
    items.map(({ slug }) => root + encodeURIComponent(slug));
  const { ids } = index.page({ ...first, order: 'popular' });
  const kinds = [
    Array.from({ length: pagesOfEachKind }, (_, n) => `/new-content${n === 0 ? '' : `?page=${n + 1}`}`),
    index.videosByIds(ids).map(({ id, title }) => videoPath(id, title)),
    namePaths('/tag/', index.tags({ ...first, sort: 'count' })),
    namePaths('/pornstar/', index.performers({ ...first, sort: 'count' })),
  ];
  const inTurns = Array.from({ length: pagesOfEachKind }, (_, n) => kinds.flatMap((paths) => paths.slice(n, n + 1)));
  return ['/', ...inTurns.flat()];
};

export const createWarmUp = ({ index, preload, threads }: WarmUpOptions): WarmUp => {
  let isDone = index.size < minVideos;
  return {
    run: async () => {
      const endsAt = performance.now() + maxMs;
      const paths = isDone ? [] : pathsOf(index);
      const renderNext = async () => {
        for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
          if (isDone || performance.now() > endsAt) return;
          // Failed renders are already logged; if the queue is full, visitors themselves are warming up the site.
          await preload(path).catch(() => {
            isDone = true;
          });
        }
      };
      await Promise.all(Array.from({ length: threads }, renderNext));
      isDone = true;
    },
    stop: () => {
      isDone = true;
    },
    get isDone() {
      return isDone;
    },
  };
};
