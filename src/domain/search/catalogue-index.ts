import { addAbortListener } from 'node:events';
import { roaringLibraryInitialize } from 'roaring-wasm';
import { type Catalogue, catalogueBytes, disposeCatalogue, viewsOf } from './index/catalogue.ts';
import { findNameTerm, type NameKind } from './index/terms.ts';
import {
  type ArchivePeriod,
  type ArchiveQuery,
  archiveDays,
  archiveMonths,
  archivePage,
  publishedBetween,
} from './queries/archive.ts';
import { type Facets, findFacets } from './queries/facets.ts';
import {
  findAllPosts,
  findPostsPage,
  type PostsPage,
  type PostsPageQuery,
  type PostsQuery,
} from './queries/find-posts.ts';
import { type Companions, findCompanions, type ListFacts, listFacts } from './queries/list-facts.ts';
import type { Filter } from './queries/matching.ts';
import {
  type LetterCount,
  letterCounts,
  listNames,
  type NameSummary,
  type NamesQuery,
  newestVideos,
  randomNames,
  seededNames,
  usedNames,
} from './queries/names.ts';
import { findPage, type PageQuery, type VideoPage } from './queries/page.ts';
import { countWithHost, linkHosts } from './queries/post-ranges.ts';
import { readVideos, type Video } from './queries/read-videos.ts';
import { findRelated, type RelatedQuery } from './queries/related.ts';
import { type NameSuggestions, namesInSearch, suggest } from './queries/suggestions.ts';
import { type FollowStatus, followChanges } from './sync/follow-changes.ts';
import type { ChangeListener } from './sync/invalidation.ts';
import { type IndexSource, openIndexState } from './sync/open-index-state.ts';
import type { WaitOptions } from './sync/rounds.ts';

// The public interface of this folder. Modules in this folder import each other, never this file.

export { linkHostOf } from './index/database-rows.ts';
export { compareWords, sortedWords } from './index/orders.ts';
export type { Trait } from './index/terms.ts';
export { parseSearch, type Search, wordsOf } from './index/words.ts';
export type { PostsPage, PostsQuery } from './queries/find-posts.ts';
export type { Filter } from './queries/matching.ts';
export type { NameSummary, NamesQuery } from './queries/names.ts';
export type { Order, VideoPage } from './queries/page.ts';
export type { IdRun } from './queries/post-ranges.ts';
export type { Video } from './queries/read-videos.ts';
export { pruneChangeLog } from './sync/change-log.ts';
export { type Invalidation, memoizeUntilChanged } from './sync/invalidation.ts';

interface CatalogueIndexOptions extends Omit<IndexSource, 'snapshotPath'> {
  /** Where to store the index between starts. */
  snapshotPath?: string | undefined;
  /** Cancels opening the index. */
  signal?: AbortSignal;
  /** How long a change may go unnoticed if its notification is lost. */
  pollMs?: number;
  /** How often to read view counts. */
  viewsMs?: number;
  /** How often to write the snapshot, if anything changed. */
  snapshotMs?: number;
}

/** A tag or performer with its display name. */
export interface IndexedName {
  slug: string;
  name: string;
}

export interface ListedName extends IndexedName {
  id: number;
  /** Number of videos. */
  count: number;
}

interface NameList {
  items: NameSummary[];
  total: number;
}

/** Counts only tags and performers in use. */
export type CatalogueStats = Record<'videos' | 'tags' | 'performers' | 'words' | 'bytes' | 'nearWordBytes', number>;

/** The whole catalogue in memory. It answers every list, search, count and suggestion without the database. */
export interface CatalogueIndex {
  page: (query: PageQuery) => VideoPage;
  /** A page of the back-office's list of published posts. */
  findPosts: (query: PostsPageQuery) => PostsPage;
  /** The most frequent hosts of links, most frequent first. */
  linkHosts: () => string[];
  /** How many videos have a link to a host. */
  countWithHost: (host: string) => number;
  /** Ids of all matching published posts, oldest first. */
  findAllPosts: (query: PostsQuery) => number[];
  /** In the order of the given ids. Skips videos that aren't indexed or whose records are missing. */
  videosByIds: (ids: readonly number[]) => Video[];
  /** How many videos each narrower list has. */
  facets: (filter: Filter) => Facets;
  /** Months like `2026-11` in which videos were published, newest first. */
  archiveMonths: () => ArchivePeriod[];
  /** Days like `2026-11-16` of a month on which videos were published, newest first. */
  archiveDays: (month: string) => ArchivePeriod[];
  /** How many videos were published from `start` until before `end`. */
  publishedBetween: (start: Date, end: Date) => number;
  archivePage: (query: ArchiveQuery) => VideoPage;
  /** A page of the best 240 matches. */
  related: (query: RelatedQuery) => { ids: number[]; total: number };
  /** Suggests tags and performers while a search is typed. */
  suggest: (typed: string) => NameSuggestions;
  /** Tags and performers that are named in a submitted search. */
  namesInSearch: (search: string) => NameSuggestions;
  tags: (query: NamesQuery) => NameList;
  performers: (query: NamesQuery) => NameList;
  tagLetters: () => LetterCount[];
  /** Returns the same tags for the same seed. Without a seed, they differ each time. */
  randomTags: (count: number, seed?: number) => string[];
  randomPerformers: (count: number, seed?: number) => string[];
  /** Id of the newest video of each tag, by slug. Skips tags without videos. */
  newestVideoOf: (tags: string[]) => Map<string, number>;
  tagCompanions: (tag: string) => Companions;
  performerCompanions: (performer: string) => Companions;
  /** Undefined for a list without videos. */
  listFacts: (filter: Filter) => ListFacts | undefined;
  /** Finds a name by slug or alias, or by the slug of another slug rule if that is unambiguous. */
  findName: (kind: NameKind, slug: string) => IndexedName | undefined;
  /** The display name, if it cannot be derived from the slug. */
  spellingOf: (kind: NameKind, slug: string) => string | undefined;
  /** Includes names without videos. */
  allNames: (kind: NameKind) => ListedName[];
  /** Number of videos of a tag or performer. */
  countOf: (kind: NameKind, slug: string) => number;
  hasTag: (slug: string) => boolean;
  hasPerformer: (slug: string) => boolean;
  /** The view count of a video. Views counted by other processes arrive with a delay of up to `viewsMs`. */
  viewsOf: (id: number) => number;
  /** Stores view counts that this process has just written. */
  setViews: (totals: ReadonlyMap<number, number>) => void;
  /** Calls the listener after each change, once queries see it. */
  onChange: (listener: ChangeListener) => void;
  readonly size: number;
  stats: () => CatalogueStats;
  status: () => FollowStatus & { ready: boolean };
  /** Resolves once queries see everything that was committed before the call. */
  waitUntilIndexed: (options?: WaitOptions) => Promise<void>;
  close: () => Promise<void>;
}

const catalogueStats = (catalogue: Catalogue): CatalogueStats => ({
  videos: catalogue.live.size,
  tags: usedNames(catalogue, 'tag').length,
  performers: usedNames(catalogue, 'performer').length,
  words: catalogue.terms.words.size,
  bytes: catalogue.queryCache.value('bytes', () => catalogueBytes(catalogue)),
  nearWordBytes: catalogue.terms.nearWords.bytes,
});

/** Enough for a hundred prefixes. */
const maxPrefixBytes = (videos: number) => Math.max(1024 * 1024, videos * 8);

/** Resolves once the index can answer queries. From then on, it follows changes of the database. */
export const openCatalogueIndex = async (options: CatalogueIndexOptions): Promise<CatalogueIndex> => {
  await roaringLibraryInitialize();
  const { url, snapshotPath, logger, signal = new AbortController().signal } = options;
  const source: IndexSource = { url, replicas: options.replicas, snapshotPath, logger };
  const state = await openIndexState(source, signal);
  const { pollMs = 5_000, viewsMs = 60_000, snapshotMs = 300_000 } = options;
  const listeners: ChangeListener[] = [];
  const onChange: ChangeListener = (invalidation) => {
    for (const listener of listeners) listener(invalidation);
  };
  const following = followChanges(state, { ...source, pollMs, viewsMs, snapshotMs, onChange });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= following.close().then(() => disposeCatalogue(state.catalogue));
    return closing;
  };
  // Closing rejects waitUntilIndexed(), which would otherwise wait until the database is back.
  const closeOnAbort = addAbortListener(signal, close);
  try {
    await following.waitUntilIndexed();
    signal.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  } finally {
    closeOnAbort[Symbol.dispose]();
  }

  /** The catalogue for one query. Trims the caches between queries, when no query uses their bitmaps. */
  const forQuery = (): Catalogue => {
    const { queryCache, shortPrefixes, columns } = state.catalogue;
    queryCache.trim();
    shortPrefixes.trim(maxPrefixBytes(columns.size));
    return state.catalogue;
  };
  const countOf = (kind: NameKind, slug: string) => state.catalogue.terms[kind].bySlug.get(slug)?.videos.size ?? 0;

  const random = (kind: NameKind, count: number, seed: number | undefined) =>
    seed === undefined ? randomNames(forQuery(), kind, count) : seededNames(forQuery(), kind, count, seed);

  return {
    page: (query) => findPage(forQuery(), query),
    findPosts: (query) => findPostsPage(forQuery(), query),
    linkHosts: () => linkHosts(forQuery()),
    countWithHost: (host) => countWithHost(forQuery(), host),
    findAllPosts: (query) => findAllPosts(forQuery(), query),
    videosByIds: (ids) => readVideos(state.catalogue, ids),
    facets: (filter) => findFacets(forQuery(), filter),
    archiveMonths: () => archiveMonths(forQuery()),
    archiveDays: (month) => archiveDays(forQuery(), month),
    publishedBetween: (start, end) => publishedBetween(forQuery(), start, end),
    archivePage: (query) => archivePage(forQuery(), query),
    related: (query) => findRelated(forQuery(), query),
    suggest: (typed) => suggest(forQuery(), typed),
    namesInSearch: (search) => namesInSearch(forQuery(), search),
    tags: (query) => listNames(forQuery(), 'tag', query),
    performers: (query) => listNames(forQuery(), 'performer', query),
    tagLetters: () => letterCounts(forQuery(), 'tag'),
    randomTags: (count, seed) => random('tag', count, seed),
    randomPerformers: (count, seed) => random('performer', count, seed),
    newestVideoOf: (tags) => newestVideos(forQuery(), tags),
    tagCompanions: (tag) => findCompanions(forQuery(), { tag }),
    performerCompanions: (performer) => findCompanions(forQuery(), { performer }),
    listFacts: (filter) => listFacts(forQuery(), filter),
    findName: (kind, slug) => {
      const term = findNameTerm(state.catalogue.terms[kind], slug);
      return term && { slug: term.slug, name: term.name };
    },
    spellingOf: (kind, slug) => state.catalogue.terms[kind].spellings.get(slug),
    allNames: (kind) =>
      Array.from(state.catalogue.terms[kind].byKey.values(), ({ key, slug, name, videos }) => ({
        id: key,
        slug,
        name,
        count: videos.size,
      })),
    countOf,
    hasTag: (slug) => countOf('tag', slug) > 0,
    hasPerformer: (slug) => countOf('performer', slug) > 0,
    viewsOf: (id) => viewsOf(state.catalogue, id),
    setViews: following.setViews,
    onChange: (listener) => listeners.push(listener),
    get size() {
      return state.catalogue.live.size;
    },
    stats: () => catalogueStats(state.catalogue),
    status: () => ({ ready: closing === undefined, ...following.status() }),
    waitUntilIndexed: following.waitUntilIndexed,
    close,
  };
};
