import type { AgeRule } from './age-rules.ts';
import { noOperatorFacts } from './no-operator-facts.ts';

/** One a day at this hour of UTC; null for none. */
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
const noTexts: string[] = [];

/** What the public site shows until an operator changes it. */
export const defaultSettings = {
  siteName: 'Marquee',
  homeTitle: 'Adult videos by tag, model and category',
  heading: 'Find something tonight',
  description: 'A directory of videos for adults: browse by tag, performer, category and popularity.',
  footerText: 'For adults only. This site hosts no video; it links to other sites.',
  accent: '#ffb52e',
  sponsoredLink: { label: 'Your partner here', url: 'https://example.com/partner' },
  banners: [101, 102, 103].map((n) => ({ image: `/art/${n}.svg`, url: 'https://example.com/live' })),
  leaveUrl: 'https://example.com/',
  contactEmail: '',
  operator: noOperatorFacts,
  publishTransparency: false,
  playInPlace: false,
  freeDays: 5,
  lifetimePrice: '$5',
  withholdOnNotice: true,
  requireRecords: false,
  hostMirrors: '',
  minPasswordLength: 6,
  requireSecondFactor: false,
  securityContact: '',
  safetyContact: '',
  securityPolicyUrl: '',
  indexNow: false,
  webSubHub: '',
  llmsTxt: false,
  refuseAiCrawlers: false,
  backups,
  timeZone: 'UTC',
  ageRules,
  prohibitedTerms: noTexts,
  allowedPhrases: noTexts,
  featuredPerformers: [
    'isla-torven',
    'mara-quillane',
    'juno-valdane',
    'tess-ardwyn',
    'noor-selimar',
    'ava-brandolt',
    'lena-mossvik',
    'rhea-stormell',
    'cleo-farrowen',
    'iris-calverne',
    'vera-lindqual',
  ],
};
