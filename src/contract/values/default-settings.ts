import type { AgeRule } from './age-checks.ts';
import { defaultCaseReasons } from './case-reasons.ts';
import { noOperatorFacts } from './info-page-texts.ts';
import { defaultPublicSettings } from './public-pages.ts';

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
const noTexts: string[] = [];

/** The defaults of all settings. Browsers only load `defaultPublicSettings`. */
export const defaultSettings = {
  ...defaultPublicSettings,
  operator: noOperatorFacts,
  withholdOnNotice: true,
  requireRecords: false,
  hostMirrors: '',
  checkLinks: true,
  /** Covers a million links in 30 days, with some to spare. */
  linkRequestsPerHour: 1500,
  linkPauseSeconds: 2,
  hideDeadPosts: false,
  removedTexts: '',
  minPasswordLength: 6,
  requireSecondFactor: false,
  safetyContact: '',
  caseReasons: defaultCaseReasons,
  indexNow: false,
  webSubHub: '',
  llmsTxt: false,
  refuseAiCrawlers: false,
  backups,
  timeZone: 'UTC',
  ageRules,
  prohibitedTerms: noTexts,
  allowedPhrases: noTexts,
};

/** Settings that are not sent to visitors. */
export const privateSettings = [
  'withholdOnNotice',
  'requireRecords',
  'operator',
  'hostMirrors',
  'checkLinks',
  'linkRequestsPerHour',
  'linkPauseSeconds',
  'hideDeadPosts',
  'removedTexts',
  'minPasswordLength',
  'requireSecondFactor',
  'indexNow',
  'webSubHub',
  'llmsTxt',
  'refuseAiCrawlers',
  'backups',
  'timeZone',
  'safetyContact',
  'caseReasons',
  'ageRules',
  'prohibitedTerms',
  'allowedPhrases',
] as const;
