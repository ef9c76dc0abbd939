import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { ListedPart, Listing, Refusal } from '#domain/listing/listing.ts';
import { readSettings, type StoredSettings } from '#domain/settings.ts';
import { createMatcher, type Match, type Matcher, type OwnTerms, phraseProblem } from '#domain/terms/matcher.ts';

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];

const mayBeAllowed = (phrase: string) => phraseProblem(phrase, () => true) === undefined;

/** Phrases that were stored before they were refused, or before a term was shipped, allow nothing. */
const ownTermsOf = ({ prohibitedTerms, allowedPhrases }: StoredSettings): OwnTerms => ({
  prohibited: textsOf(prohibitedTerms),
  allowed: textsOf(allowedPhrases).filter(mayBeAllowed),
});

/** Settings are read once until they change. */
const bySettings = new WeakMap<StoredSettings, Matcher>();

/** The matcher of settings; the same object gives the same matcher. */
export const matcherOf = (settings: StoredSettings): Matcher => {
  let matcher = bySettings.get(settings);
  if (!matcher) {
    matcher = createMatcher(ownTermsOf(settings));
    bySettings.set(settings, matcher);
  }
  return matcher;
};

/** By the digest of the stored terms. More than one only while they are being changed. */
const byDigest = new LRUCache<string, Matcher>({ max: 4 });

/** The matcher of the terms that the transaction sees. Compiles it only if they have changed. */
export const readMatcher = async (db: Db): Promise<Matcher> => {
  const { rows } = await sql<{ digest: string }>`
    select md5(concat_ws(E'\n', value ->> 'prohibitedTerms', value ->> 'allowedPhrases')) as digest
    from settings where key = 'site'`.execute(db);
  const digest = rows[0]?.digest ?? '';
  let matcher = byDigest.get(digest);
  if (!matcher) {
    matcher = createMatcher(ownTermsOf(digest === '' ? {} : await readSettings(db)));
    byDigest.set(digest, matcher);
  }
  return matcher;
};

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

const maxRememberedNames = 20_000;
const maxRememberedLength = 100;

/** Listings have tags and performers in common: each name is searched once. */
const rememberingNames = (matcher: Matcher): Matcher => {
  const found = new LRUCache<string, { match: Match | undefined }>({ max: maxRememberedNames });
  const find = (text: string) => {
    if (text.length > maxRememberedLength) return matcher.find(text);
    const known = found.get(text) ?? { match: matcher.find(text) };
    found.set(text, known);
    return known.match;
  };
  return { ...matcher, find };
};

const remembering = new WeakMap<Matcher, Matcher>();
const withMemory = (matcher: Matcher): Matcher => {
  const known = remembering.get(matcher) ?? rememberingNames(matcher);
  remembering.set(matcher, known);
  return known;
};

/** A listing may be checked before the transaction that adds it, and again in it: it is searched again only if the terms have changed. */
const searched = new WeakMap<Listing, { matcher: Matcher; refusal: Refusal | undefined }>();

/** Refuses what contains a term that may never be listed. */
export const findProhibitedTerms = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const matcher = withMemory(await readMatcher(db));
  return listings.map((listing) => {
    const known = searched.get(listing);
    if (known?.matcher === matcher) return known.refusal;
    const found = refusalByTerms(matcher, listing);
    searched.set(listing, { matcher, refusal: found });
    return found;
  });
};
