import { fits } from './fits.ts';
import { gaps, type Letters } from './letters.ts';
import { readLetters, withoutSigns } from './read-letters.ts';
import { fitsRun, type Squeezed, type SqueezedTerm, squeeze, squeezeTerm } from './squeeze.ts';
import { isAmbiguous, readStandIns } from './stand-ins.ts';
import { readTerm, type Term } from './term.ts';
import { addToTrie, beginsNone, emptyTrie, type Trie, walkTrie } from './trie.ts';

/** A term in a text, and where. */
export interface FoundTerm<Kind> {
  term: Term<Kind>;
  /** In UTF-16 units of the text. */
  from: number;
  to: number;
}

interface Tries<Value> {
  /** Terms that begin where a word does. */
  words: Trie<Value>;
  /** Terms that may begin anywhere. */
  parts: Trie<Value>;
}

const triesOf = <Value>(values: readonly Value[], termOf: (value: Value) => Term): Tries<Value> => {
  const tries: Tries<Value> = { words: emptyTrie(), parts: emptyTrie() };
  for (const value of values) {
    const { startsAnywhere, letters } = termOf(value);
    addToTrie(startsAnywhere ? tries.parts : tries.words, letters, value);
  }
  return tries;
};

const walk = <Value>(
  { words, parts }: Tries<Value>,
  letters: Letters,
  found: (value: Value, from: number, to: number) => boolean,
): boolean => {
  const { length, codes, gaps: before } = letters;
  for (let from = 0; from < length; from++) {
    const code = codes[from] ?? 0;
    if (before[from] !== gaps.none && !beginsNone(words, code) && walkTrie(words, letters, from, found)) return true;
    if (!beginsNone(parts, code) && walkTrie(parts, letters, from, found)) return true;
  }
  return false;
};

/**
 * Finds terms in texts, however they are written. A text is read at most four times: as it is, with digits and signs as letters
 * (1 is an i or an l), and with repeated letters joined. Each is linear in the length of the text: a walk from one letter is no
 * longer than the longest term.
 */
export const createTermFinder = <Kind>(texts: Iterable<{ text: string; kind: Kind }>) => {
  const terms = [...texts].flatMap(({ text, kind }) => readTerm(text, kind) ?? []);
  const exact = triesOf(terms, (term) => term);
  // Few texts need them.
  let squeezed: Tries<SqueezedTerm<Kind>> | undefined;
  const squeezedTries = () => {
    squeezed ??= triesOf(terms.map(squeezeTerm), (each) => each.squeezed);
    return squeezed;
  };

  /** `visit` returns true to end the search. */
  const each = (text: string, visit: (found: FoundTerm<Kind>) => boolean): boolean => {
    const visitAt = (term: Term<Kind>, letters: Letters, from: number, to: number) => {
      const last = letters.at[to - 1] ?? 0;
      const width = (text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1;
      return visit({ term, from: letters.at[from] ?? 0, to: last + width });
    };
    const findIn = (letters: Letters) =>
      walk(exact, letters, (term, from, to) => fits(term, letters, from, to) && visitAt(term, letters, from, to));
    const findSqueezed = ({ letters, runs }: Squeezed) =>
      walk(squeezedTries(), letters, (found, from, to) => {
        if (!found.runs.every((run, n) => fitsRun(runs[from + n] ?? 1, run))) return false;
        return fits(found.squeezed, letters, from, to) && visitAt(found.term, letters, from, to);
      });
    const all = readLetters(text);
    const plain = withoutSigns(all);
    if (findIn(plain)) return true;
    const read = readStandIns(all, 'i');
    if (read && findIn(read)) return true;
    const readOtherwise = read && isAmbiguous(all) ? readStandIns(all, 'l') : undefined;
    if (readOtherwise && findIn(readOtherwise)) return true;
    const joined = squeeze(read ?? plain);
    return joined !== undefined && findSqueezed(joined);
  };

  return { each };
};

export type TermFinder<Kind> = ReturnType<typeof createTermFinder<Kind>>;
