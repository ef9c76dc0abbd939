import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeLargest } from '#domain/search/index/sorting.ts';

test('the largest keys are the last of the sorted ones, largest first', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 200 });
  fc.assert(
    fc.property(keys, fc.nat({ max: 210 }), fc.nat({ max: 210 }), (given, count, offset) => {
      const expected = given.toSorted((a, b) => b - a).slice(offset, offset + count);
      expect([...takeLargest(Float64Array.from(given), count, offset)]).toEqual(expected);
    }),
  );
});
