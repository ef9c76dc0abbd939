import { fold } from '#contract/values/text.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { alphabetically, type NameKind, type NameTerm, separator } from '../index/terms.ts';

/** Calls `visit` with each position, ascending, at which a word of the haystack starts with the prefix. */
type FindWordStarts = (prefix: string, visit: (position: number) => void) => void;

const maxLetters = 3;
const buckets = 2 ** 13;

const bucketOf = (text: string, position: number, letters: number): number => {
  let hash = 0;
  for (let at = position; at < position + letters; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & (buckets - 1);
};

/** A chained hash table, built in a millisecond: the first word of each bucket, and the next one of each word. */
const chainsOf = (text: string, wordPositions: Uint32Array, letters: number) => {
  const first = new Int32Array(buckets).fill(-1);
  const next = new Int32Array(wordPositions.length);
  for (let at = wordPositions.length - 1; at >= 0; at--) {
    const bucket = bucketOf(text, wordPositions[at] as number, letters);
    next[at] = first[bucket] as number;
    first[bucket] = at;
  }
  return { first, next };
};

/** Indexes the words of the text by their first letters. */
const indexWordStarts = (text: string, wordPositions: Uint32Array): FindWordStarts => {
  const byLetters = Array.from({ length: maxLetters }, (_, at) => chainsOf(text, wordPositions, at + 1));
  return (prefix, visit) => {
    const letters = Math.min(prefix.length, maxLetters);
    const chains = byLetters[letters - 1];
    if (!chains) return;
    for (let at = chains.first[bucketOf(prefix, 0, letters)] as number; at >= 0; at = chains.next[at] as number) {
      const position = wordPositions[at] as number;
      if (text.startsWith(prefix, position)) visit(position);
    }
  };
};

/** All names in one string, in alphabetical order. Searching it is many times faster than searching each name. */
interface Haystack {
  names: NameTerm[];
  /** Every name and slug is between two separators. */
  text: string;
  /** The position of each name in the text. */
  starts: Uint32Array;
  findWordStarts: FindWordStarts;
}

/** Makes names that were entered as slugs searchable by word. */
const spaced = (text: string) => text.replaceAll('-', ' ');

/** Normalizes a text like the haystack. Empty if it cannot be part of a name. */
export const toNeedle = (typed: string): string => {
  const needle = spaced(fold(typed)).trim();
  return needle.includes(separator) ? '' : needle;
};

/** Characters before a word. Hyphens have already been replaced by spaces. */
const wordStart = /[ \0]/g;

/** Omits a slug that equals the name. */
const entryText = ({ folded }: NameTerm) => [...new Set(spaced(folded).split(separator))].join(separator);

const createHaystack = (names: NameTerm[]): Haystack => {
  const entries = names.map(entryText);
  const starts = new Uint32Array(names.length);
  for (let at = 0, start = separator.length; at < names.length; at++) {
    starts[at] = start;
    start += (entries[at] as string).length + separator.length;
  }
  const text = `${separator}${entries.join(separator)}${separator}`;
  const wordPositions = Uint32Array.from(text.matchAll(wordStart), ({ index }) => index + 1);
  return { names, text, starts, findWordStarts: indexWordStarts(text, wordPositions) };
};

const haystacks = new WeakMap<readonly NameTerm[], Haystack>();

/** Cached until a name is added, renamed or removed. */
const haystackOf = ({ terms }: Catalogue, kind: NameKind): Haystack => {
  const names = alphabetically(terms[kind]);
  const haystack = haystacks.get(names) ?? createHaystack(names);
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

/** The most used names among ascending entries. Skips unused names. Ties are in alphabetical order. */
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

/** Names with a word that starts with the needle: names that equal it first, then most used first. */
export const namesStartingWith = (catalogue: Catalogue, kind: NameKind, needle: string, max: number): NameTerm[] => {
  const haystack = haystackOf(catalogue, kind);
  const { text, starts, findWordStarts } = haystack;
  const whole: number[] = [];
  const starting: number[] = [];
  findWordStarts(needle, (position) => {
    const isWhole = text[position - 1] === separator && text[position + needle.length] === separator;
    (isWhole ? whole : starting).push(entryAt(starts, position));
  });
  const names = [...mostUsed(haystack, whole, max), ...mostUsed(haystack, starting, max)];
  return [...new Set(names)].slice(0, max);
};

const entriesContaining = ({ names, text, starts }: Haystack, needle: string): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; ) {
    const entry = entryAt(starts, at);
    found.push(entry);
    // Skip to the next name, so that each is found once.
    at = entry + 1 < names.length ? text.indexOf(needle, starts[entry + 1] as number) : -1;
  }
  return found;
};

/** The names of `namesStartingWith`, followed by names that contain the needle within a word. */
export const namesContaining = (catalogue: Catalogue, kind: NameKind, needle: string, max: number): NameTerm[] => {
  const starting = namesStartingWith(catalogue, kind, needle, max);
  if (starting.length >= max) return starting;
  const haystack = haystackOf(catalogue, kind);
  if (haystack.names.length === 0) return [];
  // The result includes the names in `starting`.
  const containing = mostUsed(haystack, entriesContaining(haystack, needle), max + starting.length);
  return [...new Set([...starting, ...containing])].slice(0, max);
};
