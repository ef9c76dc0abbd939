import { type Static, Type } from 'typebox';
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
import { defaultCaseReasons } from './values/case-reasons.ts';
import { caseKinds } from './values/cases.ts';
import { defaultSettings as defaults, privateSettings } from './values/default-settings.ts';
import { invalidEmail, limits } from './values/fields.ts';
import { defaultPageTexts } from './values/info-page-texts.ts';
import { type InfoPage, infoPages } from './values/public-pages.ts';
import { lineOrBlankPattern, nonBlankLinePattern } from './values/text.ts';

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
    default: defaults.ageRules,
    description:
      'What visitors of a country have to do before the site opens, and those of all others: answer a question, have their age checked, or nothing, because it is closed. An unknown country counts as the strictest rule.',
    label: 'age rules',
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
    default: defaultCaseReasons,
    description: 'Texts that admins start from when they decide a notice or ask its reporter',
    label: 'reasons of decisions',
    invalid: 'The reasons of decisions must be an object with lists to remove, keep and ask.',
  },
);

const { requestsPerHour, pauseSeconds, removedTexts } = limits.links;

const linkSettings = {
  checkLinks: Type.Boolean({
    default: defaults.checkLinks,
    description: 'Whether the site regularly checks that the links of posts still work',
    label: 'checking of links',
  }),
  linkRequestsPerHour: Type.Integer({
    minimum: requestsPerHour.min,
    maximum: requestsPerHour.max,
    default: defaults.linkRequestsPerHour,
    description: 'Requests per hour for checking links; 1,400 cover a million links in 30 days',
    label: 'requests an hour',
  }),
  linkPauseSeconds: Type.Integer({
    minimum: pauseSeconds.min,
    maximum: pauseSeconds.max,
    default: defaults.linkPauseSeconds,
    description: 'Seconds between two requests to the same host',
    label: 'pause between requests',
  }),
  hideDeadPosts: Type.Boolean({
    default: defaults.hideDeadPosts,
    description: 'Whether a post becomes a draft when all its links are dead; otherwise it is listed for a decision',
    label: 'hiding of posts without a working link',
  }),
  removedTexts: Type.String({
    ...OptionalText('signs of removed videos', removedTexts),
    default: defaults.removedTexts,
    description:
      'How hosts say that they have removed a video. Each line has a host and a sentence of its page, or a host and “/” if it redirects to its home page.',
  }),
};

const max = limits.settings;

const Text = (label: string, maxLength: number, defaultValue: string) =>
  Type.String({ ...OptionalText(label, maxLength), default: defaultValue });
const Url = (label: string, defaultValue: string) => Type.String({ ...UrlOrPath(label), default: defaultValue });

const Banner = StrictObject(
  { image: UrlOrPath('banner image'), url: UrlOrPath('banner URL') },
  { label: 'banner', invalid: 'Each banner needs an image and a URL.' },
);

/** security.txt must not name http URLs (RFC 9116). URLs with a user name or password are refused, too. */
const HttpsUrl = Type.String({ ...WebUrl(), pattern: '^https://[^/?#@]+([/?#]|$)' });
const securityContact = {
  label: 'security contact',
  invalid: 'The security contact must be an email or a URL that starts with https://.',
};
const securityPolicyUrl = {
  label: 'URL of the security policy',
  invalid: 'The URL of the security policy must be a URL that starts with https://.',
};

const webSubHub = {
  label: 'URL of the WebSub hub',
  invalid: 'The URL of the WebSub hub must be a URL that starts with https://.',
};

/** The default comes from the server's configuration. */
const SiteName = Type.String({
  ...RequiredText('site name', max.siteName),
  pattern: nonBlankLinePattern,
  invalid: 'The site name must be one line of text.',
});

const PageText = (page: InfoPage) =>
  Type.String({
    ...RequiredText(`text of the page “${infoPages[page].title}”`, max.pageText),
    default: defaultPageTexts[page],
  });

const KeptBackups = (per: 'days' | 'weeks' | 'months') =>
  Type.Integer({
    minimum: max.backups[per].min,
    maximum: max.backups[per].max,
    default: defaults.backups[per],
    label: `number of ${per} that keep a backup`,
  });

const Lines = (
  one: string,
  { count, length }: { count: number; length: number },
  more: { default: string[]; description: string; label: string },
) => Type.Array(RequiredText(one, length), { maxItems: count, ...more });

/** What main admins change on the screen Settings. */
export const SiteSettings = Type.Object({
  siteName: SiteName,
  homeTitle: Type.String({
    ...Text('title of the home page', max.homeTitle, defaults.homeTitle),
    pattern: lineOrBlankPattern,
    invalid: 'The title of the home page must be one line of text.',
    description: 'For search engines and browser tabs; the site name follows it',
  }),
  heading: Text('heading', max.heading, defaults.heading),
  description: Text('description', max.description, defaults.description),
  footerText: Text('footer text', max.footerText, defaults.footerText),
  accent: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    default: defaults.accent,
    description: 'Brightness is adjusted for readability',
    label: 'accent color',
    invalid: 'The accent color must be written like #ffb52e.',
  }),
  sponsoredLink: StrictObject(
    {
      label: Text('label of the sponsored link', max.sponsoredLabel, defaults.sponsoredLink.label),
      url: Url('URL of the sponsored link', defaults.sponsoredLink.url),
    },
    {
      default: defaults.sponsoredLink,
      label: 'sponsored link',
      invalid: 'The sponsored link must be an object with a label and a URL.',
    },
  ),
  banners: Type.Array(Banner, { maxItems: max.banners, default: defaults.banners, label: 'banners' }),
  leaveUrl: Url('URL for visitors who leave', defaults.leaveUrl),
  contactEmail: Type.Union([Email, Type.Literal('')], {
    label: 'contact email',
    invalid: invalidEmail,
    default: defaults.contactEmail,
    description: 'Where visitors can write to; the pages of the footer show it',
  }),
  operator: OperatorSettings,
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
    {
      default: defaultPageTexts,
      description:
        'Markdown without HTML and images; placeholders such as {{operator}} insert facts about the operator',
      label: 'texts of the pages of the footer',
    },
  ),
  publishTransparency: Type.Boolean({
    default: defaults.publishTransparency,
    description: 'Whether /transparency shows visitors how notices were decided',
    label: 'publication of the figures about notices',
  }),
  playInPlace: Type.Boolean({
    default: defaults.playInPlace,
    description:
      'Whether a press on the poster plays a video that has an embed code on its own page, in a sandboxed frame',
    label: 'playing in place',
  }),
  imageProxy: Type.Boolean({
    default: defaults.imageProxy,
    description:
      'Whether this site fetches, shrinks and serves pictures of other sites, so that those sites do not learn about visitors before a click',
    label: 'image proxy',
  }),
  freeDays: Type.Integer({
    minimum: max.freeDays.min,
    maximum: max.freeDays.max,
    default: defaults.freeDays,
    description: 'How long an approved website is listed before its submitter pays',
    label: 'number of free days',
  }),
  lifetimePrice: Type.String({
    ...RequiredText('lifetime price', max.lifetimePrice),
    default: defaults.lifetimePrice,
    description: 'The one-time fee for a listed website, as shown to visitors',
  }),
  withholdOnNotice: Type.Boolean({
    default: defaults.withholdOnNotice,
    description:
      'Whether a complete notice of an intimate image withholds its posts until it is decided; what may show a minor is always withheld',
    label: 'withholding on notice',
  }),
  requireRecords: Type.Boolean({
    default: defaults.requireRecords,
    description: 'Whether posts are published only with complete records: source, rights holder, consent and date',
    label: 'requirement of records',
  }),
  hostMirrors: Type.String({
    maxLength: limits.stayDown.mirrors,
    pattern: '^[\\p{L}\\p{N}.,; \\t\\r\\n-]*$',
    default: defaults.hostMirrors,
    description:
      'Hosts that show the same videos, one group per line: what was removed from one stays down on the others',
    label: 'hosts that are mirrors of each other',
    invalid: 'Mirrors must be host names like example.com, one group per line.',
  }),
  ...linkSettings,
  minPasswordLength: Type.Integer({
    minimum: max.minPasswordLength.min,
    maximum: max.minPasswordLength.max,
    default: defaults.minPasswordLength,
    description: 'Minimum length of new passwords',
    label: 'minimum length of passwords',
  }),
  requireSecondFactor: Type.Boolean({
    default: defaults.requireSecondFactor,
    description: 'Whether every admin needs an authenticator app or a passkey',
    label: 'requirement of a second factor',
  }),
  securityContact: Type.Union(
    [{ ...Email, ...securityContact }, { ...HttpsUrl, ...securityContact }, Type.Literal('')],
    {
      ...securityContact,
      default: defaults.securityContact,
      description: 'Where to report vulnerabilities, for /.well-known/security.txt; without it there is none',
    },
  ),
  safetyContact: Type.Union([Email, Type.Literal('')], {
    label: 'contact for removals',
    invalid: invalidEmail,
    default: defaults.safetyContact,
    description: 'Who is reminded of undecided notices; by default, all admins',
  }),
  caseReasons: CaseReasonSettings,
  securityPolicyUrl: Type.Union([{ ...HttpsUrl, ...securityPolicyUrl }, Type.Literal('')], {
    ...securityPolicyUrl,
    default: defaults.securityPolicyUrl,
    description: 'How reports of vulnerabilities are handled',
  }),
  indexNow: Type.Boolean({
    default: defaults.indexNow,
    description: 'Whether search engines are notified of changed videos at once (IndexNow)',
    label: 'announcement of changes',
  }),
  webSubHub: Type.Union([{ ...HttpsUrl, ...webSubHub }, Type.Literal('')], {
    ...webSubHub,
    default: defaults.webSubHub,
    description: 'A WebSub hub that feeds link to, and that is notified of new videos',
  }),
  llmsTxt: Type.Boolean({
    default: defaults.llmsTxt,
    description: 'Whether /llms.txt describes the site to language models',
    label: 'description for language models',
  }),
  refuseAiCrawlers: Type.Boolean({
    default: defaults.refuseAiCrawlers,
    description: 'Whether robots.txt refuses crawlers that collect texts for language models',
    label: 'refusal of AI crawlers',
  }),
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
      default: defaults.backups,
      description: 'When backups are made, if BACKUP_TO says where to, and which are kept',
      label: 'backups',
      invalid: 'The backups must be an object with an hour and how many days, weeks and months are kept.',
    },
  ),
  timeZone: Type.String({
    ...RequiredText('time zone', max.timeZone),
    default: defaults.timeZone,
    description: 'The time zone in which the days of the dashboard begin, such as Europe/Berlin',
  }),
  ageRules: AgeRuleSettings,
  prohibitedTerms: Lines('term', max.prohibitedTerms, {
    default: defaults.prohibitedTerms,
    description: 'What may never be listed, besides the built-in terms. An asterisk stands for more letters.',
    label: 'prohibited terms',
  }),
  allowedPhrases: Lines('phrase', max.allowedPhrases, {
    default: defaults.allowedPhrases,
    description: 'Harmless phrases that contain a prohibited term',
    label: 'allowed phrases',
  }),
  featuredPerformers: Type.Array(RequiredText('performer', limits.name), {
    maxItems: max.featuredPerformers,
    description: 'Slugs of performers that the footer always shows',
    default: defaults.featuredPerformers,
    label: 'featured performers',
  }),
});
export type SiteSettings = Static<typeof SiteSettings>;

/** The settings that public pages need. Those of accounts stay private: they would help to guess passwords. */
export const PublicSettings = Type.Object({
  ...Type.Omit(SiteSettings, [...privateSettings]).properties,
  banners: Type.Array(Type.Object({ ...Banner.properties, picture: Type.Optional(ProxiedPicture) })),
});
export type PublicSettings = Static<typeof PublicSettings>;

const VersionedSettings = Type.Object({ ...SiteSettings.properties, version: Version });
export type VersionedSettings = Static<typeof VersionedSettings>;

export const settingsRoutes = defineRoutes({
  getSettings: {
    method: 'GET',
    path: '/settings',
    access: 'anyone',
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
    body: StrictObject({ ...SiteSettings.properties, siteName: Type.Optional(SiteName), version: ExpectedVersion }),
    response: Success({ settings: VersionedSettings }),
  },
});
