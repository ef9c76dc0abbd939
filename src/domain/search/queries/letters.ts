import { letterOf } from '#contract/values/slug.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameKind } from '../index/terms.ts';
import { usedNames } from './names.ts';

export interface LetterCount {
  letter: string;
  count: number;
}

/** Scripts with thousands of characters would make a list that nobody reads. */
const maxLetters = 500;

/** How many names in use begin with each letter; the most frequent letters, in order. */
export const letterCounts = (catalogue: Catalogue, kind: NameKind): LetterCount[] =>
  catalogue.queryCache.value(`letters of ${kind}s`, () => {
    const counts = new Map<string, number>();
    for (const { slug } of usedNames(catalogue, kind)) {
      const letter = letterOf(slug);
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    return [...counts]
      .map(([letter, count]) => ({ letter, count }))
      .sort((one, other) => other.count - one.count)
      .slice(0, maxLetters)
      .sort((one, other) => one.letter.localeCompare(other.letter, 'en'));
  });
