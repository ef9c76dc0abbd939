import fc from 'fast-check';
import { RoaringBitmap32, roaringLibraryInitialize } from 'roaring-wasm';
import { beforeAll, expect, test } from 'vitest';
import { unite } from '#domain/search/queries/alternatives.ts';

beforeAll(() => roaringLibraryInitialize());

const union = (lists: readonly number[][]) => {
  const bitmaps = lists.map((list) => new RoaringBitmap32(list));
  const united = unite(bitmaps);
  // The bitmaps themselves stay as they are.
  expect(bitmaps.map(({ size }) => size)).toEqual(lists.map((list) => new Set(list).size));
  const found = united.toArray();
  for (const bitmap of [united, ...bitmaps]) bitmap.dispose();
  return found;
};

const ascending = (lists: readonly number[][]) => [...new Set(lists.flat())].sort((a, b) => a - b);

test('the union has what any of a few bitmaps has', () => {
  const ordinals = fc.array(fc.nat({ max: 200_000 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(ordinals, { maxLength: 12 }), (lists) => {
      expect(union(lists)).toEqual(ascending(lists));
    }),
  );
});

test.each([
  [128, 10],
  [129, 10],
  [129, 130],
])('the union of %i bitmaps of %i ordinals', (bitmaps, size) => {
  const lists = Array.from({ length: bitmaps }, (_, at) =>
    Array.from({ length: size }, (_, next) => at * 97 + next * 1_009),
  );
  expect(union(lists)).toEqual(ascending(lists));
});
