import type { Letters } from './letters.ts';
import { readLetters, withoutSigns } from './read-letters.ts';

/** A word or phrase that texts are searched for. */
export interface Term<Kind = unknown> {
  /** As it was written. */
  text: string;
  kind: Kind;
  /** A gap says where a blank or sign may be: between its own words. */
  letters: Letters;
  /** Whether it may begin, or end, within a word. */
  startsAnywhere: boolean;
  endsAnywhere: boolean;
}

/**
 * Reads a term. A star at an end stands for more letters: `*preteen*` is found within longer words. The words of a phrase may be
 * written apart, joined, or with signs in between. Undefined if there is no letter in it.
 */
export const readTerm = <Kind>(text: string, kind: Kind): Term<Kind> | undefined => {
  const written = text.trim();
  const letters = withoutSigns(readLetters(written));
  if (letters.length === 0) return undefined;
  return {
    text: written.replace(/^\*|\*$/g, ''),
    kind,
    letters,
    startsAnywhere: written.startsWith('*'),
    endsAnywhere: written.endsWith('*'),
  };
};
