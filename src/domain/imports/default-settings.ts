import type { FeedFormat, FeedMapping, ImportPolicies, ImportRules, ImportSettings } from '#contract/values/imports.ts';

export const defaultRules: ImportRules = {
  category: 'english',
  categoryWords: [],
  tagReplacements: [],
  droppedTags: [],
  addedTags: [],
  titleCuts: [],
  records: {},
  partnerId: null,
  dailyCap: null,
  publish: 'now',
  perHour: 10,
};

const defaultPolicies: ImportPolicies = { addNew: true, updatedFields: [], takeDownMissing: false };

/** Of a source whose feed was seen for the first time. */
export const defaultSettings = (format: FeedFormat, mapping: FeedMapping): ImportSettings => ({
  format,
  mapping,
  rules: defaultRules,
  policies: defaultPolicies,
});

/** Of a source that has no feed yet: format and mapping are guessed from its first one. */
export const emptySettings = defaultSettings({ kind: 'csv', encoding: 'utf-8' }, {});
