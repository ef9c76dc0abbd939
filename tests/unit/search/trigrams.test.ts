import { expect, test } from 'vitest';
import { createTrigrams } from '#domain/search/index/trigrams.ts';

const nearest = (word: string, frequencies: Record<string, number>) => {
  const trigrams = createTrigrams();
  for (const known of Object.keys(frequencies)) trigrams.add(known);
  return trigrams.nearest(word, (known) => frequencies[known] ?? 0);
};

test('the nearest word wins, however rare', () => {
  expect(nearest('amberr', { amber: 1, ambient: 500 })).toBe('amber');
});

test('the more frequent of two equally near words wins, then the first of the alphabet', () => {
  expect(nearest('stonec', { stonea: 1, stoneb: 2 })).toBe('stoneb');
  expect(nearest('stonec', { stoneb: 2, stonea: 3 })).toBe('stonea');
  expect(nearest('stonec', { stoneb: 2, stonea: 2 })).toBe('stonea');
});

test('a word that nothing carries any more, or that is too different, is not taken', () => {
  expect(nearest('amberr', { amber: 0, ambers: 5 })).toBe('ambers');
  expect(nearest('amberr', { glass: 100 })).toBeUndefined();
});

test('one question leaves nothing behind for the next', () => {
  const trigrams = createTrigrams();
  for (const word of ['harbour', 'harvest']) trigrams.add(word);
  const ask = () => trigrams.nearest('harbuor', () => 1);
  expect([ask(), ask(), ask()]).toEqual(['harbour', 'harbour', 'harbour']);
});
