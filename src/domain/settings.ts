import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { securitySettings } from '#contract/values/accounts.ts';
import { defaultSettings } from '#contract/values/default-settings.ts';
import { defaultPageTexts } from '#contract/values/info-page-texts.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { assertVersion, ValidationError } from '#domain/errors.ts';
import { createMatcher, phraseProblem } from '#domain/terms/matcher.ts';
import { readTerm } from '#domain/terms/term-finder.ts';

const isKnownHere = (timeZone: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
};

/**
 * Throws unless both Node and PostgreSQL know the zone by this name. An offset like +02:00 is none: PostgreSQL reads its
 * sign the other way round, and it would not follow the clocks.
 */
const assertTimeZone = async (db: Db, timeZone: unknown): Promise<void> => {
  if (timeZone === undefined) return;
  const { rows } = await sql`select from pg_timezone_names where name = ${timeZone}`.execute(db);
  if (rows.length > 0 && typeof timeZone === 'string' && isKnownHere(timeZone)) return;
  const message = 'Choose a time zone by its name, such as UTC or Europe/Berlin.';
  throw new ValidationError(message, { timeZone: message });
};

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
const assertTerms = ({ prohibitedTerms, allowedPhrases }: Record<string, unknown>): void => {
  assertReadable('prohibitedTerms', prohibitedTerms);
  assertReadable('allowedPhrases', allowedPhrases);
  assertAllowed(allowedPhrases, prohibitedTerms);
};

/** The settings that operators have changed, named as in the contract; all others have their default. */
export type StoredSettings = Record<string, unknown>;

const site = 'site';
/** All settings are one entity in the audit log. */
const entityId = 1;

export const readSettings = async (db: Db): Promise<StoredSettings> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', site).executeTakeFirst();
  return (row?.value ?? {}) as StoredSettings;
};

export interface SettingsRecord {
  settings: StoredSettings;
  version: number;
}

/** Before the first save there is no row. */
const neverSaved: SettingsRecord = { settings: {}, version: 1 };

/** For those who edit them. */
export const readSettingsRecord = async (db: Db): Promise<SettingsRecord> => {
  const row = await db.selectFrom('settings').select(['value', 'version']).where('key', '=', site).executeTakeFirst();
  return row ? { settings: row.value as StoredSettings, version: row.version } : neverSaved;
};

/** The zone in which the days of the site begin. */
export const readTimeZone = async (db: Db): Promise<string> => {
  const { timeZone } = await readSettings(db);
  return typeof timeZone === 'string' ? timeZone : defaultSettings.timeZone;
};

/** What operators have set, over the defaults. `siteName` is the configured default name. */
export const withDefaults = (stored: StoredSettings, siteName: string) => ({
  ...defaultSettings,
  siteName,
  ...stored,
  // Stored whole, perhaps before a page or a fact was added.
  pageTexts: { ...defaultPageTexts, ...(stored.pageTexts as object) },
  operator: { ...defaultSettings.operator, ...(stored.operator as object) },
});

/** Whether settings that affect security differ. */
const changesSecurity = (before: StoredSettings, after: StoredSettings) => {
  const [old, now]: StoredSettings[] = [before, after].map((stored) => ({ ...defaultSettings, ...stored }));
  return securitySettings.some((key) => !isDeepStrictEqual(old?.[key], now?.[key]));
};

interface SettingsChange {
  actor: Actor;
  settings: StoredSettings;
  expectedVersion: number | undefined;
  /** Throws unless the actor has just proved who they are. */
  assertProof: () => void;
}

/** Resolves to the new version. */
export const saveSettings = (
  db: Db,
  { actor, settings, expectedVersion, assertProof }: SettingsChange,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // So that nobody else's change comes between the comparison and the write.
    await sql`select pg_advisory_xact_lock(hashtext('marquee settings'))`.execute(tx);
    const current = await readSettingsRecord(tx);
    assertVersion('site’s settings', current, expectedVersion);
    const { settings: before } = current;
    if (changesSecurity(before, settings)) assertProof();
    await assertTimeZone(tx, settings.timeZone);
    assertTerms(settings);
    const value = JSON.stringify(settings);
    const version = current.version + 1;
    await tx
      .insertInto('settings')
      .values({ key: site, value, version })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, version }))
      .execute();
    await recordChange(tx, actor, { action: 'update', entity: 'settings', entityId, before, after: settings });
    return version;
  });

/** The site as the configuration names it; the settings may replace the name. */
export interface SiteIdentity {
  siteName: string;
  siteUrl: string;
}

/** The site as its visitors know it now. */
export const currentSite = async (db: Db, { siteName, siteUrl }: SiteIdentity): Promise<SiteIdentity> => ({
  siteName: withDefaults(await readSettings(db), siteName).siteName,
  siteUrl,
});
