import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { ListedPart, Listing, Refusal } from '#domain/listing/listing.ts';
import { readSettings, type StoredSettings } from '#domain/settings.ts';
import { createMatcher, type Match, type Matcher, type OwnTerms, phraseProblem } from '#domain/terms/matcher.ts';

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];

const mayBeAllowed = (phrase: string) => phraseProblem(phrase, () => true) === undefined;

/** Ignores stored phrases that are no longer valid, because of a later rule or a later built-in term. */
const ownTermsOf = ({ prohibitedTerms, allowedPhrases }: StoredSettings): OwnTerms => ({
  prohibited: textsOf(prohibitedTerms),
  allowed: textsOf(allowedPhrases).filter(mayBeAllowed),
});

const bySettings = new WeakMap<StoredSettings, Matcher>();

/** Compiles the matcher once per settings object. */
export const matcherOf = (settings: StoredSettings): Matcher => {
  let matcher = bySettings.get(settings);
  if (!matcher) {
    matcher = createMatcher(ownTermsOf(settings));
    bySettings.set(settings, matcher);
  }
  return matcher;
};

/** By digest of the stored terms. Several are used only while the terms change. */
const byDigest = new LRUCache<string, Matcher>({ max: 4 });

/** The matcher for the terms that the transaction sees. Compiled only if they have changed. */
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

/** The end of the message about each kind of term. */
const reasonTexts: Record<Match['reason'], string> = {
  minors: 'it is about minors',
  consent: 'it is about acts without consent',
  animals: 'it is about animals',
  violence: 'it is about real violence',
  own: 'the settings prohibit it',
};

/** `where` continues the sentence, as in ' in the title'. */
export const sentenceOf = ({ term, reason }: Pick<Match, 'term' | 'reason'>, where = ''): string =>
  `“${term}”${where} may never be listed: ${reasonTexts[reason]}.`;

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

const maxCachedTexts = 20_000;
const maxCachedLength = 100;

/** Caches results of short texts, because listings have tags and performers in common. */
const withCache = (matcher: Matcher): Matcher => {
  const cache = new LRUCache<string, { match: Match | undefined }>({ max: maxCachedTexts });
  const find = (text: string) => {
    if (text.length > maxCachedLength) return matcher.find(text);
    const result = cache.get(text) ?? { match: matcher.find(text) };
    cache.set(text, result);
    return result.match;
  };
  return { ...matcher, find };
};

const cachingMatchers = new WeakMap<Matcher, Matcher>();
const cachingMatcherOf = (matcher: Matcher): Matcher => {
  const caching = cachingMatchers.get(matcher) ?? withCache(matcher);
  cachingMatchers.set(matcher, caching);
  return caching;
};

/** A listing may be checked before and again in the transaction that adds it: reuse the result unless terms changed. */
const results = new WeakMap<Listing, { matcher: Matcher; refusal: Refusal | undefined }>();

/** Refuses listings that contain a prohibited term. */
export const findProhibitedTerms = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const matcher = cachingMatcherOf(await readMatcher(db));
  return listings.map((listing) => {
    const known = results.get(listing);
    if (known?.matcher === matcher) return known.refusal;
    const found = refusalByTerms(matcher, listing);
    results.set(listing, { matcher, refusal: found });
    return found;
  });
};
