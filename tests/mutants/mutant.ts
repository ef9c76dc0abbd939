import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small realistic bug, written to prove that a test notices it. */
export interface Mutant {
  file: string;
  /** Exact source text that occurs once in the file. */
  find: string;
  replace: string;
  /** What a user would suffer from. */
  harm: string;
  /** Test files of which at least one must fail. */
  tests: string[];
}

export const problemOf = (mutant: Mutant, source: string): string | undefined => {
  const occurrences = source.split(mutant.find).length - 1;
  if (occurrences === 0) return `${mutant.file} no longer contains: ${mutant.find}`;
  if (occurrences > 1) return `${mutant.file} contains ${occurrences} times: ${mutant.find}`;
  return mutant.find === mutant.replace ? `${mutant.file}: the mutant changes nothing: ${mutant.find}` : undefined;
};

/** Writes the mutant into a scratch checkout and returns how to take it out again. */
export const applyMutant = (checkout: string, mutant: Mutant) => {
  const path = join(checkout, mutant.file);
  const source = readFileSync(path, 'utf8');
  const problem = problemOf(mutant, source);
  if (problem) throw new Error(problem);
  // A function, because "$&" in a replacement string has a meaning of its own.
  writeFileSync(
    path,
    source.replace(mutant.find, () => mutant.replace),
  );
  return () => writeFileSync(path, source);
};
