import { roaringLibraryInitialize } from 'roaring-wasm';
import { type Catalogue, disposeCatalogue } from './index/catalogue.ts';
import { setViews, viewsOf } from './index/views.ts';
import { tagCompanions } from './queries/companions.ts';
import { listNames, type NameSummary, type NamesQuery, newestVideos, randomNames } from './queries/names.ts';
import { findPage, type PageQuery, type VideoPage } from './queries/page.ts';
import { findRelated, type RelatedQuery } from './queries/related.ts';
import { type CatalogueStats, catalogueStats } from './queries/stats.ts';
import { type Suggested, suggest } from './queries/suggest.ts';
import { type ChangeListener, type FollowStatus, follow, type WaitOptions } from './sync/follow-changes.ts';
import { type IndexLogger, openIndexState } from './sync/open-index-state.ts';

export interface CatalogueIndexOptions {
  /** The primary, never a replica: changes are read from its log. */
  url: string;
  /** Where the index is kept between starts. */
  snapshotPath?: string | undefined;
  logger: IndexLogger;
  /** Gives up opening. */
  signal?: AbortSignal;
  /** How long a change may go unnoticed where its notification is lost. */
  pollMs?: number;
  viewsMs?: number;
  snapshotMs?: number;
}

interface NameList {
  items: NameSummary[];
  total: number;
}

/** The catalogue in memory: every list, search, count, suggestion and related set. */
export interface CatalogueIndex {
  page: (query: PageQuery) => VideoPage;
  /** At most the 240 nearest. */
  related: (query: RelatedQuery) => { ids: number[]; total: number };
  suggest: (typed: string) => { tags: Suggested[]; performers: Suggested[] };
  tags: (query: NamesQuery) => NameList;
  performers: (query: NamesQuery) => NameList;
  randomTags: (count: number) => string[];
  randomPerformers: (count: number) => string[];
  /** The newest video of each of these tags that has one. */
  newestVideoOf: (tags: string[]) => Map<string, number>;
  tagMetadata: (tag: string) => { tags: string[]; performers: string[] };
  /** Whether any video carries it. */
  hasTag: (slug: string) => boolean;
  hasPerformer: (slug: string) => boolean;
  /** How often a video was viewed, as far as this process knows; what it counts itself it is told at once. */
  viewsOf: (id: number) => number;
  setViews: (totals: ReadonlyMap<number, number>) => void;
  /** Has a listener told of every change from now on, as soon as lists show it. */
  onChange: (listener: ChangeListener) => void;
  /** Number of videos. */
  readonly size: number;
  stats: () => CatalogueStats;
  status: () => FollowStatus & { ready: boolean };
  /** Resolves once all that was committed before the call can be found; counted views too, where asked for. */
  waitUntilIndexed: (options?: WaitOptions) => Promise<void>;
  close: () => Promise<void>;
}

/** Resolves once the index can be asked; from then on it follows the database's changes by itself. */
export const openCatalogueIndex = async (options: CatalogueIndexOptions): Promise<CatalogueIndex> => {
  await roaringLibraryInitialize();
  const { url, snapshotPath, logger: log, signal = new AbortController().signal } = options;
  const state = await openIndexState(url, snapshotPath, log, signal);
  const { pollMs = 5_000, viewsMs = 60_000, snapshotMs = 300_000 } = options;
  const listeners: ChangeListener[] = [];
  const onChange: ChangeListener = (touched) => {
    for (const listener of listeners) listener(touched);
  };
  const following = follow(state, { url, snapshotPath, log, pollMs, viewsMs, snapshotMs, onChange });
  await following.waitUntilIndexed();
  let ready = true;

  const ask = (): Catalogue => {
    state.catalogue.queryCache.trim();
    return state.catalogue;
  };
  const isUsed = (kind: 'tag' | 'performer', slug: string) => {
    const term = state.catalogue.terms[kind].bySlug.get(slug);
    return term !== undefined && !term.videos.isEmpty;
  };

  return {
    page: (query) => findPage(ask(), query),
    related: (query) => findRelated(ask(), query),
    suggest: (typed) => suggest(ask(), typed),
    tags: (query) => listNames(ask(), 'tag', query),
    performers: (query) => listNames(ask(), 'performer', query),
    randomTags: (count) => randomNames(ask(), 'tag', count),
    randomPerformers: (count) => randomNames(ask(), 'performer', count),
    newestVideoOf: (tags) => newestVideos(ask(), tags),
    tagMetadata: (tag) => tagCompanions(ask(), tag),
    hasTag: (slug) => isUsed('tag', slug),
    hasPerformer: (slug) => isUsed('performer', slug),
    viewsOf: (id) => viewsOf(state.catalogue, id),
    setViews: (totals) => setViews(state.catalogue, totals),
    onChange: (listener) => listeners.push(listener),
    get size() {
      return state.catalogue.live.size;
    },
    stats: () => catalogueStats(state.catalogue),
    status: () => ({ ready, ...following.status() }),
    waitUntilIndexed: following.waitUntilIndexed,
    close: async () => {
      if (!ready) return;
      ready = false;
      await following.close();
      disposeCatalogue(state.catalogue);
    },
  };
};
