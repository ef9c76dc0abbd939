import { createMatcher, defaultTerms, type Matcher } from './matcher.ts';
import { foldText } from './read-letters.ts';

/** What every site refuses, and its harmless phrases. */
let shipped: Matcher | undefined;
let shippedTerms: readonly string[] | undefined;

/** Nothing has more terms than words, and phrases are short. */
const maxMatches = 100;
const notOfWord = /[^\p{L}\p{N}\p{M}]/u;

const withoutWordsAt = (text: string, spans: readonly { from: number; to: number }[]) => {
  let rest = text;
  for (const { from, to } of spans) {
    let [start, end] = [from, to];
    while (start > 0 && !notOfWord.test(text.charAt(start - 1))) start -= 1;
    while (end < text.length && !notOfWord.test(text.charAt(end))) end += 1;
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
};

const isPartOfTerm = (phrase: string) => {
  shippedTerms ??= defaultTerms.map(({ text }) => ` ${foldText(text)} `);
  const folded = foldText(phrase);
  return folded !== '' && shippedTerms.some((term) => term.includes(` ${folded} `));
};

/**
 * Why an operator may not allow a phrase: it would list what every site refuses. Undefined if they may. A part of such a term
 * would allow nothing, unless it has a term of the operator's own.
 */
export const phraseProblem = (phrase: string, hasOwnTerm: (phrase: string) => boolean): string | undefined => {
  shipped ??= createMatcher({ prohibited: [], allowed: [] });
  const matches = shipped.findAll(phrase, maxMatches);
  const minors = matches.find(({ reason }) => reason === 'minors');
  if (minors)
    return `“${phrase}” cannot be allowed: every site refuses “${phrase.slice(minors.from, minors.to)}”, whatever the words around it.`;
  const isNothingElse = matches.length > 0 && foldText(withoutWordsAt(phrase, matches)) === '';
  if (isNothingElse || (isPartOfTerm(phrase) && !hasOwnTerm(phrase)))
    return `“${phrase}” is nothing but a term that every site refuses, or a part of one. Add the words that make it harmless.`;
  return undefined;
};
