import { ValidationError } from '#domain/errors.ts';
import { phraseProblem } from '#domain/terms/allowed-phrase.ts';
import { createMatcher } from '#domain/terms/matcher.ts';
import { readTerm } from '#domain/terms/term.ts';

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

const assertAllowed = (phrases: unknown, prohibited: unknown) => {
  if (!Array.isArray(phrases) || phrases.length === 0) return;
  const own = createMatcher({ prohibited: Array.isArray(prohibited) ? prohibited : [], allowed: [] });
  for (const phrase of phrases as string[]) {
    const message = phraseProblem(phrase, (text) => own.find(text) !== undefined);
    if (message !== undefined) throw new ValidationError(message, { allowedPhrases: message });
  }
};

/** Refuses terms that could not be searched for or would be found everywhere, and phrases that would list what every site refuses. */
export const assertTerms = ({ prohibitedTerms, allowedPhrases }: Record<string, unknown>): void => {
  assertReadable('prohibitedTerms', prohibitedTerms);
  assertReadable('allowedPhrases', allowedPhrases);
  assertAllowed(allowedPhrases, prohibitedTerms);
};
