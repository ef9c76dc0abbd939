import { gaps, type Letters } from './letters.ts';
import type { Term } from './term.ts';

/** Shorter terms are found in one piece only: initials are too often the same. */
const shortestSplit = 4;
/** Shorter terms are found split only if every letter stands alone: r.a.p.e, but not rap-e. */
const shortestSplitByWords = 5;

const s = 's'.charCodeAt(0);

const isEnd = ({ length, gaps: before }: Letters, n: number) => n >= length || before[n] !== gaps.none;

/** A plural is the same word. */
const endsWord = (letters: Letters, to: number) =>
  isEnd(letters, to) || (letters.codes[to] === s && isEnd(letters, to + 1));

/** Whether what separates the letters is what people do to hide a term, and not where two other words meet. */
const fitsPieces = ({ letters: own }: Term, { gaps: before }: Letters, from: number, to: number) => {
  let [pieces, singles, start, hasUnexpected, hasBlank] = [1, 0, from, false, false];
  for (let n = from + 1; n < to; n++) {
    const gap = before[n] ?? 0;
    if (gap < gaps.signs) continue;
    if (n - start === 1) singles += 1;
    pieces += 1;
    start = n;
    if ((own.gaps[n - from] ?? 0) >= gaps.signs) continue;
    hasUnexpected = true;
    if (gap === gaps.blank) hasBlank = true;
  }
  if (!hasUnexpected) return true;
  if (to - start === 1) singles += 1;
  if (own.length < shortestSplit) return false;
  if (own.length < shortestSplitByWords) return singles === pieces;
  return !hasBlank || (pieces > 2 && singles >= pieces - 1);
};

const isWhole = ({ gaps: before }: Letters, from: number, to: number) => {
  for (let n = from + 1; n < to; n++) if ((before[n] ?? 0) >= gaps.signs) return false;
  return true;
};

/** At least half must be letters: a number is no word, whatever its digits look like. */
const hasEnoughLetters = ({ letters }: Term, { isLetter }: Letters, from: number, to: number) => {
  let others = 0;
  for (let n = from; n < to; n++) if (isLetter[n] === 0 && letters.isLetter[n - from] === 1) others += 1;
  return others * 2 <= to - from;
};

/** Whether a term whose letters were found is there as a word. What begins or ends within a word must be in one piece. */
export const fits = (term: Term, letters: Letters, from: number, to: number): boolean => {
  const [starts, ends] = [letters.gaps[from] !== gaps.none, endsWord(letters, to)];
  if ((!starts && !term.startsAnywhere) || (!ends && !term.endsAnywhere)) return false;
  if (!hasEnoughLetters(term, letters, from, to)) return false;
  return starts && ends ? fitsPieces(term, letters, from, to) : isWhole(letters, from, to);
};
