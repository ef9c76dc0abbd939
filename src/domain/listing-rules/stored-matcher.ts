import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { readSettings, type StoredSettings } from '#domain/settings.ts';
import { createMatcher, type Matcher, type OwnTerms, phraseProblem } from '#domain/terms/matcher.ts';

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
