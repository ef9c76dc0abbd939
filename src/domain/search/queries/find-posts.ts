import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { noVideos } from './alternatives.ts';
import { type Filter, filterBitmaps } from './filters.ts';
import { findMatches, type Matches } from './matching.ts';
import { idsInOrder } from './page.ts';
import { type PostSorting, sortedOrdinals } from './sorted-posts.ts';

export interface PostsQuery extends Filter {
  /** A post that the search means too, by its number. */
  number?: number | undefined;
}

export interface PostsPageQuery extends PostsQuery {
  /** Best matches first without it. */
  sorting?: PostSorting | undefined;
  page: number;
  limit: number;
}

export interface PostsPage {
  ids: number[];
  total: number;
  /** The last page, if the one asked for is after it. */
  page: number;
}

/** The post with the number comes first. */
const withNumber = (catalogue: Catalogue, matches: Matches, filter: Filter, number: number): Matches => {
  const ordinal = catalogue.ordinals.get(number);
  if (ordinal === undefined || !filterBitmaps(catalogue, filter).every((videos) => videos.has(ordinal))) return matches;
  const key = `${number} or ${matches.key}`;
  const { queryCache } = catalogue;
  const all = queryCache.bitmap(key, () => matches.all.clone().add(ordinal));
  const only = queryCache.bitmap(`ordinal ${ordinal}`, () => new RoaringBitmap32([ordinal]));
  const tiers = function* () {
    yield { key: `ordinal ${ordinal}`, videos: only, step: 0 };
    for (const tier of matches.tiers?.() ?? []) {
      const tierKey = `not ${ordinal} ${tier.key}`;
      yield {
        ...tier,
        key: tierKey,
        videos: queryCache.bitmap(tierKey, () => RoaringBitmap32.andNot(tier.videos, only)),
      };
    }
  };
  return { key, all, tiers };
};

const matchesOf = (catalogue: Catalogue, { number, ...filter }: PostsQuery): Matches => {
  const matches = findMatches(catalogue, { ...filter, exact: true }) ?? { key: 'nothing', all: noVideos(catalogue) };
  return number === undefined ? matches : withNumber(catalogue, matches, filter, number);
};

/** A page of the back-office's list. */
export const findPostsPage = (catalogue: Catalogue, query: PostsPageQuery): PostsPage => {
  const { sorting, limit, page: wanted, ...filter } = query;
  const matches = matchesOf(catalogue, filter);
  const total = matches.all.size;
  const page = Math.max(1, Math.min(wanted, Math.ceil(total / limit)));
  const offset = (page - 1) * limit;
  if (!sorting) return { ids: idsInOrder(catalogue, matches, 'best', offset, limit), total, page };
  const ordinals = sortedOrdinals(catalogue, matches.all, sorting, { offset, limit });
  return { ids: Array.from(ordinals, (ordinal) => catalogue.columns.ids[ordinal] as number), total, page };
};

/** Everything that matches, oldest first. */
export const findAllPosts = (catalogue: Catalogue, query: PostsQuery): number[] =>
  Array.from(matchesOf(catalogue, query).all.toUint32Array(), (ordinal) => catalogue.columns.ids[ordinal] as number);
