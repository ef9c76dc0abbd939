import { expect, it } from 'vitest';
import { pageJumps, paginationWindow } from '#web/components/page-numbers.ts';

it.each([
  [1, 1, []],
  [1, 3, []],
  [1, 9, [3, 5]],
  [1, 62_500, [3, 5, 9, 17, 33, 65, 129, 257, 513, 1025, 2049, 4097, 8193, 16385, 32769]],
  [50, 100, [18, 34, 42, 46, 48, 52, 54, 58, 66, 82]],
  [100, 100, [36, 68, 84, 92, 96, 98]],
])('page %i of %i links to pages at doubled distances', (page, totalPages, jumps) => {
  expect(pageJumps(page, totalPages)).toEqual(jumps);
});

it.each([7, 63, 625, 5000])('every page of %i is a few clicks from the first', (totalPages) => {
  let wave = [1];
  const known = new Set(wave);
  let clicks = 0;
  while (known.size < totalPages) {
    clicks++;
    wave = wave.flatMap((page) => [...paginationWindow(page, totalPages), ...pageJumps(page, totalPages)]) as number[];
    wave = [...new Set(wave)].filter((page) => page !== null && !known.has(page));
    for (const page of wave) known.add(page);
  }
  expect(clicks).toBeLessThanOrEqual(Math.ceil(Math.log2(totalPages) / 2) + 1);
});
