import { RoaringBitmap32 } from 'roaring-wasm';
import type { PostSort, SortDirection } from '#contract/values/posts.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { compareWords, sortedWordsAt } from '../index/orders.ts';
import { scratchOrdinals, takeSorted, type Values } from '../index/sorting.ts';
import type { Trait } from '../index/terms.ts';
import { noVideos } from './alternatives.ts';
import { type Filter, filterBitmaps, findMatches, type Matches } from './matching.ts';
import { idsInOrder } from './page.ts';

/** Further changed titles come last until the next sort. */
const maxPlaced = 5_000;

/** Binary search among the unchanged titles: how many ranked titles come before these words. */
const rankBefore = (catalogue: Catalogue, words: readonly string[], ordinal: number): number => {
  const { orders, retitled, columns, terms } = catalogue;
  const { ordinalAt } = orders.title;
  const isChanged = (rank: number) => {
    const at = ordinalAt[rank] as number;
    return retitled.has(at) || at >= columns.size;
  };
  let low = 0;
  let high = ordinalAt.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    let known = middle;
    while (known < high && isChanged(known)) known++;
    if (known === high) {
      high = middle;
      continue;
    }
    const other = ordinalAt[known] as number;
    const order = compareWords(sortedWordsAt(columns, terms, other), words) || other - ordinal;
    if (order < 0) low = known + 1;
    else high = middle;
  }
  return low;
};

/** Videos whose titles changed since the last sort, by the rank at which they are inserted. */
const placeChanged = (catalogue: Catalogue): Map<number, { ordinal: number }[]> => {
  const { retitled, live, orders, columns, terms } = catalogue;
  const changed = [...retitled].filter((ordinal) => live.has(ordinal));
  const placed = changed
    .slice(0, maxPlaced)
    .map((ordinal) => ({ ordinal, words: sortedWordsAt(columns, terms, ordinal) }))
    .sort((a, b) => compareWords(a.words, b.words) || a.ordinal - b.ordinal)
    .map(({ ordinal, words }) => ({ ordinal, rank: rankBefore(catalogue, words, ordinal) }));
  const last = changed.slice(maxPlaced).map((ordinal) => ({ ordinal, rank: orders.title.ordinalAt.length }));
  return Map.groupBy([...placed, ...last], ({ rank }) => rank);
};

const computeTitlePlaces = (catalogue: Catalogue): Uint32Array => {
  const { ordinalAt } = catalogue.orders.title;
  const changed = placeChanged(catalogue);
  const places = new Uint32Array(catalogue.columns.size);
  let place = 0;
  for (let rank = 0; rank <= ordinalAt.length; rank++) {
    for (const { ordinal } of changed.get(rank) ?? []) places[ordinal] = place++;
    const ordinal = ordinalAt[rank];
    if (ordinal !== undefined && !catalogue.retitled.has(ordinal)) places[ordinal] = place++;
  }
  return places;
};

/** The position of each title among all titles, by ordinal. */
const titlePlaces = (catalogue: Catalogue): Uint32Array => {
  const { retitled, orders, queryCache } = catalogue;
  if (retitled.size === 0) return orders.title.rankOf;
  return queryCache.value(
    'title places',
    () => computeTitlePlaces(catalogue),
    ({ byteLength }) => byteLength,
  );
};

interface PostSorting {
  sort: PostSort;
  direction: SortDirection;
  /** Ids of partners or admins in the order of their names, to sort by them. */
  nameOrder?: readonly number[] | undefined;
}

interface Part {
  offset: number;
  limit: number;
}

/** Sorts by a column of numbers. Of equal values, the newer video counts as larger. */
const byValue = (
  videos: RoaringBitmap32,
  values: Values,
  direction: SortDirection,
  { offset, limit }: Part,
): number[] => {
  const ordinals = videos.toUint32Array(scratchOrdinals(videos.size));
  const end = Math.min(offset + limit, ordinals.length);
  if (direction === 'asc') return takeSorted(values, ordinals, offset, end);
  return takeSorted(values, ordinals, ordinals.length - end, ordinals.length - offset).reverse();
};

/** Takes a page from consecutive, disjoint groups, each in publication order. */
const byGroups = (
  videos: RoaringBitmap32,
  groups: readonly RoaringBitmap32[],
  direction: SortDirection,
  { offset, limit }: Part,
): number[] => {
  const sizes = groups.map((group) => videos.andCardinality(group));
  const grouped = sizes.reduce((sum, size) => sum + size, 0);
  const others = {
    size: videos.size - grouped,
    select: () => {
      const union = RoaringBitmap32.orMany([...groups]);
      const rest = RoaringBitmap32.andNot(videos, union);
      union.dispose();
      return rest;
    },
  };
  const inOrder = [
    // Videos without a group come first.
    others,
    ...groups.map((group, at) => ({ size: sizes[at] as number, select: () => RoaringBitmap32.and(videos, group) })),
  ];
  const taken: number[] = [];
  let skip = offset;
  for (const { size, select } of direction === 'asc' ? inOrder : inOrder.reverse()) {
    if (skip < size) {
      const members = select();
      taken.push(...inPublicationOrder(members, direction, { offset: skip, limit: limit - taken.length }));
      members.dispose();
    }
    skip = Math.max(0, skip - size);
    if (taken.length === limit) break;
  }
  return taken;
};

const inPublicationOrder = (videos: RoaringBitmap32, direction: SortDirection, { offset, limit }: Part) => {
  if (direction === 'asc') return videos.sliceUint32Array(offset, offset + limit);
  const end = Math.max(0, videos.size - offset);
  return videos.sliceUint32Array(Math.max(0, end - limit), end).reverse();
};

/** The bitmaps of hosts in alphabetical order. */
const hostGroups = ({ terms, queryCache }: Catalogue) =>
  queryCache.value('hosts', () => {
    const hosts = [...terms.traits.values()].filter(({ trait }) => trait.startsWith('host:'));
    return hosts.sort((a, b) => (a.trait < b.trait ? -1 : 1)).map(({ videos }) => videos);
  });

const categoryGroups = ({ terms }: Catalogue) =>
  [...terms.categories.values()].sort((a, b) => (a.category < b.category ? -1 : 1)).map(({ videos }) => videos);

const namedGroups = ({ terms }: Catalogue, kind: 'partner' | 'by', ids: readonly number[] = []) =>
  ids.flatMap((id) => terms.traits.get(`${kind}:${id}` satisfies Trait)?.videos ?? []);

/** The numbers to sort by. Undefined for sorts by name or publication time. */
const valuesOf = (catalogue: Catalogue, sort: PostSort) => {
  const { columns } = catalogue;
  if (sort === 'views') return columns.views;
  if (sort === 'minutes') return columns.minutes;
  if (sort === 'updated') return columns.updatedAt;
  if (sort === 'tags') return columns.tagCounts;
  if (sort === 'stars') return columns.performerCounts;
  if (sort === 'number') return columns.ids;
  return sort === 'title' ? titlePlaces(catalogue) : undefined;
};

/** The videos of each category, host, partner or admin, in the order of their names. Undefined for other sorts. */
const groupsOf = (catalogue: Catalogue, { sort, nameOrder }: PostSorting) => {
  if (sort === 'category') return categoryGroups(catalogue);
  if (sort === 'host') return hostGroups(catalogue);
  return sort === 'partner' || sort === 'by' ? namedGroups(catalogue, sort, nameOrder) : undefined;
};

/** The ordinals of a page. Ties are in publication order. */
const sortedOrdinals = (
  catalogue: Catalogue,
  videos: RoaringBitmap32,
  sorting: PostSorting,
  part: Part,
): ArrayLike<number> => {
  const values = valuesOf(catalogue, sorting.sort);
  if (values) return byValue(videos, values, sorting.direction, part);
  const groups = groupsOf(catalogue, sorting);
  if (groups) return byGroups(videos, groups, sorting.direction, part);
  return inPublicationOrder(videos, sorting.direction, part);
};

export interface PostsQuery extends Filter {
  /** The id of a post that also matches. */
  number?: number | undefined;
}

export interface PostsPageQuery extends PostsQuery {
  /** Default: best matches first. */
  sorting?: PostSorting | undefined;
  page: number;
  limit: number;
}

export interface PostsPage {
  ids: number[];
  total: number;
  /** The requested page, or the last one if that is earlier. */
  page: number;
}

/** Adds the post with this number as the best match. */
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

export const findPostsPage = (catalogue: Catalogue, query: PostsPageQuery): PostsPage => {
  const { sorting, limit, page: requestedPage, ...filter } = query;
  const matches = matchesOf(catalogue, filter);
  const total = matches.all.size;
  const page = Math.max(1, Math.min(requestedPage, Math.ceil(total / limit)));
  const offset = (page - 1) * limit;
  if (!sorting) return { ids: idsInOrder(catalogue, matches, 'best', offset, limit), total, page };
  const ordinals = sortedOrdinals(catalogue, matches.all, sorting, { offset, limit });
  return { ids: Array.from(ordinals, (ordinal) => catalogue.columns.ids[ordinal] as number), total, page };
};

/** Ids of all matches, oldest first. */
export const findAllPosts = (catalogue: Catalogue, query: PostsQuery): number[] =>
  Array.from(matchesOf(catalogue, query).all.toUint32Array(), (ordinal) => catalogue.columns.ids[ordinal] as number);
