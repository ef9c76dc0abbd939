import { fold } from '#contract/values/fold.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { type NameKind, type NameTerm, separator } from '../index/terms.ts';
import { byUse } from './names.ts';

/** All names in use in one string, most used first: one long search is many times faster than one per name. */
interface Haystack {
  names: NameTerm[];
  /** Every name and slug is between two separators. */
  text: string;
  starts: number[];
}

/** Names that were entered as slugs are found by their words too. */
const spaced = (text: string) => text.replaceAll('-', ' ');

/** A text in the form of the haystack. Empty if it cannot be part of a name. */
export const toNeedle = (typed: string): string => {
  const needle = spaced(fold(typed)).trim();
  return needle.includes(separator) ? '' : needle;
};

const haystackOf = (catalogue: Catalogue, kind: NameKind): Haystack =>
  catalogue.queryCache.value(
    `haystack of ${kind}s`,
    () => {
      const names = byUse(catalogue, kind).filter((term) => !term.videos.isEmpty);
      let start = separator.length;
      const starts = names.map(({ folded }) => {
        const own = start;
        start += folded.length + separator.length;
        return own;
      });
      const text = spaced(names.map(({ folded }) => folded).join(separator));
      return { names, text: `${separator}${text}${separator}`, starts };
    },
    ({ text, starts }) => text.length + starts.length * 16,
  );

const entryAt = (starts: number[], position: number): number => {
  let low = 0;
  let high = starts.length;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= position) low = middle;
    else high = middle;
  }
  return low;
};

/** Positions of the most used names that contain a part, which may begin with the separator before the name. */
const entriesWith = ({ names, text, starts }: Haystack, part: string, max: number): number[] => {
  const found = new Set<number>();
  if (names.length === 0) return [];
  for (let at = text.indexOf(part); at >= 0 && found.size < max; at = text.indexOf(part, at + 1)) {
    found.add(entryAt(starts, at + 1));
  }
  return [...found];
};

const startingEntries = (haystack: Haystack, needle: string, max: number): number[] => {
  const whole = entriesWith(haystack, separator + needle + separator, max);
  const ofNames = entriesWith(haystack, separator + needle, max);
  const ofWords = entriesWith(haystack, ` ${needle}`, max);
  return [...whole, ...[...ofNames, ...ofWords].sort((a, b) => a - b)];
};

const take = ({ names }: Haystack, entries: number[], max: number) =>
  [...new Set(entries)].slice(0, max).map((entry) => names[entry] as NameTerm);

/** Names that are, begin with, or have a word that begins with the needle: the whole name first, then most used first. */
export const namesStartingWith = (catalogue: Catalogue, kind: NameKind, needle: string, max: number): NameTerm[] => {
  const haystack = haystackOf(catalogue, kind);
  return take(haystack, startingEntries(haystack, needle, max), max);
};

/** The same, followed by names that contain the needle elsewhere. */
export const namesContaining = (catalogue: Catalogue, kind: NameKind, needle: string, max: number): NameTerm[] => {
  const haystack = haystackOf(catalogue, kind);
  const starting = startingEntries(haystack, needle, max);
  if (new Set(starting).size >= max) return take(haystack, starting, max);
  // Those that it begins with are among these too.
  return take(haystack, [...starting, ...entriesWith(haystack, needle, 2 * max)], max);
};
