import type { Db } from '#db/database.ts';
import type { ListedPart, Listing } from '../listing.ts';
import type { Refusal } from '../may-be-listed.ts';
import type { Match, Matcher } from './matcher.ts';
import { readMatcher } from './stored-matcher.ts';

/** Why each kind of term is prohibited, as messages put it. */
const becauseOf: Record<Match['reason'], string> = {
  minors: 'it is about minors',
  consent: 'it is about acts without consent',
  animals: 'it is about animals',
  violence: 'it is about real violence',
  own: 'the settings prohibit it',
};

/** `where` continues the sentence: 'in the title'. */
export const sentenceOf = ({ term, reason }: Pick<Match, 'term' | 'reason'>, where = ''): string =>
  `“${term}”${where} may never be listed: ${becauseOf[reason]}.`;

const refusal = ({ field, label }: ListedPart, match: Match | undefined): Refusal | undefined =>
  match && {
    field,
    sentence: sentenceOf(match, ` in the ${label}`),
    details: { field: label, term: match.term },
  };

export const refusalByTerms = (matcher: Matcher, { texts, links }: Listing): Refusal | undefined => {
  for (const part of texts) {
    const found = refusal(part, matcher.find(part.value));
    if (found) return found;
  }
  for (const part of links) {
    const found = refusal(part, matcher.findInLink(part.value));
    if (found) return found;
  }
  return undefined;
};

/** Many listings have tags and performers in common: each name is searched once. */
const remembering = (find: Matcher['find']): Matcher['find'] => {
  const found = new Map<string, Match | undefined>();
  return (text) => {
    if (!found.has(text)) found.set(text, find(text));
    return found.get(text);
  };
};

/** Refuses what contains a term that may never be listed. */
export const findProhibitedTerms = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const matcher = await readMatcher(db);
  const find = remembering(matcher.find);
  return listings.map((listing) => refusalByTerms({ ...matcher, find }, listing));
};
