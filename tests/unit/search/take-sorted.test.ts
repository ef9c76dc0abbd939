import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeSorted } from '#domain/search/index/sorting.ts';
import { runs } from '../../support/random.ts';

/** Few distinct values, many, and some that need more than 32 bits. */
const anyValues = fc.oneof(
  fc.array(fc.nat(3), { minLength: 1, maxLength: 3_000, size: 'max' }),
  fc.array(fc.nat(), { minLength: 1, maxLength: 3_000, size: 'max' }),
  fc.array(fc.constantFrom(0, 7, 0xffff_fffe, 0xffff_ffff, 2 ** 40, 2 ** 41), {
    minLength: 1,
    maxLength: 3_000,
    size: 'max',
  }),
);

it('gives any part of a sorted list, equal values in the order they came in', () => {
  fc.assert(
    fc.property(anyValues, fc.nat(3_000), fc.nat(100), (values, from, count) => {
      const candidates = Uint32Array.from(values.keys());
      const end = Math.min(from + count, values.length);
      const sorted = [...values.keys()].sort((a, b) => (values[a] as number) - (values[b] as number));
      expect(takeSorted(Float64Array.from(values), candidates, from, end)).toEqual(sorted.slice(from, end));
    }),
    { numRuns: runs(100, 300) },
  );
});
