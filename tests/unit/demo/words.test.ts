import { expect, test } from 'vitest';
import { inventWord, performerNames } from '#domain/demo/invented-texts.ts';
import { createRandom, zipfRank } from '#domain/demo/random.ts';
import { runs } from '../../support/random.ts';

test('invented words are unique and pronounceable', () => {
  const words = Array.from({ length: runs(100_000, 500_000) }, (_, n) => inventWord(n));
  expect(new Set(words).size).toBe(words.length);
  // Every tenth says enough about how they are built, and costs a tenth.
  const sample = words.filter((_, n) => n % 10 === 0);
  expect(sample.filter((word) => !/^([lmrvstdbn](a|e|o|ia|eo)){2,4}(r|nd|sk)?$/.test(word))).toEqual([]);
});

test('twenty thousand performers have unique names, under every letter', () => {
  const names = performerNames(20_000);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(new Set(names.slice(0, 200).map((name) => name.charAt(0))).size).toBe(26);
});

test('the same seeds give the same numbers, other seeds others', () => {
  const draw = (...seeds: number[]) => Array.from({ length: 5 }, createRandom(...seeds));
  expect(draw(1, 2)).toEqual(draw(1, 2));
  expect(draw(1, 2)).not.toEqual(draw(2, 1));
});

test('ranks stay in range and the first are the most frequent', () => {
  const random = createRandom(3);
  const uses = new Map<number, number>();
  for (let n = 0; n < 20_000; n++) {
    const rank = zipfRank(random, 100, 2);
    uses.set(rank, (uses.get(rank) ?? 0) + 1);
  }
  expect(Math.min(...uses.keys())).toBe(0);
  expect(Math.max(...uses.keys())).toBe(99);
  expect(uses.get(0)).toBeGreaterThan(5 * (uses.get(20) ?? 0));
});
