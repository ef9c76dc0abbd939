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

test('the order in which words were added decides nothing', () => {
  expect(nearest('amberr', { ambient: 500, amber: 1 })).toBe('amber');
  expect(nearest('stonec', { stoneb: 2, stonea: 1 })).toBe('stoneb');
  expect(nearest('stonec', { stonea: 3, stoneb: 2 })).toBe('stonea');
  expect(nearest('stonec', { stonea: 2, stoneb: 2 })).toBe('stonea');
  expect(nearest('stonec', { stonea: 2, stoneb: 3, stoned: 1 })).toBe('stoneb');
});

test('words must share three tenths of their trigrams, that of their end included', () => {
  // 3 of 10 trigrams are shared, then 3 of 11.
  expect(nearest('amber', { ambush: 1 })).toBe('ambush');
  expect(nearest('amber', { ambushe: 1 })).toBeUndefined();
  // Equal but for the last letter of the longer words.
  expect(nearest('cat', { cats: 1, cat: 1 })).toBe('cat');
  expect(nearest('catt', { cath: 9, cart: 9, rat: 9, tt: 1 })).toBe('cath');
  // A long word shares as many trigrams as a short one, but is less alike.
  expect(nearest('stone', { stonecutters: 100, stona: 1 })).toBe('stona');
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
