/** Settings that public pages do not need: they show texts with the operator’s facts filled in. */
export const privateSettings = [
  'withholdOnNotice',
  'requireRecords',
  'operator',
  'hostMirrors',
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
