import type { AgeRule } from './age-checks.ts';
import { limits } from './fields.ts';
import { defaultFeaturedPerformers } from './names.ts';
import { factLabels, noOperatorFacts, type OperatorFacts } from './operator-facts.ts';
import { infoPageNames, infoPages } from './public-pages.ts';
import type { PlainInput, Setting } from './setting-kinds.ts';
import { upperFirst } from './text.ts';

/** One backup a day at this hour in UTC; null for none. */
const backups: { hour: number | null; days: number; weeks: number; months: number } = {
  hour: 2,
  days: 7,
  weeks: 4,
  months: 12,
};

/** All visitors answer the age gate's question. */
const ageRules: { others: AgeRule; countries: { country: string; rule: AgeRule }[] } = {
  others: 'question',
  countries: [],
};

const operatorLabels = (Object.keys(noOperatorFacts) as (keyof OperatorFacts)[]).map((fact) => [
  fact,
  upperFirst(factLabels[fact]),
]);

/**
 * Everything that main admins change on the screen Settings. The API's schemas, the form, the audit log, the rules about
 * who sees a setting and docs/operations/settings.md follow from it; `npm run docs` writes the last.
 */
export const describedSettings = {
  siteName: {
    section: 'site',
    input: 'line',
    label: 'Site name',
    isPublic: true,
    configuredBy: 'SITE_NAME',
    default: 'Marquee',
    maxLength: 60,
    isRequired: true,
  },
  homeTitle: {
    section: 'site',
    input: 'line',
    label: 'Title of the home page',
    help: 'Shown in search results and the browser tab, before the site name.',
    description: 'For search engines and browser tabs; the site name follows it',
    isPublic: true,
    default: 'Adult videos by tag, model and category',
    maxLength: 120,
  },
  heading: {
    section: 'site',
    input: 'line',
    label: 'Heading of the home page',
    subject: 'heading',
    help: 'Leave empty for the default.',
    isPublic: true,
    default: 'Find something tonight',
    maxLength: 120,
    mayHaveBreaks: true,
  },
  description: {
    section: 'site',
    input: 'paragraph',
    label: 'Description for search engines',
    subject: 'description',
    isPublic: true,
    default: 'A directory of videos for adults: browse by tag, performer, category and popularity.',
    maxLength: 300,
    rows: 2,
  },
  footerText: {
    section: 'site',
    input: 'paragraph',
    label: 'Footer text',
    isPublic: true,
    default: 'For adults only. This site hosts no video; it links to other sites.',
    maxLength: 500,
    rows: 2,
  },
  accent: {
    section: 'site',
    input: 'color',
    label: 'Accent color',
    help: 'Brightness is adjusted for readability.',
    isPublic: true,
    isHalf: true,
    default: '#ffb52e',
  },
  leaveUrl: {
    section: 'site',
    input: 'url or path',
    label: '“Leave” URL',
    subject: 'URL for visitors who leave',
    isPublic: true,
    isHalf: true,
    default: 'https://example.com/',
  },
  playInPlace: {
    section: 'site',
    input: 'checkbox',
    label: 'Play videos on their page',
    subject: 'playing in place',
    help: 'Videos with an https embed code play in place when a visitor presses the poster. Others open the site that hosts them.',
    description:
      'Whether a press on the poster plays a video that has an embed code on its own page, in a sandboxed frame',
    isPublic: true,
    default: false,
  },
  imageProxy: {
    section: 'site',
    input: 'checkbox',
    label: 'Image proxy',
    help: 'This site fetches, shrinks and serves pictures from other sites, so those sites learn nothing about visitors until they press play. Clips from other sites then do not play on cards.',
    description:
      'Whether this site fetches, shrinks and serves pictures of other sites, so that those sites do not learn about visitors before a click',
    isPublic: true,
    default: true,
  },
  plainNumbers: {
    section: 'site',
    input: 'checkbox',
    label: 'Plain numbers',
    subject: 'plain numbers',
    help: 'Views look the same on all lists, lengths are shown only where they are known and without seconds, and videos that nobody has opened are “New” instead of “0 views · 0%”.',
    description:
      'Whether views look the same on all lists, unknown lengths and made-up seconds are left out, and videos without views are “New”',
    isPublic: true,
    default: false,
  },
  timeZone: {
    section: 'site',
    input: 'time zone',
    label: 'Time zone',
    help: 'Days on the dashboard begin at midnight in this zone. Other times are shown in the viewer’s own zone.',
    description: 'The time zone in which the days of the dashboard begin, such as Europe/Berlin',
    isPublic: false,
    default: 'UTC',
    maxLength: 64,
  },
  sponsoredLink: {
    section: 'sponsoredLink',
    input: 'special',
    label: 'Sponsored link',
    isPublic: true,
    default: { label: 'Your partner here', url: 'https://example.com/partner' },
  },
  freeDays: {
    section: 'submissions',
    input: 'number',
    label: 'Free days',
    subject: 'number of free days',
    help: 'How long an approved website is listed before its submitter pays.',
    isPublic: true,
    isHalf: true,
    default: 5,
    min: 1,
    max: 365,
  },
  lifetimePrice: {
    section: 'submissions',
    input: 'line',
    label: 'Lifetime price',
    help: 'Shown to visitors as written, so include the currency.',
    description: 'The one-time fee for a listed website, as shown to visitors',
    isPublic: true,
    isHalf: true,
    default: '$5',
    maxLength: 20,
    isRequired: true,
    mayHaveBreaks: true,
  },
  minPasswordLength: {
    section: 'admins',
    input: 'number',
    label: 'Minimum length of passwords',
    help: 'Applies to passwords chosen from now on.',
    description: 'Minimum length of new passwords',
    // It would help to guess passwords.
    isPublic: false,
    needsProof: true,
    isHalf: true,
    default: 6,
    min: 6,
    max: 20,
  },
  requireSecondFactor: {
    section: 'admins',
    input: 'checkbox',
    label: 'Require a second factor',
    subject: 'requirement of a second factor',
    help: 'Admins without an authenticator app or passkey must add one before they can do anything else.',
    description: 'Whether every admin needs an authenticator app or a passkey',
    isPublic: false,
    needsProof: true,
    isHalf: true,
    default: false,
  },
  securityContact: {
    section: 'vulnerabilities',
    input: 'email or https url',
    label: 'Security contact',
    help: 'An email or a URL, published in /.well-known/security.txt. Leave empty to publish none.',
    description: 'Where to report vulnerabilities, for /.well-known/security.txt; without it there is none',
    isPublic: true,
    needsProof: true,
    isHalf: true,
    default: '',
  },
  securityPolicyUrl: {
    section: 'vulnerabilities',
    input: 'https url',
    label: 'URL of the security policy',
    help: 'How you handle reports. Optional.',
    description: 'How reports of vulnerabilities are handled',
    isPublic: true,
    needsProof: true,
    isHalf: true,
    default: '',
  },
  safetyContact: {
    section: 'removals',
    input: 'email',
    label: 'Contact for removals',
    help: 'Gets reminders about cases to decide. Leave empty to remind all admins.',
    description: 'Who is reminded of undecided notices; by default, all admins',
    isPublic: false,
    default: '',
  },
  withholdOnNotice: {
    section: 'removals',
    input: 'checkbox',
    label: 'Withhold posts when an intimate image is reported',
    subject: 'withholding on notice',
    help: 'A complete notice hides its posts until you have decided, as far as there is room. Posts that may show a minor are hidden in any case.',
    description:
      'Whether a complete notice of an intimate image withholds its posts until it is decided, as far as there is room; what may show a minor is withheld in any case',
    isPublic: false,
    default: true,
  },
  hostMirrors: {
    section: 'removals',
    input: 'paragraph',
    label: 'Hosts that are mirrors of each other',
    help: 'One group per line, like: example.com example.net. What a case removes from one of them stays down on the others.',
    description:
      'Hosts that show the same videos, one group per line: what was removed from one stays down on the others',
    isPublic: false,
    default: '',
    maxLength: 20_000,
    rows: 3,
    format: {
      pattern: '^[\\p{L}\\p{N}.,; \\t\\r\\n-]*$',
      invalid: 'Mirrors must be host names like example.com, one group per line.',
    },
  },
  caseReasons: {
    section: 'removals',
    input: 'special',
    label: 'Reasons for decisions',
    subject: 'reasons of decisions',
    description: 'Texts that admins start from when they decide a notice or ask its reporter',
    isPublic: false,
    parts: { remove: 'Reasons to remove', keep: 'Reasons to keep', ask: 'Questions to reporters' },
  },
  requireRecords: {
    section: 'records',
    input: 'checkbox',
    label: 'Publish posts with complete records only',
    subject: 'requirement of records',
    help: 'A source, a rights holder or records custodian, a consent statement and a date. Posts that are already published stay. The Records screen lists those with incomplete records.',
    description: 'Whether posts are published only with complete records: source, rights holder, consent and date',
    isPublic: false,
    default: false,
  },
  checkLinks: {
    section: 'links',
    input: 'checkbox',
    label: 'Check the links of posts',
    subject: 'checking of links',
    help: 'Each link about once every 30 days. A link is dead if it was not found for three days. Results are under Links.',
    description: 'Whether the site regularly checks that the links of posts still work',
    isPublic: false,
    default: true,
  },
  hideDeadPosts: {
    section: 'links',
    input: 'checkbox',
    label: 'Hide posts without a working link',
    subject: 'hiding of posts without a working link',
    help: 'They become drafts until a link works again. If this is off, they are listed under Links until you decide.',
    description: 'Whether a post becomes a draft when all its links are dead; otherwise it is listed for a decision',
    isPublic: false,
    default: false,
  },
  linkRequestsPerHour: {
    section: 'links',
    input: 'number',
    label: 'Requests per hour',
    subject: 'requests an hour',
    help: 'To all hosts together. 1,400 check a million links in 30 days.',
    description: 'Requests per hour for checking links; 1,400 cover a million links in 30 days',
    isPublic: false,
    isHalf: true,
    default: 1500,
    min: 10,
    max: 100_000,
  },
  linkPauseSeconds: {
    section: 'links',
    input: 'number',
    label: 'Seconds between requests',
    subject: 'pause between requests',
    help: 'The minimum for each host. Hosts can ask for more in robots.txt.',
    description: 'Seconds between two requests to the same host',
    isPublic: false,
    isHalf: true,
    default: 2,
    min: 1,
    max: 3600,
  },
  removedTexts: {
    section: 'links',
    input: 'paragraph',
    label: 'Signs of removed videos',
    help: 'For hosts that show a normal page when a video is gone. On each line, enter a host and a sentence from that page, like: example.com This video has been removed. If the host redirects to its home page, enter the host and /.',
    description:
      'How hosts say that they have removed a video. Each line has a host and a sentence of its page, or a host and “/” if it redirects to its home page.',
    isPublic: false,
    default: '',
    maxLength: 20_000,
    rows: 3,
  },
  ageRules: {
    section: 'ageRules',
    input: 'special',
    label: 'Age rules',
    description:
      'What visitors of a country have to do before the site opens, and those of all others: answer a question, have their age checked, or nothing, because it is closed. An unknown country counts as the strictest rule.',
    isPublic: false,
    needsProof: true,
    default: ageRules,
  },
  ageRulesForCrawlers: {
    section: 'ageRules',
    input: 'checkbox',
    label: 'Shut out search engines as well',
    subject: 'age rules for search engines',
    help: 'Otherwise the crawlers of search engines see the site wherever they come from, as most come from one country. They are recognised by DNS or CRAWLER_NETWORKS, not by what they say.',
    description:
      'Whether the age rules hold for the crawlers of search engines, too. They are recognised by DNS or CRAWLER_NETWORKS, not by their user agent.',
    isPublic: false,
    needsProof: true,
    default: false,
  },
  prohibitedTerms: {
    section: 'terms',
    input: 'lines',
    label: 'Prohibited terms',
    help: 'One word or phrase per line, up to 2,000. An asterisk stands for more letters: spam* also finds spammer.',
    description: 'What may never be listed, besides the built-in terms. An asterisk stands for more letters.',
    isPublic: false,
    isHalf: true,
    default: [],
    item: 'term',
    maxCount: 2000,
    maxLength: 100,
  },
  allowedPhrases: {
    section: 'terms',
    input: 'lines',
    label: 'Allowed phrases',
    help: 'Harmless phrases that contain a prohibited term, one per line, up to 500. Terms about minors cannot be allowed.',
    description: 'Harmless phrases that contain a prohibited term',
    isPublic: false,
    isHalf: true,
    default: [],
    item: 'phrase',
    maxCount: 500,
    maxLength: 200,
  },
  backups: {
    section: 'backups',
    input: 'special',
    label: 'Backups',
    description: 'When backups are made, if BACKUP_TO says where to, and which are kept',
    isPublic: false,
    needsProof: true,
    default: backups,
  },
  indexNow: {
    section: 'crawlers',
    input: 'checkbox',
    label: 'Announce changes with IndexNow',
    subject: 'announcement of changes',
    help: 'Tells Bing, Yandex, Seznam and others about every video that is added, edited or deleted.',
    description: 'Whether search engines are notified of changed videos at once (IndexNow)',
    isPublic: false,
    isHalf: true,
    default: false,
  },
  webSubHub: {
    section: 'crawlers',
    input: 'https url',
    label: 'WebSub hub',
    subject: 'URL of the WebSub hub',
    help: 'Feeds link to this hub, and it is notified of new videos. Leave empty for none.',
    description: 'A WebSub hub that feeds link to, and that is notified of new videos',
    isPublic: false,
    needsProof: true,
    isHalf: true,
    default: '',
  },
  llmsTxt: {
    section: 'crawlers',
    input: 'checkbox',
    label: 'Publish /llms.txt',
    subject: 'description for language models',
    help: 'Describes the site and its lists to language models.',
    description: 'Whether /llms.txt describes the site to language models',
    isPublic: false,
    isHalf: true,
    default: false,
  },
  refuseAiCrawlers: {
    section: 'crawlers',
    input: 'checkbox',
    label: 'Refuse AI crawlers',
    subject: 'refusal of AI crawlers',
    help: 'Uses robots.txt to turn away crawlers that collect texts for language models. Search engines are not affected.',
    description: 'Whether robots.txt refuses crawlers that collect texts for language models',
    isPublic: false,
    isHalf: true,
    default: false,
  },
  contactEmail: {
    section: 'operator',
    input: 'email',
    label: 'Contact email',
    help: 'Where visitors can write. If empty, the footer pages show the security contact, or say that there is none.',
    description: 'Where visitors can write to; the pages of the footer show it',
    isPublic: true,
    default: '',
  },
  operator: {
    section: 'operator',
    input: 'special',
    label: 'Operator',
    description: 'Who runs the site; texts of pages name these facts by placeholders such as {{copyrightAgent}}',
    isPublic: false,
    default: noOperatorFacts,
    parts: Object.fromEntries(operatorLabels),
  },
  pageTexts: {
    section: 'footer',
    input: 'special',
    label: 'Texts of the footer pages',
    subject: 'texts of the pages of the footer',
    description: 'Markdown without HTML and images; placeholders such as {{operator}} insert facts about the operator',
    isPublic: true,
    parts: Object.fromEntries(infoPageNames.map((page) => [page, `Page “${infoPages[page].title}”`])),
  },
  publishTransparency: {
    section: 'footer',
    input: 'checkbox',
    label: 'Publish the transparency page',
    subject: 'publication of the figures about notices',
    help: 'At /transparency, with a link in the footer: how many notices of each kind were received, how long decisions took and what was decided.',
    description: 'Whether /transparency shows visitors how notices were decided',
    isPublic: true,
    default: false,
  },
  featuredPerformers: {
    section: 'footer',
    input: 'special',
    label: 'Featured performers',
    description: 'Slugs of performers that the footer always shows',
    isPublic: true,
    default: defaultFeaturedPerformers,
    limits: `up to ${limits.settings.featuredPerformers}`,
  },
  banners: {
    section: 'banners',
    input: 'special',
    label: 'Banners',
    isPublic: true,
    default: [101, 102, 103].map((n) => ({ image: `/art/${n}.svg`, url: 'https://example.com/live' })),
    limits: `up to ${limits.settings.banners}`,
  },
} satisfies Record<string, Setting>;

export type Settings = typeof describedSettings;
export type SettingName = keyof Settings;
/** The settings of one kind of input. */
export type SettingsOf<Input extends PlainInput | 'special'> = {
  [K in SettingName]: Settings[K]['input'] extends Input ? K : never;
}[SettingName];
export type PublicSettingName = {
  [K in SettingName]: Settings[K]['isPublic'] extends true ? K : never;
}[SettingName];

/** The type of a setting's value. */
export type SettingValue<K extends SettingName> =
  K extends SettingsOf<'checkbox'>
    ? boolean
    : K extends SettingsOf<'number'>
      ? number
      : K extends SettingsOf<'lines'>
        ? string[]
        : K extends SettingsOf<'special'>
          ? Settings[K] extends { default: infer Value }
            ? Value
            : never
          : string;

/** All settings in the form's order. */
export const settingNames = Object.keys(describedSettings) as SettingName[];
