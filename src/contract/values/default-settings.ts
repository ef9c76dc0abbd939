import type { AgeRule } from './age-rules.ts';
import { defaultCaseReasons } from './default-case-reasons.ts';
import { defaultPublicSettings } from './default-public-settings.ts';
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

/** All settings until an operator changes them. Browsers need those of public pages alone. */
export const defaultSettings = {
  ...defaultPublicSettings,
  operator: noOperatorFacts,
  withholdOnNotice: true,
  requireRecords: false,
  hostMirrors: '',
  checkLinks: true,
  /** Enough for a million links in 30 days, with some to spare. */
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
