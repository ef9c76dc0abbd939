import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrdinalOrder, sortBy } from '#domain/search/index/sorting.ts';

const neverYield = () => undefined;
const sorted = async (keys: number[]) => [
  ...(await sortBy(inOrdinalOrder(keys.length), Float64Array.from(keys), neverYield)),
];

test('keys of any size are sorted ascending', async () => {
  expect(await sorted([65_536, 65_535, 2 ** 40, 0, 2 ** 32, 1])).toEqual([3, 5, 1, 0, 4, 2]);
  expect(await sorted([])).toEqual([]);
});

test('the sort is stable and agrees with the native one', async () => {
  const keys = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 200_000 }), fc.maxSafeNat()), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(keys, async (list) => {
      const expected = list.map((_, at) => at).sort((a, b) => (list[a] as number) - (list[b] as number));
      expect(await sorted(list)).toEqual(expected);
    }),
  );
});
