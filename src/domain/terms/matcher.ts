import { domainToUnicode } from 'node:url';
import { defaultAllowedPhrases, englishTerms, type Reason, reasons } from './default-terms.ts';
import { termsOfOtherLanguages } from './default-terms-of-other-languages.ts';
import { foldText } from './letters.ts';
import { createTermFinder, type TermFinder } from './term-finder.ts';

/** Links may be percent-encoded more than once. */
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

/** Includes hyphens and underscores, which replace the spaces of a title. Other signs stay: they split a word, but separate none. */
const wordSeparators = /[-_/?&=#]/g;

/** Converts a link to words separated by spaces: the host with Punycode decoded, the path and the parameters. */
export const linkText = (link: string): string => {
  const { host, rest } = originOf(link);
  const name = decode(host);
  return `${domainToUnicode(name) || name} ${decode(rest.replaceAll('+', ' '))}`.replace(wordSeparators, ' ');
};

export interface Match {
  /** The term as it is in the list. */
  term: string;
  /** 'own' for a term that the operator has added. */
  reason: Reason | 'own';
  /** Range in the text, in UTF-16 units. */
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

/** Limit per text, because every match is compared with all allowed phrases. */
const maxAllowed = 500;

/** Allowed phrases must match literally, apart from case and accents. Otherwise they would allow disguised terms. */
const findAllowed = (finder: TermFinder<'allowed'>, text: string) => {
  const spans: { from: number; to: number }[] = [];
  finder.each(text, ({ term, from, to }) => {
    if (foldText(text.slice(from, to)) === foldText(term.text)) spans.push({ from, to });
    return spans.length >= maxAllowed;
  });
  return spans;
};

/** Finds prohibited terms in texts and links. Create one matcher per list of terms. */
export const createMatcher = ({ prohibited, allowed }: OwnTerms) => {
  const finder = createTermFinder<Match['reason']>([
    ...defaultTerms,
    ...prohibited.map((text) => ({ text, kind: 'own' as const })),
  ]);
  // Created on first use: most texts don't need it.
  let allowedFinder: TermFinder<'allowed'> | undefined;
  const allowedIn = (text: string) => {
    allowedFinder ??= createTermFinder(
      [...defaultAllowedPhrases, ...allowed].map((phrase) => ({ text: phrase, kind: 'allowed' as const })),
    );
    return findAllowed(allowedFinder, text);
  };

  /** In the order found, without overlaps. */
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

/** The default terms and allowed phrases, compiled on first use. */
let defaultMatcher: Matcher | undefined;
let foldedDefaultTerms: readonly string[] | undefined;

/** More than enough for a phrase, which is short. */
const maxMatches = 100;
const notInWord = /[^\p{L}\p{N}\p{M}]/u;

const withoutWordsAt = (text: string, spans: readonly { from: number; to: number }[]) => {
  let rest = text;
  for (const { from, to } of spans) {
    let [start, end] = [from, to];
    while (start > 0 && !notInWord.test(text.charAt(start - 1))) start -= 1;
    while (end < text.length && !notInWord.test(text.charAt(end))) end += 1;
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
};

const isPartOfTerm = (phrase: string) => {
  foldedDefaultTerms ??= defaultTerms.map(({ text }) => ` ${foldText(text)} `);
  const folded = foldText(phrase);
  return folded !== '' && foldedDefaultTerms.some((term) => term.includes(` ${folded} `));
};

/**
 * Returns why an operator may not allow a phrase that every site refuses, or undefined. A part of a default term would have no effect,
 * so it is refused unless it contains one of the operator's own terms.
 */
export const phraseProblem = (phrase: string, hasOwnTerm: (phrase: string) => boolean): string | undefined => {
  defaultMatcher ??= createMatcher({ prohibited: [], allowed: [] });
  const matches = defaultMatcher.findAll(phrase, maxMatches);
  const minors = matches.find(({ reason }) => reason === 'minors');
  if (minors)
    return `“${phrase}” cannot be allowed: every site refuses “${phrase.slice(minors.from, minors.to)}”, whatever the words around it.`;
  const isOnlyTerms = matches.length > 0 && foldText(withoutWordsAt(phrase, matches)) === '';
  if (isOnlyTerms || (isPartOfTerm(phrase) && !hasOwnTerm(phrase)))
    return `“${phrase}” is only a term that every site refuses, or a part of one. Add the words that make it harmless.`;
  return undefined;
};
