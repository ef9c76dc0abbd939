import { editDistance, prefixDistance } from '#domain/edit-distance.ts';
import type { Catalogue } from './catalogue.ts';
import { growIntegers } from './columns.ts';
import type { WordTerm } from './terms.ts';

/** Binary search in the sorted vocabulary for the first word that is not before this one. */
export const insertionPoint = (sorted: readonly WordTerm[], word: string): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as WordTerm).word < word) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const wordsWithPrefix = ({ terms }: Catalogue, prefix: string): WordTerm[] => {
  const sorted = terms.sorted ?? [];
  const found: WordTerm[] = [];
  for (let at = insertionPoint(sorted, prefix); sorted[at]?.word.startsWith(prefix); at++) {
    found.push(sorted[at] as WordTerm);
  }
  return found;
};

const base = 0x01000193;

/** A polynomial hash, so that the hash of a word with letters left out can be computed from the hashes of its parts. */
const append = (hash: number, letter: number) => Math.imul(hash, base) + letter;

/** Mixes all bits, because only some of them choose the bucket. */
const finish = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

/**
 * Calls `visit` with a hash of the word, and of what is left of it without any one letter or, if `max` is 2, any two.
 */
const eachHash = (word: string, max: 1 | 2, visit: (hash: number) => void): void => {
  const { length } = word;
  /** The hash of what follows each place, and the factor that moves a hash before it. */
  const [endings, factors] = [new Int32Array(length + 1), new Int32Array(length + 1)];
  factors[length] = 1;
  for (let at = length - 1; at >= 0; at--) {
    const factor = factors[at + 1] as number;
    endings[at] = (endings[at + 1] as number) + Math.imul(word.charCodeAt(at), factor);
    factors[at] = Math.imul(factor, base);
  }
  const withEnding = (hash: number, at: number) =>
    finish(Math.imul(hash, factors[at] as number) + (endings[at] as number));

  visit(finish(endings[0] as number));
  let start = 0;
  for (let first = 0; first < length; first++) {
    visit(withEnding(start, first + 1));
    if (max === 2) {
      let middle = start;
      for (let second = first + 1; second < length; second++) {
        visit(withEnding(middle, second + 1));
        middle = append(middle, word.charCodeAt(second));
      }
    }
    start = append(start, word.charCodeAt(first));
  }
};

type Distance = 1 | 2;

interface NearWord<Term> {
  term: Term;
  distance: Distance;
}

/** Finds the words that a misspelt word may stand for. */
export interface NearWords<Term> {
  add: (term: Term) => void;
  /** All words of the vocabulary within the distance that their length allows, without the word itself. */
  of: (word: string) => NearWord<Term>[];
  readonly bytes: number;
}

/** By the longer of two words. Short words that differ in a letter are usually different words. */
const maxDistance = (length: number) => (length < 3 ? 0 : length < 8 ? 1 : 2);

/** From 6 letters on it is 2, because the other word may have 8, for which `maxDistance` is 2. */
const maxLeftOut = ({ length }: string) => (length < 6 ? 1 : 2);

/** Longer ones would have thousands of entries, and are hardly words. */
const maxLength = 24;
/** 2024 is not a misspelling of 2025. */
const digits = /^\p{N}+$/u;
const isCorrected = (word: string) => word.length > 1 && word.length <= maxLength && !digits.test(word);

const sortedLetters = (word: string) => [...word].sort().join('');

/**
 * Below four letters, a replaced letter makes another word: only swapped, missing or extra letters are errors there.
 */
const isAnotherWord = (one: string, other: string) =>
  one.length < 4 && one.length === other.length && sortedLetters(one) !== sortedLetters(other);

const distanceBetween = (one: string, other: string): Distance | undefined => {
  const max = maxDistance(Math.max(one.length, other.length));
  if (Math.abs(one.length - other.length) > max || isAnotherWord(one, other)) return undefined;
  const distance = editDistance(one, other, max);
  return distance > 0 && distance <= max ? (distance as Distance) : undefined;
};

/** The number of errors; undefined if neither word may be a misspelling of the other. */
export const nearDistance = (one: string, other: string): Distance | undefined =>
  isCorrected(one) && isCorrected(other) ? distanceBetween(one, other) : undefined;

/** Enough for millions of entries: growing would rehash everything while requests wait. */
const buckets = 2 ** 20;
/** Further words are not corrected. An entry's other bits are from its hash, to tell it from others in the bucket. */
const maxWords = 2 ** 22;
const entryOf = (hash: number, word: number) => ((hash & -maxWords) | word) >>> 0;

/**
 * SymSpell: two words can be within one error of each other only if leaving out at most one letter of each gives the
 * same text; likewise for two. A chained hash table in typed arrays holds all these texts as hashes; strings would take
 * ten times the memory.
 */
export const createNearWords = <Term extends { word: string }>(): NearWords<Term> => {
  const words: Term[] = [];
  /**
   * The last entry of each bucket. Per entry, counted from one: part of its hash with its word, and the entry before
   * it.
   */
  const last = new Uint32Array(buckets);
  let wordOf = new Uint32Array(2_048);
  let before = new Uint32Array(2_048);
  let entries = 0;

  const addEntries = (word: string, at: number) =>
    eachHash(word, maxLeftOut(word), (hash) => {
      const bucket = hash & (buckets - 1);
      entries++;
      if (entries === wordOf.length) {
        wordOf = growIntegers(wordOf, entries + 1);
        before = growIntegers(before, entries + 1);
      }
      wordOf[entries] = entryOf(hash, at);
      before[entries] = last[bucket] as number;
      last[bucket] = entries;
    });

  return {
    add: (term) => {
      if (!isCorrected(term.word) || words.length === maxWords) return;
      addEntries(term.word, words.push(term) - 1);
    },
    of: (word) => {
      if (!isCorrected(word)) return [];
      const seen = new Set<number>();
      const found: NearWord<Term>[] = [];
      eachHash(word, maxLeftOut(word), (hash) => {
        for (let entry = last[hash & (buckets - 1)] as number; entry > 0; entry = before[entry] as number) {
          const at = (wordOf[entry] as number) & (maxWords - 1);
          if (entryOf(hash, at) !== wordOf[entry] || seen.has(at)) continue;
          seen.add(at);
          const term = words[at] as Term;
          const distance = distanceBetween(word, term.word);
          if (distance !== undefined) found.push({ term, distance });
        }
      });
      return found;
    },
    get bytes() {
      return last.byteLength + wordOf.byteLength + before.byteLength;
    },
  };
};

/** Too many words begin nearly like three letters. */
const minLetters = 4;
const maxErrors = (beginning: string) => (beginning.length < 8 ? 1 : 2);

/**
 * The number of typing errors in the beginning of a word, whose first letter must be right. Undefined if there are too
 * many.
 */
export const nearPrefixDistance = (beginning: string, word: string): number | undefined => {
  if (beginning.length < minLetters || beginning[0] !== word[0]) return undefined;
  const distance = prefixDistance(beginning, word, maxErrors(beginning));
  return distance <= maxErrors(beginning) ? distance : undefined;
};

/** Words that begin like a misspelt beginning. Scans only the words with the same first letter. */
export const nearPrefixes = (
  { terms }: Catalogue,
  beginning: string,
  isWanted: (term: WordTerm) => boolean = () => true,
): { term: WordTerm; distance: number }[] => {
  const sorted = terms.sorted ?? [];
  const first = beginning.slice(0, 1);
  const found: { term: WordTerm; distance: number }[] = [];
  if (beginning.length < minLetters) return found;
  for (let at = insertionPoint(sorted, first); sorted[at]?.word.startsWith(first); at++) {
    const term = sorted[at] as WordTerm;
    const distance = isWanted(term) ? nearPrefixDistance(beginning, term.word) : undefined;
    if (distance !== undefined) found.push({ term, distance });
  }
  return found;
};
