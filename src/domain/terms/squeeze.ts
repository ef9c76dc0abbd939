import { gaps, Letters } from './letters.ts';
import type { Term } from './term.ts';

/** From this many on, a run is there for effect: preeeteen. */
const exaggerated = 3;

const isSame = ({ codes, gaps: before }: Letters, n: number) =>
  n > 0 && codes[n] === codes[n - 1] && (before[n] ?? 0) <= gaps.turn;

const hasExaggeratedRun = (letters: Letters) => {
  const { length, codes } = letters;
  let run = 1;
  for (let n = 1; n < length; n++) {
    run = codes[n] === codes[n - 1] && isSame(letters, n) ? run + 1 : 1;
    if (run === exaggerated) return true;
  }
  return false;
};

/** Letters of which each stands for a run of the same one: `runs` says how many. */
export interface Squeezed {
  letters: Letters;
  runs: number[];
}

const joinRuns = (letters: Letters): Squeezed => {
  const joined = new Letters(letters.length);
  const runs: number[] = [];
  for (let n = 0; n < letters.length; n++)
    if (isSame(letters, n)) runs.push((runs.pop() ?? 0) + 1);
    else {
      joined.push(letters.codes[n] ?? 0, letters.gaps[n] ?? 0, letters.at[n] ?? 0, letters.isLetter[n] ?? 0);
      runs.push(1);
    }
  return { letters: joined, runs };
};

/** Joins repeated letters; undefined if no letter is repeated for effect. */
export const squeeze = (letters: Letters): Squeezed | undefined =>
  hasExaggeratedRun(letters) ? joinRuns(letters) : undefined;

/** Whether a run of a text can be one of a term. */
export const fitsRun = (run: number, ofTerm: number) => run === ofTerm || run >= exaggerated;

/** A term without repeated letters, with the runs that they were. */
export interface SqueezedTerm<Kind> {
  term: Term<Kind>;
  squeezed: Term<Kind>;
  runs: number[];
}

export const squeezeTerm = <Kind>(term: Term<Kind>): SqueezedTerm<Kind> => {
  const { letters, runs } = joinRuns(term.letters);
  return { term, squeezed: { ...term, letters }, runs };
};
