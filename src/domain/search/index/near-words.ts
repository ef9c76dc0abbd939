import { editDistance } from './edit-distance.ts';
import type { WordTerm } from './terms.ts';

export interface NearWord {
  term: WordTerm;
  distance: 1 | 2;
}

/** Words that a misspelt word may stand for. */
export interface NearWords {
  add: (term: WordTerm) => void;
  /** All words of the vocabulary within the distance that their length allows, without the word itself. */
  of: (word: string) => NearWord[];
}

/** In short words a single letter makes another word. What counts is the longer of the two. */
const maxDistance = (length: number) => (length < 3 ? 0 : length < 8 ? 1 : 2);

/** Below four letters every replaced letter makes another word; letters are only swapped, missing or too many there. */
const minReplaceable = 4;

const sortedLetters = (word: string) => [...word].sort().join('');

const hasReplacedLetter = (one: string, other: string) =>
  one.length === other.length && sortedLetters(one) !== sortedLetters(other);

/** 2024 is no misspelt 2025. */
const digits = /^\p{N}+$/u;

/** One bit for each letter that occurs. Letters that share a bit only make the filter less sharp. */
const lettersOf = (word: string) => {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
};

const bitCount = (bits: number) => {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

interface SameLength {
  terms: WordTerm[];
  letters: Uint32Array;
}

/**
 * The vocabulary by length, with the letters of each word as bits: comparing these first leaves few words of which the edit
 * distance is computed. It takes four bytes a word, where an index of all words with letters left out takes hundreds.
 */
export const createNearWords = (): NearWords => {
  const byLength: (SameLength | undefined)[] = [];

  const findAmong = (found: NearWord[], { terms, letters }: SameLength, word: string, max: number, wanted: number) => {
    const lengthDifference = Math.abs((terms[0] as WordTerm).word.length - word.length);
    // An inserted or removed letter changes one bit, a replaced one two, a swap none.
    const maxBits = lengthDifference + 2 * (max - lengthDifference);
    for (let at = 0; at < terms.length; at++) {
      if (bitCount((letters[at] as number) ^ wanted) > maxBits) continue;
      const term = terms[at] as WordTerm;
      const distance = editDistance(word, term.word, max);
      if (word.length < minReplaceable && hasReplacedLetter(word, term.word)) continue;
      if (distance > 0 && distance <= max && !digits.test(term.word))
        found.push({ term, distance: distance as NearWord['distance'] });
    }
  };

  return {
    add: (term) => {
      const length = term.word.length;
      const sameLength = byLength[length] ?? { terms: [], letters: new Uint32Array(64) };
      byLength[length] = sameLength;
      const at = sameLength.terms.push(term) - 1;
      if (at === sameLength.letters.length) {
        const larger = new Uint32Array(at * 2);
        larger.set(sameLength.letters);
        sameLength.letters = larger;
      }
      sameLength.letters[at] = lettersOf(term.word);
    },
    of: (word) => {
      if (digits.test(word)) return [];
      const wanted = lettersOf(word);
      const found: NearWord[] = [];
      const furthest = maxDistance(Number.POSITIVE_INFINITY);
      for (let length = word.length - furthest; length <= word.length + furthest; length++) {
        const max = maxDistance(Math.max(length, word.length));
        const sameLength = byLength[length];
        if (sameLength && Math.abs(length - word.length) <= max) findAmong(found, sameLength, word, max, wanted);
      }
      return found;
    },
  };
};
