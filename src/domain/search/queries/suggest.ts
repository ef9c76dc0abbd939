import { fold } from '#contract/values/fold.ts';
import { suggestionLimits } from '#contract/values/suggestions.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { type NameKind, type NameTerm, separator } from '../index/terms.ts';
import { byUse } from './names.ts';

export interface Suggestion {
  slug: string;
  name: string;
}

interface Haystack {
  names: NameTerm[];
  /** All names in one string: one long search is many times faster than one per name. */
  text: string;
  starts: number[];
}

const haystackOf = (catalogue: Catalogue, kind: NameKind): Haystack =>
  catalogue.queryCache.value(
    `haystack of ${kind}s`,
    () => {
      const names = byUse(catalogue, kind).filter((term) => !term.videos.isEmpty);
      let start = 0;
      const starts = names.map(({ folded }) => {
        const own = start;
        start += folded.length + separator.length;
        return own;
      });
      return { names, text: names.map(({ folded }) => folded).join(separator), starts };
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

const suggestNames = (catalogue: Catalogue, kind: NameKind, wanted: string): Suggestion[] => {
  const { names, text, starts } = haystackOf(catalogue, kind);
  const found: Suggestion[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && found.length < suggestionLimits.perKind; ) {
    const entry = entryAt(starts, at);
    const { slug, name } = names[entry] as NameTerm;
    found.push({ slug, name });
    const next = starts[entry + 1];
    at = next === undefined ? -1 : text.indexOf(wanted, next);
  }
  return found;
};

/** Tags and performers in use whose name or slug contains the text, most used first. */
export const suggest = (catalogue: Catalogue, typed: string): { tags: Suggestion[]; performers: Suggestion[] } => {
  const wanted = fold(typed).trim();
  if (wanted === '' || wanted.includes(separator)) return { tags: [], performers: [] };
  return {
    tags: suggestNames(catalogue, 'tag', wanted),
    performers: suggestNames(catalogue, 'performer', wanted),
  };
};
