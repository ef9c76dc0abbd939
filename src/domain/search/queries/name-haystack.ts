import { fold } from '#contract/values/fold.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { alphabetically, type NameKind, type NameTerm, separator } from '../index/terms.ts';

/** Where the words of a text begin, by their first letters. */
interface WordStarts {
  /** Calls `visit` with each place where a word begins like this, in order. Others may begin with the text's first letters. */
  each: (text: string, visit: (place: number) => void) => void;
}

const maxLetters = 3;
const buckets = 2 ** 13;

const bucketOf = (text: string, place: number, letters: number): number => {
  let hash = 0;
  for (let at = place; at < place + letters; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & (buckets - 1);
};

/** For each bucket its first place, and for each place the next one: chains in arrays are made in a millisecond. */
const chainsOf = (text: string, places: Uint32Array, letters: number) => {
  const first = new Int32Array(buckets).fill(-1);
  const next = new Int32Array(places.length);
  for (let at = places.length - 1; at >= 0; at--) {
    const bucket = bucketOf(text, places[at] as number, letters);
    next[at] = first[bucket] as number;
    first[bucket] = at;
  }
  return { first, next };
};

const wordStartsOf = (text: string, places: Uint32Array): WordStarts => {
  const byLetters = Array.from({ length: maxLetters }, (_, at) => chainsOf(text, places, at + 1));
  return {
    each: (wanted, visit) => {
      const letters = Math.min(wanted.length, maxLetters);
      const chains = byLetters[letters - 1];
      if (!chains) return;
      for (let at = chains.first[bucketOf(wanted, 0, letters)] as number; at >= 0; at = chains.next[at] as number) {
        const place = places[at] as number;
        if (text.startsWith(wanted, place)) visit(place);
      }
    },
  };
};

/** All names in one string, in alphabetical order: one long search is many times faster than one per name. */
interface Haystack {
  names: NameTerm[];
  /** Every name and slug is between two separators. */
  text: string;
  starts: Uint32Array;
  wordStarts: WordStarts;
}

/** Names that were entered as slugs are found by their words too. */
const spaced = (text: string) => text.replaceAll('-', ' ');

/** A text in the form of the haystack. Empty if it cannot be part of a name. */
export const toNeedle = (typed: string): string => {
  const needle = spaced(fold(typed)).trim();
  return needle.includes(separator) ? '' : needle;
};

/** Where a word follows: the text has no hyphens. */
const wordStart = /[ \0]/g;

/** A slug that says the same as the name is left out. */
const entryText = ({ folded }: NameTerm) => [...new Set(spaced(folded).split(separator))].join(separator);

const makeHaystack = (names: NameTerm[]): Haystack => {
  const entries = names.map(entryText);
  const starts = new Uint32Array(names.length);
  for (let at = 0, start = separator.length; at < names.length; at++) {
    starts[at] = start;
    start += (entries[at] as string).length + separator.length;
  }
  const text = `${separator}${entries.join(separator)}${separator}`;
  const places = Uint32Array.from(text.matchAll(wordStart), ({ index }) => index + 1);
  return { names, text, starts, wordStarts: wordStartsOf(text, places) };
};

const haystacks = new WeakMap<readonly NameTerm[], Haystack>();

/** Made once until a name is added, renamed or removed. */
const haystackOf = ({ terms }: Catalogue, kind: NameKind): Haystack => {
  const names = alphabetically(terms[kind]);
  const haystack = haystacks.get(names) ?? makeHaystack(names);
  haystacks.set(names, haystack);
  return haystack;
};

const entryAt = (starts: Uint32Array, position: number): number => {
  let low = 0;
  let high = starts.length;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= position) low = middle;
    else high = middle;
  }
  return low;
};

/** The most used of the entries that are in use, which are ascending: of equal ones, the first in alphabetical order. */
const mostUsed = ({ names }: Haystack, entries: readonly number[], max: number): NameTerm[] => {
  const best: { name: NameTerm; uses: number }[] = [];
  for (const [at, entry] of entries.entries()) {
    if (entry === entries[at - 1]) continue;
    const name = names[entry] as NameTerm;
    const uses = name.videos.size;
    if (uses === 0 || (best.length === max && uses <= (best[max - 1]?.uses ?? 0))) continue;
    const place = best.findIndex((other) => other.uses < uses);
    best.splice(place < 0 ? best.length : place, 0, { name, uses });
    best.length = Math.min(best.length, max);
  }
  return best.map(({ name }) => name);
};

/** Names that are, begin with, or have a word that begins with the needle: the whole name first, then most used first. */
export const namesStartingWith = (catalogue: Catalogue, kind: NameKind, needle: string, max: number): NameTerm[] => {
  const haystack = haystackOf(catalogue, kind);
  const { text, starts, wordStarts } = haystack;
  const whole: number[] = [];
  const starting: number[] = [];
  wordStarts.each(needle, (place) => {
    const isWhole = text[place - 1] === separator && text[place + needle.length] === separator;
    (isWhole ? whole : starting).push(entryAt(starts, place));
  });
  const names = [...mostUsed(haystack, whole, max), ...mostUsed(haystack, starting, max)];
  return [...new Set(names)].slice(0, max);
};

const entriesContaining = ({ names, text, starts }: Haystack, needle: string): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; ) {
    const entry = entryAt(starts, at);
    found.push(entry);
    // Once per name.
    at = entry + 1 < names.length ? text.indexOf(needle, starts[entry + 1] as number) : -1;
  }
  return found;
};

/** The same, followed by names that contain the needle elsewhere. */
export const namesContaining = (catalogue: Catalogue, kind: NameKind, needle: string, max: number): NameTerm[] => {
  const starting = namesStartingWith(catalogue, kind, needle, max);
  if (starting.length >= max) return starting;
  const haystack = haystackOf(catalogue, kind);
  if (haystack.names.length === 0) return [];
  // Those that it begins with are among these too.
  const containing = mostUsed(haystack, entriesContaining(haystack, needle), max + starting.length);
  return [...new Set([...starting, ...containing])].slice(0, max);
};
