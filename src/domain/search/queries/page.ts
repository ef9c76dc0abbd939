import type { RoaringBitmap32 } from 'roaring-wasm';
import { type Catalogue, idsNewestFirst } from '../index/catalogue.ts';
import { type RankedOrder, rankedOrdinals } from '../index/orders.ts';
import { type Filter, findMatches, type Matches } from './matching.ts';

/** `best` is for searches. Lists without a search are sorted by `newest` instead. */
export type Order = 'newest' | RankedOrder;

export interface PageQuery extends Filter {
  order: Order;
  page: number;
  limit: number;
}

export interface VideoPage {
  ids: number[];
  total: number;
  /** The search that was used instead, if the typed one found nothing. */
  correctedSearch?: string;
  /** A similar search that finds many more videos. */
  didYouMean?: string;
  /** Set if a search of titles found nothing, so that tags and performers were searched too. */
  searchedEverywhere?: true;
  /** Words that were left out, because no video has all words of the search. */
  droppedWords?: string[];
  /** Set if nothing has the quoted phrases, so that their words were searched for. */
  ignoredQuotes?: true;
}

const newestIds = (catalogue: Catalogue, videos: RoaringBitmap32, offset: number, limit: number): number[] => {
  const end = videos.size - offset;
  return end > 0 ? idsNewestFirst(catalogue, videos.sliceUint32Array(Math.max(0, end - limit), end)) : [];
};

const bestOrdinals = (catalogue: Catalogue, tiers: NonNullable<Matches['tiers']>, offset: number, limit: number) => {
  const ordinals: number[] = [];
  let skip = offset;
  for (const tier of tiers()) {
    const { size } = tier.videos;
    if (skip < size) ordinals.push(...rankedOrdinals(catalogue, 'best', tier, skip, limit - ordinals.length));
    skip = Math.max(0, skip - size);
    if (ordinals.length === limit) break;
  }
  return ordinals;
};

export const idsInOrder = (
  catalogue: Catalogue,
  { all, tiers, key }: Matches,
  order: Order,
  offset: number,
  limit: number,
) => {
  if (offset >= all.size) return [];
  if (order === 'newest' || (order === 'best' && !tiers)) return newestIds(catalogue, all, offset, limit);
  const ordinals =
    order === 'best' && tiers
      ? bestOrdinals(catalogue, tiers, offset, limit)
      : rankedOrdinals(catalogue, order, { key, videos: all }, offset, limit);
  return ordinals.map((ordinal) => catalogue.columns.ids[ordinal] as number);
};

export const findPage = (catalogue: Catalogue, query: PageQuery): VideoPage => {
  const matches = findMatches(catalogue, query);
  if (!matches) return { ids: [], total: 0 };
  const { correctedSearch, didYouMean, searchedEverywhere, droppedWords, ignoredQuotes } = matches;
  return {
    ids: idsInOrder(catalogue, matches, query.order, (query.page - 1) * query.limit, query.limit),
    total: matches.all.size,
    ...(correctedSearch === undefined ? {} : { correctedSearch }),
    ...(didYouMean === undefined ? {} : { didYouMean }),
    ...(searchedEverywhere ? { searchedEverywhere } : {}),
    ...(droppedWords === undefined ? {} : { droppedWords }),
    ...(ignoredQuotes ? { ignoredQuotes } : {}),
  };
};
