import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import { describedSettings, settingNames } from '#contract/values/settings/settings.ts';
import { isBlank } from '#contract/values/text.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { assertVersion, ValidationError } from '#domain/errors.ts';
import { assertPublicUrls } from '#domain/fetching/public-url.ts';
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
 * Throws unless both Node and PostgreSQL know a zone of this name. Offsets like +02:00 are refused: PostgreSQL reads
 * their sign the other way round, and they don't follow daylight saving time.
 */
const assertTimeZone = async (db: Db, timeZone: unknown): Promise<void> => {
  if (timeZone === undefined) return;
  const { rows } = await sql`select from pg_timezone_names where name = ${timeZone}`.execute(db);
  if (rows.length > 0 && typeof timeZone === 'string' && isKnownHere(timeZone)) return;
  const message = 'Choose a time zone by its name, such as UTC or Europe/Berlin.';
  throw new ValidationError(message, { timeZone: message });
};

/** A single letter would match nearly every text. */
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
  const matcher = createMatcher({ prohibited: Array.isArray(prohibited) ? prohibited : [], allowed: [] });
  for (const phrase of phrases as string[]) {
    const message = phraseProblem(phrase, (text) => matcher.find(text) !== undefined);
    if (message !== undefined) throw new ValidationError(message, { allowedPhrases: message });
  }
};

/** Refuses terms that match nothing or everything, and phrases that would allow what every site prohibits. */
export const assertTerms = ({ prohibitedTerms, allowedPhrases }: Record<string, unknown>): void => {
  assertReadable('prohibitedTerms', prohibitedTerms);
  assertReadable('allowedPhrases', allowedPhrases);
  assertAllowed(allowedPhrases, prohibitedTerms);
};

/** The settings that operators have changed, named as in the contract. All others have their defaults. */
export type StoredSettings = Record<string, unknown>;

const siteKey = 'site';
/** All settings are one entity in the audit log. */
const entityId = 1;

export const readSettings = async (db: Db): Promise<StoredSettings> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', siteKey).executeTakeFirst();
  return (row?.value ?? {}) as StoredSettings;
};

export interface SettingsRecord {
  settings: StoredSettings;
  version: number;
}

/** The settings with their version, for editing. */
export const readSettingsRecord = async (db: Db): Promise<SettingsRecord> => {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'version'])
    .where('key', '=', siteKey)
    .executeTakeFirst();
  // Before the first save there is no row.
  return row ? { settings: row.value as StoredSettings, version: row.version } : { settings: {}, version: 1 };
};

/** The time zone in which the site's days begin. */
export const readTimeZone = async (db: Db): Promise<string> => {
  const { timeZone } = await readSettings(db);
  return typeof timeZone === 'string' ? timeZone : defaultSettings.timeZone;
};

/** Replaces texts that nobody sees, also within lists and parts, by blank ones: pages then know that nothing is filled in. */
const withoutUnseen = (value: unknown): unknown => {
  if (typeof value === 'string') return isBlank(value) ? '' : value;
  if (Array.isArray(value)) return value.map(withoutUnseen);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutUnseen(part)]));
};

/** The stored settings merged over the defaults. `siteName` is the configured default name. */
export const withDefaults = (stored: StoredSettings, siteName: string) => ({
  ...defaultSettings,
  siteName,
  ...stored,
  // The home page has to have a heading.
  ...(withoutUnseen(stored.heading) === '' ? { heading: defaultSettings.heading } : {}),
  // These are stored as a whole, perhaps before a page or a fact was added.
  pageTexts: { ...defaultSettings.pageTexts, ...(stored.pageTexts as object) },
  operator: { ...defaultSettings.operator, ...(stored.operator as object) },
});

const changesSecurity = (before: StoredSettings, after: StoredSettings) => {
  const [old, now]: StoredSettings[] = [before, after].map((stored) => ({ ...defaultSettings, ...stored }));
  return settingNames.some(
    (name) => 'needsProof' in describedSettings[name] && !isDeepStrictEqual(old?.[name], now?.[name]),
  );
};

/** What is not stored has its default, which leads to the internet. */
const urlsIn = ({ banners, sponsoredLink }: StoredSettings) => {
  const shown = (banners ?? []) as { image: string; url: string }[];
  const partOf = (part: 'image' | 'url') =>
    Object.fromEntries(shown.map((banner, index) => [`banners.${index}.${part}`, banner[part]]));
  const { url = '' } = (sponsoredLink ?? {}) as { url?: string };
  return { links: { ...partOf('url'), 'sponsoredLink.url': url }, pictures: partOf('image') };
};

const assertUrls = (before: StoredSettings, after: StoredSettings) => {
  const { links, pictures } = urlsIn(before);
  assertPublicUrls(urlsIn(after), Object.values({ ...links, ...pictures }));
};

interface SettingsChange {
  actor: Actor;
  settings: StoredSettings;
  expectedVersion: number | undefined;
  /** The configured default name. */
  siteName: string;
  /** Throws unless the actor has recently confirmed their identity. */
  assertProof: () => void;
}

/** Saves the settings and returns what is stored. The version stays the same if nothing has changed. */
export const saveSettings = (
  db: Db,
  { actor, settings: entered, expectedVersion, siteName, assertProof }: SettingsChange,
): Promise<SettingsRecord> =>
  db.transaction().execute(async (tx) => {
    const settings = withoutUnseen(entered) as StoredSettings;
    // Serialises saves, so that no other change can come between the version check and the write.
    await sql`select pg_advisory_xact_lock(hashtext('marquee settings'))`.execute(tx);
    const current = await readSettingsRecord(tx);
    assertVersion('site’s settings', current, expectedVersion);
    const { settings: before } = current;
    if (changesSecurity(before, settings)) assertProof();
    await assertTimeZone(tx, settings.timeZone);
    assertUrls(before, settings);
    // With their defaults: settings that were never stored have not changed from nothing.
    const [old, now] = [withDefaults(before, siteName), withDefaults(settings, siteName)];
    if (isDeepStrictEqual(old, now)) return { settings, version: current.version };
    const value = JSON.stringify(settings);
    const version = current.version + 1;
    await tx
      .insertInto('settings')
      .values({ key: siteKey, value, version })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, version }))
      .execute();
    await recordChange(tx, actor, { action: 'update', entity: 'settings', entityId, before: old, after: now });
    return { settings, version };
  });

/** The site's name and URL from the configuration. The settings may override the name. */
export interface SiteIdentity {
  siteName: string;
  siteUrl: string;
}

/** The site's current name and URL, as visitors see them. */
export const currentSite = async (db: Db, { siteName, siteUrl }: SiteIdentity): Promise<SiteIdentity> => ({
  siteName: withDefaults(await readSettings(db), siteName).siteName,
  siteUrl,
});
