/** Settings that no public page shows. */
export const privateSettings = [
  'minPasswordLength',
  'requireSecondFactor',
  'indexNow',
  'webSubHub',
  'llmsTxt',
  'refuseAiCrawlers',
  'backups',
  'timeZone',
] as const;
