import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import {
  defineRoutes,
  Email,
  ExpectedVersion,
  Nullable,
  OptionalText,
  ProxiedPicture,
  RequiredText,
  StrictObject,
  Success,
  UrlOrPath,
  Version,
  WebUrl,
} from './calls/route.ts';
import { OperatorSettings } from './page-texts.ts';
import { ageRules, countryCodes } from './values/age-checks.ts';
import { caseKinds } from './values/cases.ts';
import { invalidEmail, limits } from './values/fields.ts';
import { type InfoPage, infoPages } from './values/public-pages.ts';
import { defaultSettings as defaults } from './values/settings/defaults.ts';
import { descriptionOf, type PlainInput, type PlainSetting, type Setting, subjectOf } from './values/settings/kinds.ts';
import {
  describedSettings,
  type PublicSettingName,
  type SettingName,
  type SettingsOf,
  type SettingValue,
  settingNames,
} from './values/settings/settings.ts';
import { lineOrBlankPattern, nonBlankLinePattern } from './values/text.ts';

const max = limits.settings;

/** What the schema of every setting has. */
const wordsOf = (name: SettingName) => {
  const setting: Setting = describedSettings[name];
  const description = descriptionOf(setting);
  const hasOwnDefault = !('configuredBy' in setting);
  return {
    label: subjectOf(setting),
    ...(description === undefined ? {} : { description }),
    ...(hasOwnDefault ? { default: defaults[name] } : {}),
  };
};

/** security.txt must not name http URLs (RFC 9116). URLs with a user name or password are refused, too. */
const HttpsUrl = Type.String({ ...WebUrl(), pattern: '^https://[^/?#@]+([/?#]|$)' });

const oneLine = (label: string) => `The ${label} must be one line of text.`;

type Words = ReturnType<typeof wordsOf>;

/** The schemas of settings that are described by data alone. Their property order decides nothing. */
const plainSchemas: { [I in PlainInput]: (words: Words, setting: PlainSetting<I>) => TSchema } = {
  checkbox: (words) => Type.Boolean(words),
  number: (words, { min, max }) => Type.Integer({ ...words, minimum: min, maximum: max }),
  line: (words, { maxLength, isRequired, mayHaveBreaks }) =>
    Type.String({
      ...(isRequired ? RequiredText(words.label, maxLength) : OptionalText(words.label, maxLength)),
      ...(mayHaveBreaks
        ? {}
        : { pattern: isRequired ? nonBlankLinePattern : lineOrBlankPattern, invalid: oneLine(words.label) }),
      ...words,
    }),
  paragraph: (words, { maxLength, isRequired, format }) =>
    Type.String({
      ...(isRequired ? RequiredText(words.label, maxLength) : OptionalText(words.label, maxLength)),
      ...format,
      ...words,
    }),
  lines: (words, { item, maxCount, maxLength }) =>
    Type.Array(RequiredText(item, maxLength), { ...words, maxItems: maxCount }),
  color: (words) =>
    Type.String({
      ...words,
      pattern: '^#[0-9a-fA-F]{6}$',
      invalid: `The ${words.label} must be written like #ffb52e.`,
    }),
  email: (words) => Type.Union([Email, Type.Literal('')], { ...words, invalid: invalidEmail }),
  'https url': (words) => {
    const messages = { label: words.label, invalid: `The ${words.label} must be a URL that starts with https://.` };
    return Type.Union([{ ...HttpsUrl, ...messages }, Type.Literal('')], { ...words, ...messages });
  },
  'email or https url': (words) => {
    const invalid = `The ${words.label} must be an email or a URL that starts with https://.`;
    const messages = { label: words.label, invalid };
    return Type.Union([{ ...Email, ...messages }, { ...HttpsUrl, ...messages }, Type.Literal('')], {
      ...words,
      ...messages,
    });
  },
  'url or path': (words) => Type.String({ ...UrlOrPath(words.label), ...words }),
  'time zone': (words, { maxLength }) => Type.String({ ...RequiredText(words.label, maxLength), ...words }),
};

const plainSchema = (name: SettingsOf<PlainInput>): TSchema => {
  const setting: PlainSetting = describedSettings[name];
  const schemaOf = plainSchemas[setting.input] as (words: Words, setting: PlainSetting) => TSchema;
  return schemaOf(wordsOf(name), setting);
};

const Rule = Type.Enum(ageRules, {
  label: 'age rule',
  invalid: `The age rule must be one of ${ageRules.join(', ')}.`,
});
const CountryRule = StrictObject(
  {
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      label: 'country',
      invalid: 'Choose a country by its code of two letters, such as DE.',
    }),
    rule: Rule,
  },
  { label: 'age rule', invalid: 'Each age rule needs a country and a rule.' },
);

const AgeRuleSettings = StrictObject(
  {
    others: Rule,
    countries: Type.Array(CountryRule, { maxItems: countryCodes.length, label: 'age rules of countries' }),
  },
  {
    ...wordsOf('ageRules'),
    invalid: 'The age rules must be an object with the rule of others and a list of countries.',
  },
);

const caseReasonMax = limits.settings.caseReasons;

const Reason = StrictObject(
  {
    kind: Type.Union([Type.Enum(caseKinds), Type.Literal('')], {
      label: 'kind of notice',
      invalid: 'The kind of notice must be one that can be reported, or empty for all.',
      description: 'Empty for every kind of notice',
    }),
    title: Type.String({
      ...RequiredText('title of a reason', caseReasonMax.title),
      pattern: nonBlankLinePattern,
      invalid: 'The title of a reason must be one line of text.',
    }),
    text: RequiredText('text of a reason', caseReasonMax.text),
  },
  { label: 'reason', invalid: 'Each reason needs a kind of notice, a title and a text.' },
);

const Reasons = (label: string) => Type.Array(Reason, { maxItems: caseReasonMax.count, label });

const CaseReasonSettings = StrictObject(
  {
    remove: Reasons('reasons to remove'),
    keep: Reasons('reasons to keep'),
    ask: Reasons('questions to reporters'),
  },
  {
    ...wordsOf('caseReasons'),
    invalid: 'The reasons of decisions must be an object with lists to remove, keep and ask.',
  },
);

const Banner = StrictObject(
  { image: UrlOrPath('banner image'), url: UrlOrPath('banner URL') },
  { label: 'banner', invalid: 'Each banner needs an image and a URL.' },
);

const PageText = (page: InfoPage) =>
  Type.String({
    ...RequiredText(`text of the page “${infoPages[page].title}”`, max.pageText),
    default: defaults.pageTexts[page],
  });

const KeptBackups = (per: 'days' | 'weeks' | 'months') =>
  Type.Integer({
    minimum: max.backups[per].min,
    maximum: max.backups[per].max,
    default: defaults.backups[per],
    label: `number of ${per} that keep a backup`,
  });

const SponsoredText = (key: 'label' | 'url', schema: TSchema) =>
  Type.Unsafe<string>({ ...schema, default: defaults.sponsoredLink[key] });

/** A setting without one does not compile. */
const specialSchemas = {
  sponsoredLink: StrictObject(
    {
      label: SponsoredText('label', OptionalText('label of the sponsored link', max.sponsoredLabel)),
      url: SponsoredText('url', UrlOrPath('URL of the sponsored link')),
    },
    { ...wordsOf('sponsoredLink'), invalid: 'The sponsored link must be an object with a label and a URL.' },
  ),
  caseReasons: CaseReasonSettings,
  ageRules: AgeRuleSettings,
  backups: StrictObject(
    {
      hour: Nullable(Type.Integer({ minimum: 0, maximum: 23 }), {
        default: defaults.backups.hour,
        description: 'The hour of the day, in UTC, at which a backup is made; null for none',
        label: 'hour of backups',
        invalid: 'The hour of backups must be a whole number from 0 to 23, or null.',
      }),
      days: KeptBackups('days'),
      weeks: KeptBackups('weeks'),
      months: KeptBackups('months'),
    },
    {
      ...wordsOf('backups'),
      invalid: 'The backups must be an object with an hour and how many days, weeks and months are kept.',
    },
  ),
  operator: StrictObject(OperatorSettings.properties, {
    ...wordsOf('operator'),
    invalid: 'The operator must be an object with names, addresses, an email and a telephone.',
  }),
  pageTexts: StrictObject(
    {
      removal: PageText('removal'),
      copyright: PageText('copyright'),
      privacy: PageText('privacy'),
      terms: PageText('terms'),
      records: PageText('records'),
      contact: PageText('contact'),
      report: PageText('report'),
    },
    wordsOf('pageTexts'),
  ),
  featuredPerformers: Type.Array(RequiredText('performer', limits.name), {
    ...wordsOf('featuredPerformers'),
    maxItems: max.featuredPerformers,
  }),
  banners: Type.Array(Banner, { ...wordsOf('banners'), maxItems: max.banners }),
} satisfies Record<SettingsOf<'special'>, TSchema>;

type Properties = {
  [K in SettingName]: K extends SettingsOf<'special'> ? (typeof specialSchemas)[K] : TUnsafe<SettingValue<K>>;
};

const isSpecial = (name: SettingName): name is SettingsOf<'special'> => describedSettings[name].input === 'special';

/** What main admins change on the screen Settings. */
export const SiteSettings = Type.Object(
  Object.fromEntries(
    settingNames.map((name) => [name, isSpecial(name) ? specialSchemas[name] : plainSchema(name)]),
  ) as Properties,
);
export type SiteSettings = Static<typeof SiteSettings>;

/** The settings that public pages need. */
export const PublicSettings = Type.Object({
  ...(Object.fromEntries(
    Object.entries(SiteSettings.properties).filter(([name]) => describedSettings[name as SettingName].isPublic),
  ) as Pick<Properties, PublicSettingName>),
  banners: Type.Array(Type.Object({ ...Banner.properties, picture: Type.Optional(ProxiedPicture) })),
  regions: Type.Optional(
    Type.Object(
      { relationship: Type.Enum(['allow', 'deny']), countries: Type.Array(Type.String()) },
      { description: 'The only countries in which the site is open, or those in which it is closed, if there are any' },
    ),
  ),
});
export type PublicSettings = Static<typeof PublicSettings>;

const VersionedSettings = Type.Object({ ...SiteSettings.properties, version: Version });
export type VersionedSettings = Static<typeof VersionedSettings>;

export const settingsRoutes = defineRoutes({
  getSettings: {
    method: 'GET',
    path: '/settings',
    access: 'anyone',
    cacheTags: ['settings'],
    area: 'settings',
    summary: 'Returns the settings of the public site. Admins get all settings.',
    response: Type.Union([VersionedSettings, PublicSettings]),
  },
  getAgeChecks: {
    method: 'GET',
    path: '/settings/age-checks',
    access: 'admin',
    area: 'settings',
    summary: 'Returns the server configuration that age rules depend on',
    response: Success({
      provider: Nullable(Type.String(), { description: 'The host of the provider of age checks' }),
      countryHeader: Nullable(Type.String(), {
        description: "The header in which the proxy names a visitor's country",
      }),
    }),
  },
  saveSettings: {
    method: 'PUT',
    path: '/settings',
    access: 'main_admin',
    freshProof: 'by input',
    area: 'settings',
    summary:
      'Replaces the settings of the public site. Omitted settings return to their defaults. Settings that affect security need a fresh proof to change.',
    body: StrictObject({
      ...SiteSettings.properties,
      siteName: Type.Optional(SiteSettings.properties.siteName),
      version: ExpectedVersion,
    }),
    response: Success({ settings: VersionedSettings }),
  },
});
