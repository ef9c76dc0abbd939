import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { editDistance } from '#domain/edit-distance.ts';
import { createNearWords } from '#domain/search/index/vocabulary.ts';
import { plainEditDistance } from '../../search/plain-edit-distance.ts';
import { runs } from '../../support/random.ts';

const nearWordsOf = (word: string, vocabulary: string[]) => {
  const nearWords = createNearWords<{ word: string }>();
  for (const known of vocabulary) nearWords.add({ word: known });
  return nearWords
    .of(word)
    .map(({ term, distance }) => `${term.word} ${distance}`)
    .sort();
};

describe('words near a word', () => {
  it.each([
    ['a missing letter', 'outdor', 'outdoor 1'],
    ['a letter too many', 'outdooor', 'outdoor 1'],
    ['a wrong letter', 'outdaor', 'outdoor 1'],
    ['a wrong first letter', 'iutdoor', 'outdoor 1'],
    ['swapped letters', 'uotdoor', 'outdoor 1'],
    ['two errors in a long word', 'lihgthouze', 'lighthouse 2'],
    ['two errors in another script', 'приевт', 'привет 1'],
  ])('%s', (_, typed, expected) => {
    expect(nearWordsOf(typed, ['outdoor', 'lighthouse', 'привет', 'unrelated'])).toEqual([expected]);
  });

  it('allows one error from 4 letters on and two from 8 on, in the longer of the words', () => {
    expect(nearWordsOf('cat', ['bat'])).toEqual([]);
    expect(nearWordsOf('ab', ['ba', 'a'])).toEqual([]);
    expect(nearWordsOf('ren', ['wren', 'then'])).toEqual(['wren 1']);
    expect(nearWordsOf('cart', ['cat', 'carts', 'bars'])).toEqual(['carts 1', 'cat 1']);
    expect(nearWordsOf('xharvets', ['harvest'])).toEqual(['harvest 2']);
    expect(nearWordsOf('harvest', ['harbest', 'harbast', 'harbests'])).toEqual(['harbest 1', 'harbests 2']);
    expect(nearWordsOf('harvests', ['harbests', 'harbasts', 'harbastz'])).toEqual(['harbasts 2', 'harbests 1']);
  });

  it.each(['teh', 'hte', 'he', 'te', 'thee'])('in %s, a letter of "the" is swapped, missing or too many', (typed) => {
    expect(nearWordsOf(typed, ['the', 'tee'])).toContain('the 1');
  });

  it('corrects no numbers', () => {
    expect(nearWordsOf('2025', ['2024', '2025a'])).toEqual([]);
    expect(nearWordsOf('twelve12', ['12345678'])).toEqual([]);
  });

  it('leaves out the word itself', () => {
    expect(nearWordsOf('amber', ['amber'])).toEqual([]);
  });
});

test('near words are all words within the edit distance, whatever the letters', () => {
  const letters = fc.constantFrom(...'abcлж夜');
  const word = fc.array(letters, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (vocabulary, typed) => {
      const isNear = (known: string, distance: number) => {
        const length = Math.max(known.length, typed.length);
        const isReplaced = known.length === typed.length && [...known].sort().join() !== [...typed].sort().join();
        return distance > 0 && distance <= (length < 3 ? 0 : length < 8 ? 1 : 2) && !(length < 4 && isReplaced);
      };
      const expected = vocabulary
        .map((known) => ({ known, distance: plainEditDistance(typed, known) }))
        .filter(({ known, distance }) => isNear(known, distance))
        .map(({ known, distance }) => `${known} ${distance}`);
      expect(nearWordsOf(typed, vocabulary)).toEqual(expected.sort());
    }),
    { numRuns: runs(40, 300) },
  );
});

test('the edit distance is counted up to the maximum', () => {
  expect(editDistance('amber', 'amber', 2)).toBe(0);
  expect(editDistance('amber', 'ambre', 2)).toBe(1);
  expect(editDistance('amber', 'stones', 2)).toBe(3);
  expect(editDistance('', 'ab', 2)).toBe(2);
});
