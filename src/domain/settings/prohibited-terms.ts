import { ValidationError } from '#domain/errors.ts';
import { readTerm } from '#domain/safety/terms/term.ts';

/** A single letter would be found in nearly every text. */
const minLetters = 2;

const assertReadable = (field: string, texts: unknown) => {
  if (!Array.isArray(texts)) return;
  for (const text of texts as string[]) {
    if ((readTerm(text, field)?.letters.length ?? 0) >= minLetters) continue;
    const message = `“${text}” must have at least ${minLetters} letters or digits.`;
    throw new ValidationError(message, { [field]: message });
  }
};

/** Refuses terms that could not be searched for, or that would be found everywhere. */
export const assertTerms = ({ prohibitedTerms, allowedPhrases }: Record<string, unknown>): void => {
  assertReadable('prohibitedTerms', prohibitedTerms);
  assertReadable('allowedPhrases', allowedPhrases);
};
