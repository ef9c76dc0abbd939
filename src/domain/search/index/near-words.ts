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
  return letters >>> 0;
};

const bitCount = (bits: number) => {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Words of one length. Those with the same letters are a group: whole groups are ruled out at once. */
interface SameLength {
  groups: WordTerm[][];
  /** The letters of each group. */
  letters: Uint32Array;
  groupOf: Map<number, number>;
}

const newSameLength = (): SameLength => ({ groups: [], letters: new Uint32Array(64), groupOf: new Map() });

const addGroup = (sameLength: SameLength, letters: number): WordTerm[] => {
  const at = sameLength.groups.push([]) - 1;
  if (at === sameLength.letters.length) {
    const larger = new Uint32Array(at * 2);
    larger.set(sameLength.letters);
    sameLength.letters = larger;
  }
  sameLength.letters[at] = letters;
  sameLength.groupOf.set(letters, at);
  return sameLength.groups[at] as WordTerm[];
};

/**
 * The vocabulary by length, with the letters of each word as bits: comparing these first leaves few words of which the edit
 * distance is computed. It takes a few bytes a word, where an index of all words with letters left out takes hundreds.
 */
export const createNearWords = (): NearWords => {
  const byLength: (SameLength | undefined)[] = [];

  const addNear = (found: NearWord[], term: WordTerm, word: string, max: number) => {
    const distance = editDistance(word, term.word, max);
    if (distance === 0 || distance > max || digits.test(term.word)) return;
    if (Math.max(word.length, term.word.length) < minReplaceable && hasReplacedLetter(word, term.word)) return;
    found.push({ term, distance: distance as NearWord['distance'] });
  };

  return {
    add: (term) => {
      const { length } = term.word;
      const sameLength = byLength[length] ?? newSameLength();
      byLength[length] = sameLength;
      const letters = lettersOf(term.word);
      const group = sameLength.groupOf.get(letters);
      (group === undefined ? addGroup(sameLength, letters) : (sameLength.groups[group] as WordTerm[])).push(term);
    },
    of: (word) => {
      if (digits.test(word)) return [];
      const wanted = lettersOf(word);
      const found: NearWord[] = [];
      const furthest = maxDistance(Number.POSITIVE_INFINITY);
      for (let length = Math.max(1, word.length - furthest); length <= word.length + furthest; length++) {
        const max = maxDistance(Math.max(length, word.length));
        const difference = Math.abs(length - word.length);
        const sameLength = byLength[length];
        if (!sameLength || difference > max) continue;
        // An inserted or removed letter changes one bit, a replaced one two, a swap none.
        const maxBits = difference + 2 * (max - difference);
        const { groups, letters } = sameLength;
        for (let at = 0; at < groups.length; at++) {
          if (bitCount((letters[at] as number) ^ wanted) > maxBits) continue;
          for (const term of groups[at] as WordTerm[]) addNear(found, term, word, max);
        }
      }
      return found;
    },
  };
};
