import { editDistance, prefixDistance } from '#domain/edit-distance.ts';
import type { Catalogue } from './catalogue.ts';
import { growIntegers } from './columns.ts';
import type { WordTerm } from './terms.ts';

/** Binary search for the position at which a word is, or would be inserted. */
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

const hashBase = 0x01000193;

/** A polynomial hash, because the hash of a word without some letters can be computed from the hashes of its parts. */
const append = (hash: number, letter: number) => Math.imul(hash, hashBase) + letter;

/** Mixes all bits, because only some of them select the bucket. */
const finish = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

/** Calls `visit` with the hashes of the word and of its variants without one letter or, if `max` is 2, two letters. */
const eachHash = (word: string, max: 1 | 2, visit: (hash: number) => void): void => {
  const { length } = word;
  // The hash of the ending at each position, and the factor by which to shift the hash of the preceding part.
  const [endings, factors] = [new Int32Array(length + 1), new Int32Array(length + 1)];
  factors[length] = 1;
  for (let at = length - 1; at >= 0; at--) {
    const factor = factors[at + 1] as number;
    endings[at] = (endings[at + 1] as number) + Math.imul(word.charCodeAt(at), factor);
    factors[at] = Math.imul(factor, hashBase);
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

/** Finds words that a misspelt word may stand for. */
export interface NearWords<Term> {
  add: (term: Term) => void;
  /** All other words of the vocabulary within the edit distance that their length allows. */
  of: (word: string) => NearWord<Term>[];
  readonly bytes: number;
}

/** By the length of the longer word. Short words that differ in one letter are usually different words. */
const maxDistance = (length: number) => (length < 3 ? 0 : length < 8 ? 1 : 2);

/** 2 from 6 letters on, because the other word may have 8 letters, for which `maxDistance` is 2. */
const maxDeletions = ({ length }: string) => (length < 6 ? 1 : 2);

/** Longer words would have thousands of entries, and are rarely real words. */
const maxLength = 24;
/** Numbers are not corrected: 2024 is not a misspelling of 2025. */
const digits = /^\p{N}+$/u;
const isCorrected = (word: string) => word.length > 1 && word.length <= maxLength && !digits.test(word);

const sortedLetters = (word: string) => [...word].sort().join('');

/** In words of up to three letters, only swapped, missing or extra letters are typos; a replaced letter is not. */
const isAnotherWord = (one: string, other: string) =>
  one.length < 4 && one.length === other.length && sortedLetters(one) !== sortedLetters(other);

const distanceBetween = (one: string, other: string): Distance | undefined => {
  const max = maxDistance(Math.max(one.length, other.length));
  if (Math.abs(one.length - other.length) > max || isAnotherWord(one, other)) return undefined;
  const distance = editDistance(one, other, max);
  return distance > 0 && distance <= max ? (distance as Distance) : undefined;
};

/** The number of typos, or undefined if neither word may be a misspelling of the other. */
export const nearDistance = (one: string, other: string): Distance | undefined =>
  isCorrected(one) && isCorrected(other) ? distanceBetween(one, other) : undefined;

/** Enough for millions of entries, because growing would block requests while everything is rehashed. */
const buckets = 2 ** 20;
/** Further words are not corrected. The other bits of an entry hold part of its hash, to skip most entries. */
const maxWords = 2 ** 22;
const entryOf = (hash: number, word: number) => ((hash & -maxWords) | word) >>> 0;

/**
 * The SymSpell algorithm: two words can only be within one typo of each other if deleting at most one letter of each
 * gives the same text; likewise for two. A chained hash table in typed arrays stores hashes of these texts, because
 * strings would take ten times the memory.
 */
export const createNearWords = <Term extends { word: string }>(): NearWords<Term> => {
  const words: Term[] = [];
  // The last entry of each bucket (0 for none) and, per entry, its word with part of its hash, and the entry before it.
  const last = new Uint32Array(buckets);
  let wordOf = new Uint32Array(2_048);
  let before = new Uint32Array(2_048);
  let entries = 0;

  const addEntries = (word: string, at: number) =>
    eachHash(word, maxDeletions(word), (hash) => {
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
      eachHash(word, maxDeletions(word), (hash) => {
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

/** Shorter prefixes are similar to the prefixes of too many words. */
const minLetters = 4;
const maxErrors = (prefix: string) => (prefix.length < 8 ? 1 : 2);

/** The number of typos in a prefix of a word, whose first letter must be right. Undefined if there are too many. */
export const nearPrefixDistance = (prefix: string, word: string): number | undefined => {
  if (prefix.length < minLetters || prefix[0] !== word[0]) return undefined;
  const distance = prefixDistance(prefix, word, maxErrors(prefix));
  return distance <= maxErrors(prefix) ? distance : undefined;
};

/** Words with a prefix similar to a misspelt one. Scans only the words with the same first letter. */
export const nearPrefixes = (
  { terms }: Catalogue,
  prefix: string,
  accepts: (term: WordTerm) => boolean = () => true,
): { term: WordTerm; distance: number }[] => {
  const sorted = terms.sorted ?? [];
  const first = prefix.slice(0, 1);
  const found: { term: WordTerm; distance: number }[] = [];
  if (prefix.length < minLetters) return found;
  for (let at = insertionPoint(sorted, first); sorted[at]?.word.startsWith(first); at++) {
    const term = sorted[at] as WordTerm;
    const distance = accepts(term) ? nearPrefixDistance(prefix, term.word) : undefined;
    if (distance !== undefined) found.push({ term, distance });
  }
  return found;
};
