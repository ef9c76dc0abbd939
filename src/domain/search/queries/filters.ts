import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';

/** Tags and performers are slugs. An empty search or category matches everything. */
export interface Filter {
  search?: string;
  category?: string;
  tag?: string;
  performer?: string;
}

export const intersection = (bitmaps: RoaringBitmap32[]): RoaringBitmap32 => {
  const [smallest, ...others] = bitmaps.toSorted((a, b) => a.size - b.size);
  const common = smallest ? smallest.clone() : new RoaringBitmap32();
  for (const other of others) {
    if (common.isEmpty) break;
    common.andInPlace(other);
  }
  return common;
};

/** Undefined if the tag, performer or category does not exist. */
export const filterBitmaps = ({ terms }: Catalogue, filter: Filter): RoaringBitmap32[] | undefined => {
  const wanted = [
    filter.category ? [terms.categories.get(filter.category)] : [],
    filter.tag === undefined ? [] : [terms.tag.bySlug.get(filter.tag)],
    filter.performer === undefined ? [] : [terms.performer.bySlug.get(filter.performer)],
  ].flat();
  const known = wanted.filter((term) => term !== undefined);
  return known.length === wanted.length ? known.map((term) => term.videos) : undefined;
};
