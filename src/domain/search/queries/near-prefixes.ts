import type { Catalogue } from '../index/catalogue.ts';
import { prefixDistance } from '../index/edit-distance.ts';
import { insertionPoint, type WordTerm } from '../index/terms.ts';

/** Too many words begin with something like three letters. */
const minLetters = 4;
const maxErrors = (beginning: string) => (beginning.length < 8 ? 1 : 2);

/** The typing errors in the beginning of a word, apart from its first letter, which must be right. Undefined if it begins otherwise. */
export const nearPrefixDistance = (beginning: string, word: string): number | undefined => {
  if (beginning.length < minLetters || beginning[0] !== word[0]) return undefined;
  const distance = prefixDistance(beginning, word, maxErrors(beginning));
  return distance <= maxErrors(beginning) ? distance : undefined;
};

/** Words that begin like a misspelt beginning, of those that are wanted: the right first letter limits the scan. */
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
