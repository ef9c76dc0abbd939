import type { Catalogue } from '../index/catalogue.ts';
import { prefixDistance } from '../index/edit-distance.ts';
import { insertionPoint, type WordTerm } from '../index/terms.ts';

/** Too many words begin with something like three letters. */
const minLetters = 4;
const maxErrors = (beginning: string) => (beginning.length < 8 ? 1 : 2);

/** Words that begin like a misspelt beginning, apart from its first letter, which must be right: it limits the scan. */
export const nearPrefixes = ({ terms }: Catalogue, beginning: string): { term: WordTerm; distance: number }[] => {
  const sorted = terms.sorted ?? [];
  const first = beginning.slice(0, 1);
  const found: { term: WordTerm; distance: number }[] = [];
  if (beginning.length < minLetters) return found;
  for (let at = insertionPoint(sorted, first); sorted[at]?.word.startsWith(first); at++) {
    const term = sorted[at] as WordTerm;
    const distance = prefixDistance(beginning, term.word, maxErrors(beginning));
    if (distance <= maxErrors(beginning)) found.push({ term, distance });
  }
  return found;
};
