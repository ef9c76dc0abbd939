import { RoaringBitmap32 } from 'roaring-wasm';
import type { PostSort, SortDirection } from '#contract/values/post-filter.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { Columns } from '../index/columns.ts';
import type { Trait } from '../index/terms.ts';
import { takeLargest } from './largest.ts';
import { titlePlaces } from './title-places.ts';

export interface PostSorting {
  sort: PostSort;
  direction: SortDirection;
  /** Ids of partners or admins by their names, if that is what is sorted by. */
  nameOrder?: readonly number[] | undefined;
}

interface Part {
  offset: number;
  limit: number;
}

/** The keys of a page, in the direction asked for. Changes the order of the keys. */
const takeKeys = (keys: Float64Array, direction: SortDirection, { offset, limit }: Part): Float64Array => {
  if (direction === 'desc') return takeLargest(keys, limit, offset);
  const count = Math.max(0, Math.min(limit, keys.length - offset));
  return takeLargest(keys, count, keys.length - offset - count).reverse();
};

type NumberColumn = 'views' | 'minutes' | 'updatedAt' | 'tagCounts' | 'performerCounts';

/** Of equal values the newer one is the larger: value and ordinal are one number, because numbers sort fastest. */
const byColumn = (
  columns: Columns,
  videos: RoaringBitmap32,
  column: NumberColumn,
  direction: SortDirection,
  part: Part,
) => {
  const values = columns[column];
  const ordinals = videos.toUint32Array();
  // The present time in seconds, times ten million videos, would be more than a number can hold exactly.
  const origin = column === 'updatedAt' ? 2 ** 30 : 0;
  const keys = new Float64Array(ordinals.length);
  for (let at = 0; at < ordinals.length; at++) {
    const ordinal = ordinals[at] as number;
    keys[at] = ((values[ordinal] as number) - origin) * columns.size + ordinal;
  }
  return Array.from(takeKeys(keys, direction, part), (key) => key - Math.floor(key / columns.size) * columns.size);
};

const byId = ({ columns, ordinals }: Catalogue, videos: RoaringBitmap32, direction: SortDirection, part: Part) => {
  const found = videos.toUint32Array();
  const keys = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) keys[at] = columns.ids[found[at] as number] as number;
  return Array.from(takeKeys(keys, direction, part), (id) => ordinals.get(id) as number);
};

const positionOf = (ordinals: Uint32Array, ordinal: number): number => {
  let [low, high] = [0, ordinals.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordinals[middle] as number) < ordinal) low = middle + 1;
    else high = middle;
  }
  return ordinals[low] === ordinal ? low : -1;
};

const byTitle = (catalogue: Catalogue, videos: RoaringBitmap32, direction: SortDirection, part: Part) => {
  const { rankOf, ordinalAt } = catalogue.orders.title;
  const ordinals = videos.toUint32Array();
  const keys = new Float64Array(ordinals.length);
  for (let at = 0; at < ordinals.length; at++) keys[at] = rankOf[ordinals[at] as number] ?? 0;
  const places = titlePlaces(catalogue);
  for (const [ordinal, place] of places.byOrdinal) {
    const at = positionOf(ordinals, ordinal);
    if (at >= 0) keys[at] = place;
  }
  const taken = takeKeys(keys, direction, part);
  return Array.from(taken, (key) => places.ordinalAt.get(key) ?? (ordinalAt[key] as number));
};

/** Takes a page from groups that follow each other and have no videos in common, each in publication order. */
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
    // Videos that are in no group come first.
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

const columnOf: Partial<Record<PostSort, NumberColumn>> = {
  views: 'views',
  minutes: 'minutes',
  updated: 'updatedAt',
  tags: 'tagCounts',
  stars: 'performerCounts',
};

/** The ordinals of a page. Without another order, and within one, videos are in publication order. */
export const sortedOrdinals = (
  catalogue: Catalogue,
  videos: RoaringBitmap32,
  { sort, direction, nameOrder }: PostSorting,
  part: Part,
): ArrayLike<number> => {
  const column = columnOf[sort];
  if (column) return byColumn(catalogue.columns, videos, column, direction, part);
  if (sort === 'number') return byId(catalogue, videos, direction, part);
  if (sort === 'title') return byTitle(catalogue, videos, direction, part);
  if (sort === 'category') return byGroups(videos, categoryGroups(catalogue), direction, part);
  if (sort === 'host') return byGroups(videos, hostGroups(catalogue), direction, part);
  if (sort === 'partner' || sort === 'by')
    return byGroups(videos, namedGroups(catalogue, sort, nameOrder), direction, part);
  return inPublicationOrder(videos, direction, part);
};
