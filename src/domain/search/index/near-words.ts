import { growIntegers } from './columns.ts';
import { editDistance } from './edit-distance.ts';
import { eachHash } from './letters-left-out.ts';

type Distance = 1 | 2;

interface NearWord<Term> {
  term: Term;
  distance: Distance;
}

/** Words that a misspelt word may stand for. */
export interface NearWords<Term> {
  add: (term: Term) => void;
  /** All words of the vocabulary within the distance that their length allows, without the word itself. */
  of: (word: string) => NearWord<Term>[];
  readonly bytes: number;
}

/** In short words a single letter makes another word. What counts is the longer of the two. */
const maxDistance = (length: number) => (length < 3 ? 0 : length < 8 ? 1 : 2);

/** A word of 6 letters may be 2 errors away from one of 8. */
const maxLeftOut = ({ length }: string) => (length < 6 ? 1 : 2);

/** Longer ones are no words, and would have thousands of entries. */
const maxLength = 24;
/** 2024 is no misspelt 2025. */
const digits = /^\p{N}+$/u;
const isCorrected = (word: string) => word.length > 1 && word.length <= maxLength && !digits.test(word);

const sortedLetters = (word: string) => [...word].sort().join('');

/** Below four letters every replaced letter makes another word; letters are only swapped, missing or too many there. */
const isAnotherWord = (one: string, other: string) =>
  one.length < 4 && one.length === other.length && sortedLetters(one) !== sortedLetters(other);

const distanceBetween = (one: string, other: string): Distance | undefined => {
  const max = maxDistance(Math.max(one.length, other.length));
  if (Math.abs(one.length - other.length) > max || isAnotherWord(one, other)) return undefined;
  const distance = editDistance(one, other, max);
  return distance > 0 && distance <= max ? (distance as Distance) : undefined;
};

/** Undefined if neither may be a misspelling of the other. */
export const nearDistance = (one: string, other: string): Distance | undefined =>
  isCorrected(one) && isCorrected(other) ? distanceBetween(one, other) : undefined;

/** Enough for millions of entries: growing would mean to compute all hashes again while requests wait. */
const buckets = 2 ** 20;
/** Words beyond these are not corrected. The other bits of an entry are of its hash, to tell it from others in its bucket. */
const maxWords = 2 ** 22;
const entryOf = (hash: number, word: number) => ((hash & -maxWords) | word) >>> 0;

/**
 * Two words can be within one error of each other only if leaving out at most one letter of each gives the same (SymSpell);
 * likewise for two. The hashes of all these are in a table with chains, in arrays: strings would take ten times the memory.
 */
export const createNearWords = <Term extends { word: string }>(): NearWords<Term> => {
  const words: Term[] = [];
  /**
   * For each bucket of hashes its last entry; for each entry part of its hash with its word, and the entry before it. Entries
   * count from one.
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
