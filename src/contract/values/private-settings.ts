/** Settings that no public page shows. */
export const privateSettings = [
  'requireRecords',
  'minPasswordLength',
  'requireSecondFactor',
  'indexNow',
  'webSubHub',
  'llmsTxt',
  'refuseAiCrawlers',
  'backups',
  'timeZone',
  'safetyContact',
  'ageRules',
  'prohibitedTerms',
  'allowedPhrases',
] as const;
