import { domainToUnicode } from 'node:url';
import { defaultAllowedPhrases, englishTerms, type Reason, reasons } from './default-terms.ts';
import { termsOfOtherLanguages } from './default-terms-of-other-languages.ts';
import { foldText } from './letters.ts';
import { createTermFinder, type TermFinder } from './term-finder.ts';

/** Encoded twice is still read by browsers' users. */
const maxRounds = 3;

const decode = (text: string): string => {
  let decoded = text;
  for (let round = 0; round < maxRounds && decoded.includes('%'); round++) {
    const next = decoded.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        return encoded;
      }
    });
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
};

const originOf = (link: string): { host: string; rest: string } => {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(link);
  const authority = origin?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return { host, rest: link.slice(origin?.[0].length ?? 0) };
};

/** Hyphens stand for the blanks of a title. */
const wordEnds = /[-_/?&=#:;]/g;

/** A link as words: hosts as people read them (punycode decoded), paths and parameters decoded, a blank between their parts. */
export const linkText = (link: string): string => {
  const { host, rest } = originOf(link);
  const name = decode(host);
  return `${domainToUnicode(name) || name} ${decode(rest.replaceAll('+', ' '))}`.replace(wordEnds, ' ');
};

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

const defaultTerms = reasons.flatMap((reason) =>
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
