import { RoaringBitmap32 } from 'roaring-wasm';
import type { PostSort, SortDirection } from '#contract/values/post-filter.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { Trait } from '../index/terms.ts';
import { scratchOrdinals } from './scratch-ordinals.ts';
import { takeSorted, type Values } from './take-sorted.ts';
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

/** Sorts by a column of numbers. Of two equal ones, the newer video counts as larger. */
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

/** The numbers to sort by; undefined for sorts by name or publication time. */
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

/** The videos of each category, host, partner or admin, in the order of their names; undefined for other sorts. */
const groupsOf = (catalogue: Catalogue, { sort, nameOrder }: PostSorting) => {
  if (sort === 'category') return categoryGroups(catalogue);
  if (sort === 'host') return hostGroups(catalogue);
  return sort === 'partner' || sort === 'by' ? namedGroups(catalogue, sort, nameOrder) : undefined;
};

/** The ordinals of a page. Without another order, and within one, videos are in publication order. */
export const sortedOrdinals = (
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
