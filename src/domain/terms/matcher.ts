import { defaultAllowedPhrases } from './default-allowed-phrases.ts';
import { englishTerms, type Reason, reasons } from './default-terms.ts';
import { termsOfOtherLanguages } from './default-terms-of-other-languages.ts';
import { linkText } from './link-text.ts';
import { foldText } from './read-letters.ts';
import { createTermFinder, type TermFinder } from './term-finder.ts';

export interface Match {
  /** As the list has it. */
  term: string;
  /** 'own' for a term that the operator has added. */
  reason: Reason | 'own';
  /** Where it is in the text. */
  from: number;
  to: number;
}

export interface OwnTerms {
  prohibited: readonly string[];
  allowed: readonly string[];
}

export const defaultTerms = reasons.flatMap((reason) =>
  [...englishTerms[reason], ...termsOfOtherLanguages[reason]].map((text) => ({ text, kind: reason })),
);

/** Nobody writes more of them in one text; each match is compared with all. */
const maxAllowed = 500;

/** Allowed phrases must be written as they are, apart from case and accents: otherwise they would allow disguises. */
const findAllowed = (finder: TermFinder<'allowed'>, text: string) => {
  const spans: { from: number; to: number }[] = [];
  finder.each(text, ({ term, from, to }) => {
    if (foldText(text.slice(from, to)) === foldText(term.text)) spans.push({ from, to });
    return spans.length >= maxAllowed;
  });
  return spans;
};

/** Finds what may never be listed in texts and links. Compile one per list of terms. */
export const createMatcher = ({ prohibited, allowed }: OwnTerms) => {
  const finder = createTermFinder<Match['reason']>([
    ...defaultTerms,
    ...prohibited.map((text) => ({ text, kind: 'own' as const })),
  ]);
  // Most texts need none.
  let allowedFinder: TermFinder<'allowed'> | undefined;
  const allowedIn = (text: string) => {
    allowedFinder ??= createTermFinder(
      [...defaultAllowedPhrases, ...allowed].map((phrase) => ({ text: phrase, kind: 'allowed' as const })),
    );
    return findAllowed(allowedFinder, text);
  };

  /** In the order found, each place once. */
  const findAll = (text: string, limit: number): Match[] => {
    const matches: Match[] = [];
    let spans: { from: number; to: number }[] | undefined;
    finder.each(text, ({ term, from, to }) => {
      spans ??= allowedIn(text);
      const isAllowed = spans.some((span) => span.from <= from && to <= span.to);
      const isKnown = matches.some((match) => match.from <= from && to <= match.to);
      if (!isAllowed && !isKnown) matches.push({ term: term.text, reason: term.kind, from, to });
      return matches.length >= limit;
    });
    return matches;
  };
  const find = (text: string): Match | undefined => (text === '' ? undefined : findAll(text, 1)[0]);

  return { find, findAll, findInLink: (link: string) => find(linkText(link)) };
};

export type Matcher = ReturnType<typeof createMatcher>;
