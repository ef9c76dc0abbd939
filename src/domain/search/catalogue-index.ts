import { roaringLibraryInitialize } from 'roaring-wasm';
import { type Catalogue, disposeCatalogue } from './catalogue.ts';
import { tagCompanions } from './companions.ts';
import { type CaughtUpOptions, type ChangeListener, type FollowingStatus, follow } from './follow.ts';
import { listNames, type NameSummary, type NamesQuestion, newestVideos, randomNames } from './names.ts';
import { type PageQuestion, pageOf, type VideoPage } from './page.ts';
import { type RelatedQuestion, relatedTo } from './related.ts';
import { type IndexLog, openStanding } from './standing.ts';
import { type CatalogueStats, catalogueStats } from './stats.ts';
import { type Suggested, suggest } from './suggest.ts';
import { setViews, viewsOf } from './views.ts';

export interface CatalogueIndexOptions {
  /** The primary, never a replica: changes are read from its log. */
  url: string;
  /** Where the index is kept between starts. */
  snapshotPath?: string | undefined;
  logger: IndexLog;
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
  page: (question: PageQuestion) => VideoPage;
  /** At most the 240 nearest. */
  related: (question: RelatedQuestion) => { ids: number[]; total: number };
  suggest: (typed: string) => { tags: Suggested[]; performers: Suggested[] };
  tags: (question: NamesQuestion) => NameList;
  performers: (question: NamesQuestion) => NameList;
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
  viewed: (totals: ReadonlyMap<number, number>) => void;
  /** Has a listener told of every change from now on, as soon as lists show it. */
  onChange: (listener: ChangeListener) => void;
  /** Number of videos. */
  readonly size: number;
  stats: () => CatalogueStats;
  status: () => FollowingStatus & { ready: boolean };
  /** Resolves once all that was committed before the call can be found; counted views too, where asked for. */
  caughtUp: (options?: CaughtUpOptions) => Promise<void>;
  close: () => Promise<void>;
}

/** Resolves once the index can be asked; from then on it follows the database's changes by itself. */
export const openCatalogueIndex = async (options: CatalogueIndexOptions): Promise<CatalogueIndex> => {
  await roaringLibraryInitialize();
  const { url, snapshotPath, logger: log, signal = new AbortController().signal } = options;
  const standing = await openStanding(url, snapshotPath, log, signal);
  const { pollMs = 5_000, viewsMs = 60_000, snapshotMs = 300_000 } = options;
  const listeners: ChangeListener[] = [];
  const onChange: ChangeListener = (touched) => {
    for (const listener of listeners) listener(touched);
  };
  const following = follow(standing, { url, snapshotPath, log, pollMs, viewsMs, snapshotMs, onChange });
  await following.caughtUp();
  let ready = true;

  const ask = (): Catalogue => {
    standing.catalogue.kept.trim();
    return standing.catalogue;
  };
  const isUsed = (kind: 'tag' | 'performer', slug: string) => {
    const term = standing.catalogue.terms[kind].bySlug.get(slug);
    return term !== undefined && !term.videos.isEmpty;
  };

  return {
    page: (question) => pageOf(ask(), question),
    related: (question) => relatedTo(ask(), question),
    suggest: (typed) => suggest(ask(), typed),
    tags: (question) => listNames(ask(), 'tag', question),
    performers: (question) => listNames(ask(), 'performer', question),
    randomTags: (count) => randomNames(ask(), 'tag', count),
    randomPerformers: (count) => randomNames(ask(), 'performer', count),
    newestVideoOf: (tags) => newestVideos(ask(), tags),
    tagMetadata: (tag) => tagCompanions(ask(), tag),
    hasTag: (slug) => isUsed('tag', slug),
    hasPerformer: (slug) => isUsed('performer', slug),
    viewsOf: (id) => viewsOf(standing.catalogue, id),
    viewed: (totals) => setViews(standing.catalogue, totals),
    onChange: (listener) => listeners.push(listener),
    get size() {
      return standing.catalogue.live.size;
    },
    stats: () => catalogueStats(standing.catalogue),
    status: () => ({ ready, ...following.status() }),
    caughtUp: following.caughtUp,
    close: async () => {
      if (!ready) return;
      ready = false;
      await following.close();
      disposeCatalogue(standing.catalogue);
    },
  };
};
