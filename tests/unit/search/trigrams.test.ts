import { expect, test } from 'vitest';
import { createTrigrams } from '#domain/search/index/trigrams.ts';

const nearest = (word: string, frequencies: Record<string, number>) => {
  const trigrams = createTrigrams();
  for (const known of Object.keys(frequencies)) trigrams.add(known);
  return trigrams.nearest(word, (known) => frequencies[known] ?? 0);
};

test('the most similar word wins, however rare it is', () => {
  expect(nearest('amberr', { amber: 1, ambient: 500 })).toBe('amber');
});

test('of equally similar words the more frequent wins, then the alphabetically first', () => {
  expect(nearest('stonec', { stonea: 1, stoneb: 2 })).toBe('stoneb');
  expect(nearest('stonec', { stoneb: 2, stonea: 3 })).toBe('stonea');
  expect(nearest('stonec', { stoneb: 2, stonea: 2 })).toBe('stonea');
});

test('words that are unused or too different are ignored', () => {
  expect(nearest('amberr', { amber: 0, ambers: 5 })).toBe('ambers');
  expect(nearest('amberr', { glass: 100 })).toBeUndefined();
});

test('one query does not affect the next', () => {
  const trigrams = createTrigrams();
  for (const word of ['harbour', 'harvest']) trigrams.add(word);
  const query = () => trigrams.nearest('harbuor', () => 1);
  expect([query(), query(), query()]).toEqual(['harbour', 'harbour', 'harbour']);
});
